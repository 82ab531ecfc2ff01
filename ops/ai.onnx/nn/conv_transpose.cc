// ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = B[m] + Σ X[n, c, i] · W[c, m, k], each
// product added wherever it lands within Y. C and M fall into `group` parts. Along each axis Y has
// strides·(X − 1) + extent + output_padding − pads elements, or output_shape, or with SAME_*
// strides·X. The last two say how much padding there is; of an odd padding the greater half is
// after Y for SAME_UPPER, before it otherwise.
//   1           (its formula has those two swapped against its own description of auto_pad)
//   11, 22      output_padding below stride or dilation; 22: bfloat16
#include "engine/numerics/double_double.h"
#include "ops/ai.onnx/nn/transposed_window.h"

namespace etalon {
namespace {

void check_output_padding(const Call& call, const Sliding& s, int64_t output_padding) {
  if (call.since_version() >= 11 && output_padding >= std::max(s.stride, s.dilation)) {
    throw InvalidInput("output_padding {} is not below stride {} or dilation {}", output_padding,
                       s.stride, s.dilation);
  }
}

// Version 1 calls output_shape the shape of the output and leaves open whether N and M are part of
// it: both forms are taken.
std::vector<int64_t> spatial_output_shape(const Call& call, size_t n) {
  if (call.since_version() != 1 || call.ints("output_shape").size() != n + 2) {
    return axis_values(call, "output_shape", n, 0, 0);
  }
  const Shape whole = to_shape(call.ints("output_shape"));
  const size_t N = call.tensor("X").dim(0);
  const size_t M = call.tensor("W").dim(1) * size_t(call.integer("group"));
  if (whole[0] != N || whole[1] != M) {
    throw InvalidInput("output_shape begins with {}, {} where N is {} and M is {}", whole[0],
                       whole[1], N, M);
  }
  return {whole.begin() + 2, whole.end()};
}

// Pads so that `size` elements are left. Where the kernel covers less there is no padding, and what
// is missing is 0, after all else.
void pad_to_size(Sliding& s, int64_t size, bool greater_half_last) {
  const int64_t total_padding = std::max<int64_t>(0, s.input - size);
  s.begin = greater_half_last ? total_padding / 2 : total_padding - total_padding / 2;
  s.end = total_padding - s.begin;
  s.input = size;
}

Window transposed_window(const Call& call, const Tensor& X, const Tensor& W) {
  Window window = covering_window(call, X, W);
  const size_t n = window.size();
  const std::vector<int64_t> output_padding = axis_values(call, "output_padding", n, 0, 0);
  const std::vector<int64_t> output_shape = spatial_output_shape(call, n);
  const std::string auto_pad = auto_pad_of(call, call.ints("pads"));
  const bool greater_half_last =
      (auto_pad == "SAME_UPPER") != call.as_released("convtranspose-same-lower");
  for (size_t i = 0; i < n; ++i) {
    Sliding& s = window[i];
    check_output_padding(call, s, output_padding[i]);
    s.input += output_padding[i];
    if (call.has("output_shape")) {
      pad_to_size(s, output_shape[i], greater_half_last);
    } else if (auto_pad.starts_with("SAME")) {
      pad_to_size(s, s.stride * s.output, greater_half_last);
    } else {
      cut_pads(s);
    }
  }
  return window;
}

// Y += Σ X · W. Each channel of Y is gathered as Sum: DoubleDouble for float64, whose products and
// sums are not exact in double.
template <class Sum>
Reals add_products_where_they_land(Reals Y, const Tensor& X, const Tensor& W, const Window& window,
                                   size_t group) {
  const size_t parts = X.dim(0) * group;
  const size_t C = X.dim(1) / group, M = W.dim(1);  // of one group
  const size_t taps = split_at(W.shape(), 2).after;
  const size_t inputs = split_at(X.shape(), 2).after;
  const size_t outputs = split_at(Y.shape(), 2).after;
  const Shape shape = Y.shape();
  Y.reshape(Shape{parts, M, outputs});
  const Elements<double> x(X), w(W);
  Reals products = empty_array<double>({M, taps, inputs});  // W[:, m, k]ᵀ · X[n]
  std::vector<Sum, BudgetAllocator<Sum>> y(outputs);
  for (size_t part = 0; part < parts; ++part) {
    products.fill(0);
    const size_t first = part % group * C * M * taps;
    add_products<double>({{w.matrix(M * taps, C, {first, 1, M * taps}),
                           x.matrix(C, inputs, {part * C * inputs, inputs, 1}), products.data()}},
                         X.dtype() == DType::float64);
    for (size_t m = 0; m < M; ++m) {
      for (size_t o = 0; o < outputs; ++o) y[o] = Y(part, m, o);
      each_run(window, [&](const Run& run) {
        for (size_t i = 0; i < run.count; ++i) {
          Sum& sum = y[run.in + i * run.step];
          sum = sum + Sum(products(m, run.tap, run.out + i));
        }
      });
      for (size_t o = 0; o < outputs; ++o) Y(part, m, o) = double(y[o]);
    }
  }
  Y.reshape(shape);
  return Y;
}

Values conv_transpose(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = transposed_window(call, X, W);
  const size_t group = group_of(call, X, W);
  const Shape shape = transposed_shape(X.dim(0), W.dim(1) * group, window);
  const Reals B = filled_by_channel(shape, call.maybe("B"));
  const auto add = X.dtype() == DType::float64 ? add_products_where_they_land<DoubleDouble>
                                               : add_products_where_they_land<double>;
  return {Tensor::of(X.dtype(), add(B, X, W, window, group))};
}

const Operator op("ConvTranspose", conv_transpose, {1, 11, 22});

}  // namespace
}  // namespace etalon
