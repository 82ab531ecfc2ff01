// Conv, ConvTranspose: ONNX's, over one to three axes.
//   11        layout NHWC: X and Y are [N, k…, C], W is [M, k…, C/group]. The document's default
//             kernel (1, 1) is that of W: without kernel or kernel_shape, W's own counts, as in
//             ONNX. Of int8, sums are exact and saturate.
//             ConvTranspose: along one axis W is [C, M/group, k], as in ONNX (the document has
//             [M, C/group, k]); output_shape counts (the document calls it unsupported)
#include "ops/thinker/standard/standard.h"

namespace etalon::thinker {
namespace {

size_t spatial_rank(const Tensor& X) {
  if (X.rank() > 2) return X.rank() - 2;
  throw InvalidInput("X has the shape {} where an axis beside N and C is needed",
                     to_string(X.shape()));
}

Values convolution(const Call& call, std::string_view name, const Tensor& W,
                   const Attributes& attributes) {
  const NamedValues inputs{
      {"X", to_onnx_layout(call, call.tensor("X"))}, {"W", W}, {"B", call.value("B")}};
  const Values outputs = in_reals(call, name, 11, inputs, attributes);
  return {from_onnx_layout(call, outputs.at(0).tensor())};
}

Values conv(const Call& call) {
  const Attributes attributes = window_attributes(call, spatial_rank(call.tensor("X")));
  return convolution(call, "Conv", to_onnx_layout(call, call.tensor("W")), attributes);
}

Values conv_transpose(const Call& call) {
  Attributes attributes = window_attributes(call, spatial_rank(call.tensor("X")));
  // The document's default for output_padding is 0 for each end of each axis.
  const bool padded = call.ints("output_padding") != std::vector<int64_t>(4, 0);
  if (call.has("output_padding") && padded) {
    attributes.emplace("output_padding", call.attribute("output_padding"));
  }
  if (call.has("output_shape")) {
    attributes.emplace("output_shape", call.attribute("output_shape"));
  }
  const int64_t group = call.integer("group");
  if (group < 1) throw InvalidInput("group is {}, not 1 or more", group);
  const Tensor W = transposed_weights(call, call.tensor("W"), static_cast<size_t>(group));
  return convolution(call, "ConvTranspose", W, attributes);
}

const Operator conv_op("Conv", conv, {11}, "thinker");
const Operator conv_transpose_op("ConvTranspose", conv_transpose, {11}, "thinker");

}  // namespace
}  // namespace etalon::thinker
