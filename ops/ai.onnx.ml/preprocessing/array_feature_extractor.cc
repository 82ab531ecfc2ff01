// ArrayFeatureExtractor: Z = X[…, Y], the entries Y of X's last axis; a vector X is one row.
//   1
#include "engine/formula.h"

namespace etalon {
namespace {

Values array_feature_extractor(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() == 0) throw InvalidInput("X is a scalar and has no last axis").at("rank0");
  const size_t last = X.rank() - 1;
  const auto size = static_cast<int64_t>(X.dim(last));
  std::vector<size_t> entries;
  for (const int64_t index : call.tensor("Y").ints()) {
    if (index < 0 || index >= size) {
      throw InvalidInput("index {} is outside [0, {}]", index, size - 1).at("index");
    }
    entries.push_back(static_cast<size_t>(index));
  }
  const Tensor Z = pick(X, last, entries);
  return {X.rank() == 1 ? Z.reshaped({1, entries.size()}) : Z};
}

const Operator op("ArrayFeatureExtractor", array_feature_extractor, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
