// DFT: output[k] = Σ_n e^(-2πi k n / N) input[n] along an axis, N = dft_length; the inverse is
// output[n] = 1/N Σ_k e^(2πi k n / N) input[k].
//   17        axis as attribute (default 1)
//   20        axis as input (default -2); bfloat16
// onesided: the forward transform of a real signal returns its first ⌊N/2⌋ + 1 bins; the inverse
// takes these, the others being their conjugates, and returns the real signal.
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

// x [rows, n, parts] cut, or padded with zeros, to the length N.
Reals fitted(const Reals& x, size_t N) {
  const size_t rows = x.shape()[0], n = std::min(x.shape()[1], N), parts = x.shape()[2];
  Reals signal = full<double>({rows, N, parts}, 0);
  xt::view(signal, xt::all(), xt::range(size_t{0}, n), xt::all()) =
      xt::view(x, xt::all(), xt::range(size_t{0}, n), xt::all());
  return signal;
}

// The bins ⌊N/2⌋ + 1 … N - 1 are the conjugates of their mirror images.
Reals mirrored(const Reals& half, size_t N) {
  Reals whole = fitted(half, N);
  for (size_t row = 0; row < whole.shape()[0]; ++row) {
    for (size_t k = N / 2 + 1; k < N; ++k) {
      whole(row, k, 0) = whole(row, N - k, 0);
      whole(row, k, 1) = -whole(row, N - k, 1);
    }
  }
  return whole;
}

Reals transformed(const Reals& x, size_t N, bool onesided, bool inverse, DType dtype) {
  if (!onesided) return fourier(fitted(x, N), N, inverse, dtype);
  if (!inverse) return fourier(fitted(x, N), N / 2 + 1, inverse, dtype);
  const Reals signal = fourier(mirrored(fitted(x, N / 2 + 1), N), N, inverse, dtype);
  return xt::view(signal, xt::all(), xt::all(), xt::range(0, 1));
}

int64_t default_length(size_t n, bool onesided, bool inverse) {
  const auto length = static_cast<int64_t>(n);
  return onesided && inverse ? 2 * (length - 1) : length;
}

// The axis to transform, of an input whose last axis holds one part or two.
size_t checked_axis(const Tensor& input, int64_t axis_given) {
  const size_t rank = input.rank();
  if (rank < 2 || input.dim(rank - 1) < 1 || input.dim(rank - 1) > 2) {
    throw InvalidInput("input has the shape {}, whose last axis is not one of 1 or 2",
                       to_string(input.shape()));
  }
  const size_t axis = axis_index(axis_given, rank);
  if (axis == rank - 1) throw InvalidInput("axis {} is the one of the complex parts", axis_given);
  return axis;
}

Tensor dft(const Call& call, int64_t axis_given) {
  const Tensor& input = call.tensor("input");
  const bool onesided = call.flag("onesided");
  const bool inverse = call.flag("inverse");
  const size_t rank = input.rank();
  const size_t axis = checked_axis(input, axis_given);
  const size_t parts = input.dim(rank - 1);
  if (onesided && (parts == 2) != inverse) {
    throw InvalidInput("onesided wants a real signal, or for the inverse a complex spectrum");
  }
  const Tensor* dft_length = call.maybe("dft_length");
  const int64_t N =
      dft_length ? dft_length->item<int64_t>() : default_length(input.dim(axis), onesided, inverse);
  if (N < 1) throw InvalidInput("the length of the transform is {}", N);

  std::vector<size_t> perm = all_axes(rank);  // with `axis` beside the complex parts
  std::swap(perm[axis], perm[rank - 2]);
  const Tensor moved = transposed(input, perm);
  const size_t rows = split_at(moved.shape(), rank - 2).before;
  const Reals signals = moved.reshaped({rows, input.dim(axis), parts}).as<double>();
  const Reals result = transformed(signals, element_count({static_cast<size_t>(N)}), onesided,
                                   inverse, input.dtype());
  Shape shape = moved.shape();
  shape[rank - 2] = result.shape()[1];
  shape[rank - 1] = result.shape()[2];
  return transposed(Tensor::of(input.dtype(), result).reshaped(shape), perm);
}

Values dft_17(const Call& call) { return {dft(call, call.integer("axis"))}; }

Values dft_20(const Call& call) {
  const Tensor* axis = call.maybe("axis");
  return {dft(call, axis ? axis->item<int64_t>() : -2)};
}

const Operator op("DFT", {{dft_17, {17}}, {dft_20, {20}}});

}  // namespace
}  // namespace etalon
