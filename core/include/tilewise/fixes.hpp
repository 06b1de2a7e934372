#pragma once
// What would make a column fit: the smallest single changes of the scenario after which it does, each
// computed by the same estimate. Changes of one kind are tried from the least on, and the first that fits is
// kept.

#include <string>
#include <string_view>
#include <vector>

#include <tilewise/memory.hpp>

namespace tilewise {

struct Fix {
  std::string set;  // pairs of a link, of this column where they can be: "wq=q4-k-m", "n=2&tp=2"
  Bytes total;      // needed then, by the heaviest rank
  Fits fits = Fits::yes;
};

// The scenario of this column alone with the pairs of a fix set.
[[nodiscard]] Resolution resolve_fix(const Resolved& resolved, const ResolvedColumn& column, std::string_view pairs);

[[nodiscard]] std::vector<Fix> find_fixes(const Resolved& resolved, const ResolvedColumn& column);

}  // namespace tilewise
