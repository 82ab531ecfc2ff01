// Operators of com.microsoft that are left out for good.
#pragma once

#include <string_view>

#include "engine/operators/schema.h"

namespace etalon {

// Why an operator is left out for good, as the rest of a sentence; empty for all others.
std::string_view why_left_out(const Schema& schema);

}  // namespace etalon
