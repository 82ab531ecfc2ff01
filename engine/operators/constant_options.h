// Options (choice.h) that are one number for all elements.
#pragma once

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <vector>

#include "engine/operators/choice.h"
#include "engine/values/rounding.h"

namespace etalon {

struct NamedNumber {
  std::string_view name;
  double value;
};

// An option for each of the numbers; for integers, for those that are finite.
inline std::vector<Option> constants(DType type, std::initializer_list<NamedNumber> numbers) {
  std::vector<Option> options;
  for (const auto& [name, value] : numbers) {
    const double number = value;
    if (is_float(type)) {
      options.push_back({name, [type, number] { return scalar(type, number); }});
    } else if (std::isfinite(number)) {
      options.push_back({name, [type, number] { return scalar(type, int64_t(number)); }});
    }
  }
  return options;
}

// What may stand for the maximum of no elements: 0, the least number of the type, for floats also
// -infinity and NaN; for the minimum, the greatest and +infinity.
inline std::vector<Option> extremes_of_none(DType type, bool maximum = true) {
  const double sign = maximum ? -1 : 1;
  std::vector<Option> options =
      constants(type, {{"nan", std::nan("")},
                       {"infinity", sign * std::numeric_limits<double>::infinity()},
                       {"zero", 0}});
  options.push_back({"end_of_range", [type, sign, maximum] {
                       if (is_float(type)) return scalar(type, sign * rounding_of(type).greatest);
                       return scalar(type, maximum ? lowest(type) : highest(type));
                     }});
  return options;
}

}  // namespace etalon
