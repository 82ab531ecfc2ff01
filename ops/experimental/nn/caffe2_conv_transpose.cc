// Caffe2ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = bias[m] + Σ X[n, c, i] ·
// filter[c, m, k], each product added wherever it lands within Y. The channels C of X and M of Y
// fall into `group` parts; filter is [C, M/group, k…]. Along each axis Y has
// strides·(input − 1) + extent − pads elements.
//   1         experimental
#include "engine/numerics/convolution.h"
#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// The convolution from Y to X whose transpose this is: its input is Y, its output X.
Window transposed_window(const Call& call, const Shape& input, const Shape& kernel) {
  const size_t n = input.size();
  if (kernel.size() != n ||
      (call.has("kernel_shape") && to_shape(call.ints("kernel_shape")) != kernel)) {
    throw InvalidInput("the kernel {} fits neither X nor kernel_shape", to_string(kernel));
  }
  const std::vector<int64_t> strides = axis_values(call, "strides", n, 1, 1);
  const std::vector<int64_t> dilations = axis_values(call, "dilations", n, 1, 1);
  const std::vector<int64_t> pads = axis_values(call, "pads", 2 * n, 0, 0);
  Window window;
  for (size_t i = 0; i < n; ++i) {
    Sliding s{0,       int64_t(kernel[i]), strides[i],       dilations[i],
              pads[i], pads[n + i],        int64_t(input[i])};
    s.input = s.stride * (s.output - 1) + s.extent() - s.begin - s.end;
    if (s.input < 0) throw InvalidInput("the pads {} and {} leave nothing", s.begin, s.end);
    window.push_back(s);
  }
  return window;
}

// Y starts as the bias; sums are kept at twice double's precision.
Reals conv_transpose(const Reals& X, const Reals& filter, Reals Y, const Window& window,
                     size_t group) {
  const size_t C = X.shape()[1] / group;  // of one group
  const size_t M = filter.shape()[1];
  const size_t taps = split_at(filter.shape(), 2).after;
  const size_t inputs = split_at(X.shape(), 2).after;
  const size_t outputs = split_at(Y.shape(), 2).after;
  std::vector<DoubleDouble, BudgetAllocator<DoubleDouble>> y(outputs);
  for (size_t part = 0; part < Y.shape()[0] * group; ++part) {
    for (size_t m = 0; m < M; ++m) {
      double* to = Y.data() + (part * M + m) * outputs;
      std::copy_n(to, outputs, y.begin());
      for (size_t c = 0; c < C; ++c) {
        const double* x = X.data() + (part * C + c) * inputs;
        const double* w = filter.data() + ((part % group * C + c) * M + m) * taps;
        each_run(window, [&](const Run& run) {
          for (size_t i = 0; i < run.count; ++i) {
            DoubleDouble& sum = y[run.in + i * run.step];
            sum = sum + DoubleDouble(w[run.tap]) * x[run.out + i];
          }
        });
      }
      for (size_t i = 0; i < outputs; ++i) to[i] = double(y[i]);
    }
  }
  return Y;
}

Values caffe2_conv_transpose_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& filter = call.tensor("filter");
  const Window window =
      transposed_window(call, spatial_shape(X, "X"), spatial_shape(filter, "filter"));
  const int64_t group = call.integer("group", 1);
  const size_t C = X.dim(1);
  if (group < 1 || size_t(group) > std::max<size_t>(1, C) || C != filter.dim(0) ||
      C % size_t(group) != 0) {
    throw InvalidInput("X of shape {} and filter of shape {} do not fit {} groups",
                       to_string(X.shape()), to_string(filter.shape()), group);
  }
  Shape shape{X.dim(0), filter.dim(1) * size_t(group)};
  for (const Sliding& s : window) shape.push_back(size_t(s.input));
  const Reals Y = filled_by_channel(shape, call.maybe("bias"));
  return {Tensor::of(
      X.dtype(), conv_transpose(X.as<double>(), filter.as<double>(), Y, window, size_t(group)))};
}

const Operator op("Caffe2ConvTranspose", caffe2_conv_transpose_1, {1});

}  // namespace
}  // namespace etalon
