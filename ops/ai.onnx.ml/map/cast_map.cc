// CastMap: Y [1, n] = the values of X cast to another type.
//   1         DENSE: in ascending order of their keys
//             SPARSE: Y[0, key] = value, n = max_map, and 0 or "" where there is no key
#include "engine/formula.h"
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
    at(static_cast<size_t>(keys[i])) = static_cast<int64_t>(i);
  }
  return take(values, at);
}

Values cast_map(const Call& call) {
  const Map& X = call.value("X").map();
  const DType type = cast_to(call);
  const bool dense_form = is_dense(call);
  const Tensor values = cast(values_of(X), type);
  const std::vector<int64_t> keys = X.keys.ints();
  const Tensor Y = dense_form ? dense(values, keys) : sparse(values, keys, call.integer("max_map"));
  return {Y.reshaped({1, Y.size()})};
}

const Operator op("CastMap", cast_map, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
