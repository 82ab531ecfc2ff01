// ArrayFeatureExtractor: Z = X[…, Y], the entries Y of X's last axis; a vector X is one row.
//   1
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Values array_feature_extractor(const Call& call) {
  const Tensor& X = call.tensor("X");
  at_point("rank0", X.rank() == 0);
  if (X.rank() == 0) throw InvalidInput("X is a scalar and has no last axis");
  const size_t last = X.rank() - 1;
  std::vector<size_t> entries;
  for (const int64_t index : call.tensor("Y").ints()) {
    at_point("index", index < 0 || index >= static_cast<int64_t>(X.dim(last)));
    if (index < 0 || index >= static_cast<int64_t>(X.dim(last))) {
      throw InvalidInput("index {} is outside [0, {}]", index, int64_t(X.dim(last)) - 1);
    }
    entries.push_back(static_cast<size_t>(index));
  }
  const Tensor Z = pick(X, last, entries);
  return {X.rank() == 1 ? Z.reshaped({1, entries.size()}) : Z};
}

const Operator op("ArrayFeatureExtractor", array_feature_extractor, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
