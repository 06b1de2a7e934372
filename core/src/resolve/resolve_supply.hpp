#pragma once
// Power and prices of one column: given, published, or assumed and said so. Internal to resolve.

#include "resolve/resolve_options.hpp"

namespace tilewise {

void resolve_supply(const OptionContext& context, ResolvedColumn& column);

}  // namespace tilewise
