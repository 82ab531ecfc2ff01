// Caffe2ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = bias[m] + Σ X[n, c, i] ·
// filter[c, m, k], each product added wherever it lands within Y. C and M fall into `group` parts.
// Along each axis Y has strides·(X − 1) + extent − pads elements.
//   1         experimental
#include "engine/numerics/carriers.h"
#include "ops/ai.onnx/nn/transposed_window.h"

namespace etalon {
namespace {

// All with their spatial axes as one.
struct Operands {
  Reals X;       // [N · group, C, |X|]
  Reals filter;  // [group, C, M, |k|]
  Reals bias;    // [group · M]
  Window window;
};

// Channel m of one part of Y: bias[m], then each product.
template <class R>
Array<R> channel(const Operands& in, size_t part, size_t m, size_t outputs) {
  const size_t group = in.filter.shape()[0], C = in.filter.shape()[1], M = in.filter.shape()[2];
  Array<R> Y = full<R>({outputs}, R(in.bias(part % group * M + m)));
  for (size_t c = 0; c < C; ++c) {
    each_run(in.window, [&](const Run& run) {
      const R weight(in.filter(part % group, c, m, run.tap));
      for (size_t i = 0; i < run.count; ++i) {
        Y(run.in + i * run.step) += weight * R(in.X(part, c, run.out + i));
      }
    });
  }
  return Y;
}

Values caffe2_conv_transpose(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& filter = call.tensor("filter");
  Window window = covering_window(call, X, filter);
  for (Sliding& s : window) cut_pads(s);
  const size_t group = group_of(call, X, filter);
  const size_t N = X.dim(0), C = X.dim(1) / group, M = filter.dim(1);  // C and M of one group
  const Shape shape = transposed_shape(N, M * group, window);
  const auto flat = [](const Tensor& tensor, Shape leading) {
    leading.push_back(split_at(tensor.shape(), 2).after);
    return tensor.reshaped(leading).as<double>();
  };
  const Operands in{flat(X, {N * group, C}), flat(filter, {group, C, M}),
                    channel_values(call.maybe("bias"), M * group), window};
  const size_t outputs = split_at(shape, 2).after;
  Reals Y = empty_array<double>({N * group, M, outputs});
  for (size_t part = 0; part < N * group; ++part) {
    for (size_t m = 0; m < M; ++m) {
      xt::view(Y, part, m) = over_reals(X.dtype(), [&]<class R>() {
        return decided(X.dtype(), channel<R>(in, part, m, outputs));
      });
    }
  }
  return {Tensor::of(X.dtype(), Y).reshaped(shape)};
}

const Operator op("Caffe2ConvTranspose", caffe2_conv_transpose, {1});

}  // namespace
}  // namespace etalon
