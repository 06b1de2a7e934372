#pragma once
// A number that knows its dimension. All values are doubles in base units: operations, bytes, seconds,
// joules, US dollars. Construction is explicit and names the unit; multiplying or dividing two
// quantities gives the right dimension; a dimensionless result collapses to double.
//
// Kinds that share a dimension (memory bytes and link bytes, dense and sparse operations) are told
// apart by the names of struct fields, not by more types.

namespace tilewise {

struct Dim {
  int op;
  int byte;
  int second;
  int joule;
  int dollar;

  constexpr bool operator==(const Dim&) const = default;
};

constexpr Dim operator+(Dim a, Dim b) {
  return Dim{a.op + b.op, a.byte + b.byte, a.second + b.second, a.joule + b.joule, a.dollar + b.dollar};
}
constexpr Dim operator-(Dim a, Dim b) {
  return Dim{a.op - b.op, a.byte - b.byte, a.second - b.second, a.joule - b.joule, a.dollar - b.dollar};
}

// Positional on purpose: g++ 12 takes a class-type template argument written with designated
// initialisers for another type than the same value written positionally.
namespace dim {
inline constexpr Dim none{0, 0, 0, 0, 0};
inline constexpr Dim op{1, 0, 0, 0, 0};
inline constexpr Dim byte{0, 1, 0, 0, 0};
inline constexpr Dim second{0, 0, 1, 0, 0};
inline constexpr Dim joule{0, 0, 0, 1, 0};
inline constexpr Dim dollar{0, 0, 0, 0, 1};
}  // namespace dim

template <Dim D>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double base) : base_(base) {}

  // The value in base units. Name the unit where it leaves the core: in_seconds(t), in_bytes(m).
  [[nodiscard]] constexpr double base() const { return base_; }

  constexpr Quantity& operator+=(Quantity other) {
    base_ += other.base_;
    return *this;
  }

  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.base_ + b.base_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.base_ - b.base_); }
  friend constexpr Quantity operator*(Quantity a, double b) { return Quantity(a.base_ * b); }
  friend constexpr Quantity operator*(double a, Quantity b) { return Quantity(a * b.base_); }
  friend constexpr Quantity operator/(Quantity a, double b) { return Quantity(a.base_ / b); }
  friend constexpr bool operator==(Quantity a, Quantity b) { return a.base_ == b.base_; }
  friend constexpr bool operator!=(Quantity a, Quantity b) { return a.base_ != b.base_; }
  friend constexpr bool operator<(Quantity a, Quantity b) { return a.base_ < b.base_; }
  friend constexpr bool operator>(Quantity a, Quantity b) { return a.base_ > b.base_; }
  friend constexpr bool operator<=(Quantity a, Quantity b) { return a.base_ <= b.base_; }
  friend constexpr bool operator>=(Quantity a, Quantity b) { return a.base_ >= b.base_; }

 private:
  double base_ = 0;
};

template <Dim D>
constexpr auto make_quantity(double base) {
  if constexpr (D == dim::none) {
    return base;
  } else {
    return Quantity<D>(base);
  }
}

template <Dim A, Dim B>
constexpr auto operator*(Quantity<A> a, Quantity<B> b) {
  return make_quantity<A + B>(a.base() * b.base());
}
template <Dim A, Dim B>
constexpr auto operator/(Quantity<A> a, Quantity<B> b) {
  return make_quantity<A - B>(a.base() / b.base());
}
template <Dim D>
constexpr auto operator/(double a, Quantity<D> b) {
  return make_quantity<dim::none - D>(a / b.base());
}

template <Dim D>
constexpr Quantity<D> max(Quantity<D> a, Quantity<D> b) {
  return a < b ? b : a;
}
template <Dim D>
constexpr Quantity<D> min(Quantity<D> a, Quantity<D> b) {
  return b < a ? b : a;
}

constexpr double max(double a, double b) { return a < b ? b : a; }
constexpr double min(double a, double b) { return b < a ? b : a; }

using Ops = Quantity<dim::op>;
using Bytes = Quantity<dim::byte>;
using Seconds = Quantity<dim::second>;
using Joules = Quantity<dim::joule>;
using Dollars = Quantity<dim::dollar>;
using OpsPerSecond = Quantity<dim::op - dim::second>;
using BytesPerSecond = Quantity<dim::byte - dim::second>;
using OpsPerByte = Quantity<dim::op - dim::byte>;
using Hertz = Quantity<dim::none - dim::second>;
using Watts = Quantity<dim::joule - dim::second>;

// Ways in.
constexpr Ops ops(double v) { return Ops(v); }
constexpr Bytes bytes(double v) { return Bytes(v); }
constexpr Bytes gib(double v) { return Bytes(v * 1073741824.0); }
constexpr Bytes mib(double v) { return Bytes(v * 1048576.0); }
constexpr Seconds seconds(double v) { return Seconds(v); }
constexpr OpsPerSecond ops_per_second(double v) { return OpsPerSecond(v); }
constexpr OpsPerSecond tflops(double v) { return OpsPerSecond(v * 1e12); }
constexpr BytesPerSecond bytes_per_second(double v) { return BytesPerSecond(v); }
constexpr BytesPerSecond gigabytes_per_second(double v) { return BytesPerSecond(v * 1e9); }
constexpr Hertz megahertz(double v) { return Hertz(v * 1e6); }
constexpr Watts watts(double v) { return Watts(v); }
constexpr Dollars dollars(double v) { return Dollars(v); }

// Ways out.
constexpr double in_ops(Ops v) { return v.base(); }
constexpr double in_bytes(Bytes v) { return v.base(); }
constexpr double in_gib(Bytes v) { return v.base() / 1073741824.0; }
constexpr double in_seconds(Seconds v) { return v.base(); }
constexpr double in_ops_per_second(OpsPerSecond v) { return v.base(); }
constexpr double in_bytes_per_second(BytesPerSecond v) { return v.base(); }
constexpr double in_watts(Watts v) { return v.base(); }

}  // namespace tilewise
