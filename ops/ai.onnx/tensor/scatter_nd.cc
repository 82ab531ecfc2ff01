// ScatterND: data with its slices at the index tuples that indices' last axis holds replaced by
// those of updates. Two different values for one element are an error unless they are reduced.
//   11, 13    13: bfloat16
//   16        reduction: none, add or mul
//   18        reduction: min or max
#include "engine/values/utf8.h"
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values scatter(const Call& call, const std::string& reduction) {
  const Tensor& data = call.tensor("data");
  return {scattered(data, slice_positions(data.shape(), call.tensor("indices"), 0),
                    call.tensor("updates"), reduction)};
}

Values scatter_nd_11(const Call& call) { return scatter(call, "none"); }

Values scatter_nd_16(const Call& call) {
  const std::string& reduction = call.text("reduction");
  if (reduction == "min" || reduction == "max")
    throw InvalidInput("reduction is {}", in_quotes(reduction));
  return scatter(call, reduction);
}

Values scatter_nd_18(const Call& call) { return scatter(call, call.text("reduction")); }

const Operator op("ScatterND",
                  {{scatter_nd_11, {11, 13}}, {scatter_nd_16, {16}}, {scatter_nd_18, {18}}});

}  // namespace
}  // namespace etalon
