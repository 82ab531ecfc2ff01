// CastMap: Y [1, n] = the values of X cast to another type.
//   1         DENSE: in ascending order of their keys
//             SPARSE: Y[0, key] = value, n = max_map, and 0 or "" where there is no key
#include <algorithm>

#include "engine/numerics/cast.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx.ml/map/map.h"

namespace etalon {
namespace {

Tensor dense(const Tensor& values, const std::vector<int64_t>& keys) {
  std::vector<size_t> order = all_axes(keys.size());
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return keys[a] < keys[b]; });
  return pick(values, 0, order);
}

Tensor sparse(const Tensor& values, const std::vector<int64_t>& keys, int64_t max_map) {
  if (max_map < 0) throw InvalidInput("max_map is {}", max_map);
  Ints at = full({size_t(max_map)}, int64_t{-1});
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] < 0 || keys[i] >= max_map) {
      throw InvalidInput("key {} is outside [0, {}]", keys[i], max_map - 1);
    }
    at.data()[keys[i]] = int64_t(i);
  }
  return take(values, at);
}

Values cast_map(const Call& call) {
  const Map& X = call.value("X").map();
  const auto type = call.choice<DType>(
      "cast_to",
      {{"TO_FLOAT", DType::float32}, {"TO_STRING", DType::string}, {"TO_INT64", DType::int64}});
  const bool is_dense = call.choice<bool>("map_form", {{"DENSE", true}, {"SPARSE", false}});
  const Tensor given = values_of(X);
  const Tensor values = anything(cast(given, type), "overflow", [&] {
    const bool cut = type == DType::int64 && is_float(given.dtype());
    if (!cut) return full(given.shape(), false);
    return Bools(!(xt::abs(given.as<double>()) < 0x1p63));
  });
  const std::vector<int64_t> keys = X.keys.ints();
  const Tensor Y = is_dense ? dense(values, keys) : sparse(values, keys, call.integer("max_map"));
  return {any_shape(Y.reshaped({1, Y.size()}), "empty_container", is_dense && keys.empty())};
}

const Operator op("CastMap", cast_map, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
