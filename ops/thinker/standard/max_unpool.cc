// MaxUnPool: Y[indices[i]] = X[i], and 0 elsewhere.
//   11        ONNX's MaxUnpool; kernel is (1, 1) by default. The document gives indices X's type;
//             whole floats are taken, and int64 as in ONNX. It has them below X's size; they are
//             positions in Y, below Y's
#include <cmath>

#include "engine/numerics/cast.h"
#include "ops/thinker/standard/standard.h"

namespace etalon::thinker {
namespace {

Tensor whole_numbers(const Tensor& indices) {
  for (const double index : indices.as<double>()) {
    if (std::trunc(index) != index) throw InvalidInput("indices has {}, no whole number", index);
  }
  return cast(indices, DType::int64, {.wrap = false});
}

Values max_unpool(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() < 3) {
    throw InvalidInput("X has the shape {} where an axis beside N and C is needed",
                       to_string(X.shape()));
  }
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
