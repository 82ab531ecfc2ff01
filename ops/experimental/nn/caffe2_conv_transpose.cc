// Caffe2ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = bias[m] + Σ X[n, c, i] ·
// filter[c, m, k], each product added wherever it lands within Y. C and M fall into `group` parts.
// Along each axis Y has strides·(X − 1) + extent − pads elements.
//   1         experimental
#include "ops/ai.onnx/nn/transposed_convolution.h"

namespace etalon {
namespace {

Values caffe2_conv_transpose(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& filter = call.tensor("filter");
  Window window = covering_window(call, X, filter);
  for (Sliding& s : window) cut_pads(s);
  const size_t group = group_of(call, X, filter);
  return {transposed_convolution(X, filter, call.maybe("bias"), window, group)};
}

const Operator op("Caffe2ConvTranspose", caffe2_conv_transpose, {1});

}  // namespace
}  // namespace etalon
