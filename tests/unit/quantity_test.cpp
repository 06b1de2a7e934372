#include <tilewise/quantity.hpp>

#include "support/catch.hpp"

#include <type_traits>

namespace {

using namespace tilewise;

template <class A, class B>
concept addable = requires(A a, B b) { a + b; };

template <class A, class B>
concept comparable = requires(A a, B b) { a < b; };

template <class A>
concept made_from_a_bare_number = std::is_convertible_v<double, A>;

}  // namespace

TEST_CASE("a rate times a time is an amount") {
  const Bytes moved = BytesPerSecond(600e9) * Seconds(2);
  CHECK(moved.base() == 1200e9);
}

TEST_CASE("an amount over a rate is a time") {
  const Seconds time = Ops(2e12) / OpsPerSecond(1e12);
  CHECK(time.base() == 2);
}

TEST_CASE("a quantity over one of its kind is a plain number") {
  STATIC_REQUIRE(std::is_same_v<decltype(Bytes(6) / Bytes(3)), double>);
  CHECK(Bytes(6) / Bytes(3) == 2);
}

TEST_CASE("seconds and bytes can neither be added nor compared") {
  STATIC_REQUIRE_FALSE(addable<Seconds, Bytes>);
  STATIC_REQUIRE_FALSE(comparable<Seconds, Bytes>);
  STATIC_REQUIRE(addable<Seconds, Seconds>);
}

TEST_CASE("a bare number is no quantity until its unit is named") {
  STATIC_REQUIRE_FALSE(made_from_a_bare_number<Seconds>);
}

TEST_CASE("a dimension written by name is the same type as one written by place") {
  STATIC_REQUIRE(std::is_same_v<Quantity<dim::byte - dim::second>, BytesPerSecond>);
}
