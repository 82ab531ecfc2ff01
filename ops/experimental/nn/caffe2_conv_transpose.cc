// Caffe2ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = bias[m] + Σ X[n, c, i] ·
// filter[c, m, k], each product added wherever it lands within Y. C and M fall into `group` parts.
// Along each axis Y has strides·(X − 1) + extent − pads elements.
//   1         experimental
#include "engine/numerics/double_double.h"
#include "ops/ai.onnx/nn/transposed_window.h"

namespace etalon {
namespace {

// Y += Σ X · filter, kept at twice double's precision. All have their spatial axes as one:
// Y [N·group, M, |Y|], X [N·group, C, |X|], filter [group, C, M, |k|].
Reals add_products_where_they_land(Reals Y, const Reals& X, const Reals& filter,
                                   const Window& window) {
  const size_t parts = Y.shape()[0], M = Y.shape()[1], outputs = Y.shape()[2];
  const size_t group = filter.shape()[0], C = filter.shape()[1];
  std::vector<DoubleDouble, BudgetAllocator<DoubleDouble>> y(outputs);
  for (size_t part = 0; part < parts; ++part) {
    for (size_t m = 0; m < M; ++m) {
      for (size_t o = 0; o < outputs; ++o) y[o] = Y(part, m, o);
      for (size_t c = 0; c < C; ++c) {
        each_run(window, [&](const Run& run) {
          const DoubleDouble weight = filter(part % group, c, m, run.tap);
          for (size_t i = 0; i < run.count; ++i) {
            DoubleDouble& sum = y[run.in + i * run.step];
            sum = sum + weight * X(part, c, run.out + i);
          }
        });
      }
      for (size_t o = 0; o < outputs; ++o) Y(part, m, o) = double(y[o]);
    }
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
  Reals bias = filled_by_channel(shape, call.maybe("bias"));
  bias.reshape(Shape{N * group, M, split_at(shape, 2).after});
  const Reals Y = add_products_where_they_land(bias, flat(X, {N * group, C}),
                                               flat(filter, {group, C, M}), window);
  return {Tensor::decided(X.dtype(), Y).reshaped(shape)};
}

const Operator op("Caffe2ConvTranspose", caffe2_conv_transpose, {1});

}  // namespace
}  // namespace etalon
