// Scaler: Y = (X - offset) · scale, with an offset and a scale for each feature, or one of each for
// all.
//   1
#include "engine/formula.h"
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

void require_features(const Tensor& X, size_t count) {
  if (X.rank() > 2) {
    throw Unspecified("the text says which axis of X has the features only for [N, F], not for {}",
                      to_string(X.shape()));
  }
  if (X.rank() == 0 || X.shape().back() != count) {
    throw InvalidInput("there are {} offsets for X of shape {}", count, to_string(X.shape()));
  }
}

Values scaler(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor offset = list_of(call.reals("offset"));
  const Tensor scale = list_of(call.reals("scale"));
  if (offset.size() != scale.size() || offset.size() == 0) {
    throw InvalidInput("there are {} offsets and {} scales", offset.size(), scale.size());
  }
  if (offset.size() != 1) require_features(X, offset.size());
  return {each(DType::float32, X, by_feature(offset), by_feature(scale),
               [](const auto& x, const auto& o, const auto& s) { return (x - o) * s; })};
}

const Operator op("Scaler", scaler, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
