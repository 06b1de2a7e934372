#pragma once
// Texts of scenarios, for the messages of tests that fail and for values that are put together.

#include <string>

#include <tilewise/link.hpp>

namespace tilewise::testing {

inline std::string link_of(const Scenario& scenario) { return write_link(scenario); }

inline std::string dims_text(double m, double n, double k) {
  return write_number(m) + "x" + write_number(n) + "x" + write_number(k);
}

}  // namespace tilewise::testing
