// ZipMap: Z[n] = the map from classlabels[c] to X[n, c], for each row n; a vector X is one row.
//   1
#include <set>

#include "ops/ai.onnx.ml/scores.h"

namespace etalon {
namespace {

template <class K>
void check_distinct(const Array<K>& keys) {
  std::set<K> seen;
  for (const K& key : keys) {
    const bool first = seen.insert(key).second;
    if (!first) throw InvalidInput("class label {} is listed twice", key).at("duplicates");
  }
}

Values zip_map(const Call& call) {
  const Reals X = feature_rows(call.tensor("X")).as<double>();
  const Tensor keys = class_labels(call, "classlabels_int64s");
  const size_t classes = keys.size();
  if (X.shape()[1] != classes) {
    throw InvalidInput("there are {} class labels for {} columns", classes, X.shape()[1]);
  }
  if (keys.dtype() == DType::string) {
    check_distinct(keys.as<std::string>());
  } else {
    check_distinct(keys.as<int64_t>());
  }
  const Type value_type = Type::tensor(DType::float32);
  Sequence Z{Type::map(keys.dtype(), value_type), {}};
  for (size_t n = 0; n < X.shape()[0]; ++n) {
    Map row{keys, {}, value_type};
    for (size_t c = 0; c < classes; ++c) {
      row.values.push_back(scalar(DType::float32, X(n, c)));
    }
    Z.items.push_back(std::move(row));
  }
  return {std::move(Z)};
}

const Operator op("ZipMap", zip_map, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
