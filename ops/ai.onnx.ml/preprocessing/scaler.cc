// Scaler: Y = (X - offset) · scale, with an offset and a scale for each feature, or one of each for
// all.
//   1
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

Values scaler(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor offset = list_of(call.reals("offset"));
  const Tensor scale = list_of(call.reals("scale"));
  if (offset.size() != scale.size() || offset.size() == 0) {
    throw InvalidInput("there are {} offsets and {} scales", offset.size(), scale.size());
  }
  if (offset.size() != 1) {
    if (X.rank() > 2) {
      throw Unspecified("it is said for [N, F] only which axis of X holds the features, not for {}",
                        to_string(X.shape()));
    }
    if (X.rank() == 0 || X.shape().back() != offset.size()) {
      throw InvalidInput("there are {} offsets for X of shape {}", offset.size(),
                         to_string(X.shape()));
    }
  }
  const Reals b = by_feature(offset).as<double>();
  const Reals a = by_feature(scale).as<double>();
  return {Tensor::of(DType::float32, (X.as<double>() - b) * a)};
}

const Operator op("Scaler", scaler, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
