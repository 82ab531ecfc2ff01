// For the random generators' tests: draws and their statistics. Numbers that the tests expect for a
// seed are those of NumPy 2's RandomState with the same seed.
#pragma once

#include <algorithm>
#include <numeric>

#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

// A shape of many draws.
inline const Integers many{100, 1000};

inline std::vector<double> numbers(const Value& value) {
  const Reals array = value.tensor().as<double>();
  return {array.begin(), array.end()};
}

inline double mean(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

inline double variance(std::vector<double> x) {
  const double middle = mean(x);
  for (double& value : x) value = (value - middle) * (value - middle);
  return mean(x);
}

}  // namespace etalon::test
