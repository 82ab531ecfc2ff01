// ScatterElements: data with output[indices[i][j]][j] = updates[i][j] for axis 0, and so for each
// axis. Two different values for one element are an error unless they are reduced.
//   11, 13    13: bfloat16
//   16        reduction: none, add or mul: output[…] = output[…] + updates[i][j], …
//   18        reduction: min or max
#include "engine/values/utf8.h"
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values scatter(const Call& call, const std::string& reduction) {
  const Tensor& data = call.tensor("data");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  return {scattered(data, element_positions(data.shape(), call.tensor("indices"), axis),
                    call.tensor("updates"), reduction)};
}

Values scatter_elements_11(const Call& call) { return scatter(call, "none"); }

Values scatter_elements_16(const Call& call) {
  const std::string& reduction = call.text("reduction");
  if (reduction == "min" || reduction == "max")
    throw InvalidInput("reduction is {}", in_quotes(reduction));
  return scatter(call, reduction);
}

Values scatter_elements_18(const Call& call) { return scatter(call, call.text("reduction")); }

const Operator op("ScatterElements", {{scatter_elements_11, {11, 13}},
                                      {scatter_elements_16, {16}},
                                      {scatter_elements_18, {18}}});

}  // namespace
}  // namespace etalon
