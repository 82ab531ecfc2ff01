// Comparing two values of MDF functions.
#pragma once

#include "conformance/judge/compare.h"
#include "engine/mdf/value.h"

namespace etalon {

// Arrays by the official rule, strings exactly, lists item by item, dictionaries entry by entry in
// their order.
RuleResult compare_mdf(const mdf::Value& actual, const mdf::Value& expected,
                       const Tolerance& tolerance = {});

}  // namespace etalon
