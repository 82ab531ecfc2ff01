// Scaler: Y = (X - offset) · scale, by feature, or the same for all when there is one of each.
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
      throw Unspecified("which axis of X holds the features is told for [N, F] only, not for {}",
                        to_string(X.shape()));
    }
    if (X.rank() == 0 || X.shape().back() != offset.size()) {
      throw InvalidInput("there are {} offsets for X of shape {}", offset.size(),
                         to_string(X.shape()));
    }
  }
  const Reals b = offset.as<double>();
  const Reals a = scale.as<double>();
  Reals Y = X.as<double>();
  for (size_t i = 0; i < Y.size(); ++i) {
    const size_t feature = i % b.size();
    Y.data()[i] = (Y.data()[i] - b.data()[feature]) * a.data()[feature];
  }
  return {Tensor::of(DType::float32, Y)};
}

const Operator op("Scaler", scaler, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
