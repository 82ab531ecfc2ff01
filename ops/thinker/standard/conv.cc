// Conv, ConvTranspose: ONNX's, over one to three axes.
//   11        layout NHWC: X and Y are [N, k…, C], W is [M, k…, C/group]. Without kernel or
//             kernel_shape, W's own counts, as in ONNX (the document's default is (1, 1)). Of int8,
//             sums are exact and saturate.
//             ConvTranspose: along one axis W is [C, M/group, k], as in ONNX (the document has
//             [M, C/group, k]); output_shape counts (the document calls it unsupported)
#include "engine/formula.h"
#include "ops/thinker/standard/standard.h"

namespace etalon::thinker {
namespace {

Attributes convolution_attributes(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_rank_from("X", X, 3);
  return window_attributes(call, X.rank() - 2);
}

Values convolution(const Call& call, std::string_view name, const Tensor& W,
                   const Attributes& attributes) {
  const NamedValues inputs{
      {"X", to_onnx_layout(call, call.tensor("X"))}, {"W", W}, {"B", call.value("B")}};
  const Values outputs = in_reals(call, name, 11, inputs, attributes);
  return {from_onnx_layout(call, outputs.at(0).tensor())};
}

Values conv(const Call& call) {
  const Tensor W = to_onnx_layout(call, call.tensor("W"));
  return convolution(call, "Conv", W, convolution_attributes(call));
}

Values conv_transpose(const Call& call) {
  Attributes attributes = convolution_attributes(call);
  // The document's default for output_padding is 0 for each end of each axis.
  const bool padded = call.ints("output_padding") != std::vector<int64_t>(4, 0);
  if (call.has("output_padding") && padded) {
    attributes.emplace("output_padding", call.attribute("output_padding"));
  }
  if (call.has("output_shape")) {
    attributes.emplace("output_shape", call.attribute("output_shape"));
  }
  return convolution(call, "ConvTranspose", transposed_weights(call, call.tensor("W")), attributes);
}

const Operator conv_op("Conv", conv, {11}, "thinker");
const Operator conv_transpose_op("ConvTranspose", conv_transpose, {11}, "thinker");

}  // namespace
}  // namespace etalon::thinker
