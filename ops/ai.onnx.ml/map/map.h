// What the operators on maps share: a map's values as one tensor.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The values of a map, one element a key, in the order of its keys.
inline Tensor values_of(const Map& map) {
  if (map.values.empty()) return Tensor::zeros(map.value_type.dtype, {0});
  std::vector<Tensor> values;
  for (const Value& value : map.values) values.push_back(value.tensor().reshaped({1}));
  return concat(values, 0);
}

}  // namespace etalon
