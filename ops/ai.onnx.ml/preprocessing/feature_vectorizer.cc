// FeatureVectorizer: Y = the inputs [N, C] as float, joined along their second axis; [C] is [1, C].
//   1
#include "engine/formula.h"

namespace etalon {
namespace {

void check_dimensions(const std::vector<int64_t>& inputdimensions,
                      const std::vector<Tensor>& features) {
  if (inputdimensions.size() != features.size()) {
    throw InvalidInput("there are {} inputdimensions for {} inputs", inputdimensions.size(),
                       features.size());
  }
  for (size_t i = 0; i < features.size(); ++i) {
    if (static_cast<int64_t>(features[i].dim(1)) != inputdimensions[i]) {
      throw InvalidInput("input {} has {} features where inputdimensions says {}", i,
                         features[i].dim(1), inputdimensions[i]);
    }
  }
}

Values feature_vectorizer(const Call& call) {
  std::vector<Tensor> features;
  for (const Tensor& X : call.variadic("X")) {
    if (X.rank() != 1 && X.rank() != 2) {
      throw InvalidInput("input {} has the shape {}; it must be [N, C] or [C]", features.size(),
                         to_string(X.shape()))
          .at(X.rank() == 0 ? "rank0" : "");
    }
    const Tensor row = cast(X, DType::float32);
    features.push_back(X.rank() == 1 ? row.reshaped({1, X.dim(0)}) : row);
  }
  if (call.has("inputdimensions")) check_dimensions(call.ints("inputdimensions"), features);
  return {concat(features, 1)};
}

const Operator op("FeatureVectorizer", feature_vectorizer, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
