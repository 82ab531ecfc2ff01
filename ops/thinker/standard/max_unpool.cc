// MaxUnPool: Y[indices[i]] = X[i], and 0 elsewhere.
//   11        ONNX's MaxUnpool; kernel is (1, 1) by default; indices are whole floats (the document
//             gives them X's type) or int64, as in ONNX, and positions in Y (the document has them
//             below X's size)
#include <cmath>

#include "engine/formula.h"
#include "ops/thinker/standard/standard.h"

namespace etalon::thinker {
namespace {

Tensor whole_numbers(const Tensor& indices) {
  for (const double index : indices.as<double>()) {
    if (std::trunc(index) != index)
      throw InvalidInput("indices has {}, which is not a whole number", index);
  }
  return cast(indices, DType::int64, {.wrap = false});
}

Values max_unpool(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_rank_from("X", X, 3);
  const size_t axes = X.rank() - 2;
  Attributes attributes = window_attributes(call, axes);
  attributes.emplace("kernel_shape", attribute_of("kernel_shape", std::vector<int64_t>(axes, 1)));
  const NamedValues inputs{{"X", X},
                           {"I", whole_numbers(call.tensor("indices"))},
                           {"output_shape", call.value("output_shape")}};
  return delegate(call, "MaxUnpool", 11, inputs, attributes);
}

const Operator op("MaxUnPool", max_unpool, {11}, "thinker");

}  // namespace
}  // namespace etalon::thinker
