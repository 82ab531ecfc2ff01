// What the operators on maps share: a map's values as one tensor, and CastMap's attributes.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The values of a map, one element a key, in the order of its keys.
inline Tensor values_of(const Map& map) {
  if (map.values.empty() && map.value_type.dtype == DType::undefined) {
    throw InvalidInput("the map has no values, and no type for them");
  }
  if (map.values.empty()) return Tensor::zeros(map.value_type.dtype, {0});
  std::vector<Tensor> values;
  for (const Value& value : map.values) values.push_back(value.tensor().reshaped({1}));
  return concat(values, 0);
}

inline DType cast_to(const Call& call) {
  return call.choice<DType>(
      "cast_to",
      {{"TO_FLOAT", DType::float32}, {"TO_STRING", DType::string}, {"TO_INT64", DType::int64}});
}
// Attribute map_form.
inline bool is_dense(const Call& call) {
  return call.choice<bool>("map_form", {{"DENSE", true}, {"SPARSE", false}});
}

}  // namespace etalon
