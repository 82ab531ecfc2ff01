// Scaler: Y = (X - offset) · scale, with an offset and a scale for each feature, or one of each for
// all.
//   1
#include "engine/operators/choice.h"
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"
#include "ops/ai.onnx.ml/samples.h"

namespace etalon {
namespace {

Values scaler(const Call& call) {
  const Tensor& X = call.tensor("X");
  at_point("rank0", X.rank() == 0);
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
  const Tensor rows = offset.size() == 1 ? X.reshaped({X.size(), 1}) : feature_rows(X);
  const Values Y = by_samples(rows, DType::float32, [&]<class R>(const Tensor& samples) -> Values {
    const Array<R> x = elements_of<R>(samples);
    return {rounded(DType::float32, (x - elements_of<R>(offset)) * elements_of<R>(scale))};
  });
  return {Y[0].tensor().reshaped(X.shape())};
}

const Operator op("Scaler", scaler, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
