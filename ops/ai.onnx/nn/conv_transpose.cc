// ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = B[m] + Σ X[n, c, i] · W[c, m, k], each
// product added wherever it lands within Y. C and M fall into `group` parts.
//   1, 11, 22   11: output_padding below stride or dilation; 22: bfloat16
// Along each axis Y has strides·(input − 1) + output_padding + extent − pads elements, or
// output_shape, or with SAME_* input·strides. The last two say how much padding there is; of an odd
// padding the greater half is after Y for SAME_UPPER, before it otherwise. (Version 1's formula has
// these two swapped against its own description of auto_pad; 11 corrects it.)
#include "engine/numerics/convolution.h"
#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// The convolution from Y to X whose transpose this is: its input is Y, its output X.
Sliding transposed_axis(const Call& call, Sliding s, int64_t output_padding,
                        std::optional<int64_t> size, const std::string& auto_pad) {
  const int64_t covered = s.stride * (s.output - 1) + output_padding + s.extent();
  if (!size && auto_pad.starts_with("SAME")) size = s.output * s.stride;
  if (size) {
    // Less than what is covered, or none: what is missing is 0, after all else.
    const int64_t total_padding = std::max<int64_t>(0, covered - *size);
    const bool greater_first =
        (auto_pad == "SAME_UPPER") == call.as_released("convtranspose-same-lower");
    s.begin = greater_first ? total_padding - total_padding / 2 : total_padding / 2;
    s.end = total_padding - s.begin;
  }
  s.input = size.value_or(covered - s.begin - s.end);
  if (s.input < 0) throw InvalidInput("the pads {} and {} leave nothing", s.begin, s.end);
  return s;
}

void check_output_padding(const Call& call, const Sliding& s, int64_t output_padding) {
  if (call.since_version() >= 11 && output_padding >= std::max(s.stride, s.dilation)) {
    throw InvalidInput("output_padding {} is not below stride {} or dilation {}", output_padding,
                       s.stride, s.dilation);
  }
}

// Version 1 calls output_shape the shape of the output and leaves open whether N and M are part of
// it: both forms are taken.
std::vector<int64_t> spatial_output_shape(const Call& call, size_t n) {
  const std::vector<int64_t> whole = call.ints("output_shape");
  if (call.since_version() != 1 || whole.size() != n + 2) {
    return axis_values(call, "output_shape", n, 0, 0);
  }
  const auto N = static_cast<int64_t>(call.tensor("X").dim(0));
  const int64_t M = static_cast<int64_t>(call.tensor("W").dim(1)) * call.integer("group");
  if (whole[0] != N || whole[1] != M) {
    throw InvalidInput("output_shape begins with {}, {} where N is {} and M is {}", whole[0],
                       whole[1], N, M);
  }
  return {whole.begin() + 2, whole.end()};
}

Window transposed_window(const Call& call, const Shape& input, const Shape& kernel) {
  const size_t n = input.size();
  if (kernel.size() != n || element_count(kernel) == 0 ||
      (call.has("kernel_shape") && to_shape(call.ints("kernel_shape")) != kernel)) {
    throw InvalidInput("the kernel {} does not fit X and kernel_shape", to_string(kernel));
  }
  const std::vector<int64_t> strides = axis_values(call, "strides", n, 1, 1);
  const std::vector<int64_t> dilations = axis_values(call, "dilations", n, 1, 1);
  const std::vector<int64_t> pads = axis_values(call, "pads", 2 * n, 0, 0);
  const std::vector<int64_t> output_padding = axis_values(call, "output_padding", n, 0, 0);
  const std::vector<int64_t> output_shape = spatial_output_shape(call, n);
  const std::string auto_pad = auto_pad_of(call, pads);
  Window window;
  for (size_t i = 0; i < n; ++i) {
    const Sliding s{0,       int64_t(kernel[i]), strides[i],       dilations[i],
                    pads[i], pads[n + i],        int64_t(input[i])};
    check_output_padding(call, s, output_padding[i]);
    const auto size = call.has("output_shape") ? std::optional(output_shape[i]) : std::nullopt;
    window.push_back(transposed_axis(call, s, output_padding[i], size, auto_pad));
  }
  return window;
}

// Sum is what Y gathers in: DoubleDouble for float64, whose products and sums are not exact.
template <class Sum>
Reals conv_transpose(const Tensor& X, const Tensor& W, Reals Y, const Window& window,
                     size_t group) {
  const size_t C = X.dim(1) / group;  // of one group
  const size_t M = W.dim(1);
  const size_t taps = split_at(W.shape(), 2).after;
  const size_t inputs = split_at(X.shape(), 2).after;
  const size_t outputs = split_at(Y.shape(), 2).after;
  const Elements<double> x(X);
  const Elements<double> w(W);
  Reals products = empty_array<double>({M * taps, inputs});  // W[:, m, k]ᵀ · X[n]
  std::vector<Sum, BudgetAllocator<Sum>> y(outputs);
  for (size_t part = 0; part < X.dim(0) * group; ++part) {
    products.fill(0);
    const size_t g = part % group;
    add_products<double>({{w.matrix(M * taps, C, {g * C * M * taps, 1, M * taps}),
                           x.matrix(C, inputs, {part * C * inputs, inputs, 1}), products.data()}},
                         X.dtype() == DType::float64);
    for (size_t m = 0; m < M; ++m) {
      double* to = Y.data() + (part * M + m) * outputs;
      std::copy_n(to, outputs, y.begin());
      each_run(window, [&](const Run& run) {
        const double* from = products.data() + (m * taps + run.tap) * inputs + run.out;
        for (size_t i = 0; i < run.count; ++i) {
          y[run.in + i * run.step] = y[run.in + i * run.step] + Sum(from[i]);
        }
      });
      for (size_t i = 0; i < outputs; ++i) to[i] = double(y[i]);
    }
  }
  return Y;
}

Values conv_transpose(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = transposed_window(call, spatial_shape(X, "X"), spatial_shape(W, "W"));
  const int64_t group = call.integer("group");
  if (group < 1 || size_t(group) > std::max<size_t>(X.dim(1), 1) || X.dim(1) != W.dim(0) ||
      X.dim(1) % size_t(group) != 0) {
    throw InvalidInput("X of shape {} and W of shape {} do not fit {} groups", to_string(X.shape()),
                       to_string(W.shape()), group);
  }
  Shape shape{X.dim(0), W.dim(1) * size_t(group)};
  for (const Sliding& s : window) shape.push_back(size_t(s.input));
  const Reals Y = filled_by_channel(shape, call.maybe("B"));
  const auto sum =
      X.dtype() == DType::float64 ? conv_transpose<DoubleDouble> : conv_transpose<double>;
  return {Tensor::of(X.dtype(), sum(X, W, Y, window, size_t(group)))};
}

const Operator op("ConvTranspose", conv_transpose, {1, 11, 22});

}  // namespace
}  // namespace etalon
