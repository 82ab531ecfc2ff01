// DFT along an axis, N = dft_length:
//
//   output[k] = Σ_n e^(-2πi k n / N) input[n], and as inverse
//   output[n] = 1/N Σ_k e^(2πi k n / N) input[k]
//
//   17        axis as attribute (default 1)
//   20        axis as input (default -2); bfloat16
// onesided: the forward transform of a real signal returns its first ⌊N/2⌋ + 1 bins; the inverse
// takes these, the others being their conjugates, and returns the real signal.
#include "engine/operators/choice.h"
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

// The attributes and the length of the transform.
struct Transform {
  size_t N;
  bool onesided, inverse;
};

// x [rows, n, parts] cut, or padded with zeros, to n entries.
template <class T>
Array<T> fitted(const Array<T>& x, size_t n) {
  Array<T> signal = full({x.shape()[0], n, x.shape()[2]}, T(0));
  const size_t kept = std::min(x.shape()[1], n);
  xt::view(signal, xt::all(), xt::range(size_t{0}, kept), xt::all()) =
      xt::view(x, xt::all(), xt::range(size_t{0}, kept), xt::all());
  return signal;
}

// All N bins from the first ⌊N/2⌋ + 1: the others are the conjugates of their mirror images.
template <class T>
Array<T> mirrored(const Array<T>& half, size_t N) {
  Array<T> whole = fitted(half, N);
  for (size_t row = 0; row < whole.shape()[0]; ++row) {
    for (size_t k = N / 2 + 1; k < N; ++k) {
      whole(row, k, 0) = whole(row, N - k, 0);
      whole(row, k, 1) = -whole(row, N - k, 1);
    }
  }
  return whole;
}

// x [rows, n, parts] → [rows, bins, 2], or for the onesided inverse the real signal [rows, N, 1].
template <class T>
Tensor transformed(const Array<T>& x, const Transform& transform, DType type) {
  const auto [N, onesided, inverse] = transform;
  const size_t half = N / 2 + 1;
  if (!onesided || !inverse) {
    return fourier<T>(type, fitted(x, N), nullptr, {onesided ? half : N, inverse});
  }
  return fourier<T>(type, mirrored(fitted(x, half), N), nullptr, {N, inverse, 1});
}

// input's shape is […, signal, …, parts], with the parts real, or real and imaginary.
size_t checked_axis(const Tensor& input, int64_t axis_given) {
  const size_t rank = input.rank();
  if (rank < 2 || input.dim(rank - 1) < 1 || input.dim(rank - 1) > 2) {
    throw InvalidInput("input has the shape {}, whose last axis is not of size 1 or 2",
                       to_string(input.shape()));
  }
  const size_t axis = axis_index(axis_given, rank);
  if (axis == rank - 1) throw InvalidInput("axis {} is that of the complex parts", axis_given);
  return axis;
}

// For a signal of n entries, dft_length or else what keeps n.
Transform transform_of(const Call& call, size_t n, size_t parts) {
  const bool onesided = call.flag("onesided");
  const bool inverse = call.flag("inverse");
  if (onesided && (parts == 2) != inverse) {
    throw InvalidInput("onesided wants a real signal, or for the inverse a complex spectrum");
  }
  const auto length = static_cast<int64_t>(n);
  const Tensor* dft_length = call.maybe("dft_length");
  const int64_t N = dft_length            ? dft_length->item<int64_t>()
                    : onesided && inverse ? 2 * (length - 1)
                                          : length;
  at_point("empty", N < 1);
  if (N < 1) throw InvalidInput("the length of the transform is {}", N);
  return {element_count({static_cast<size_t>(N)}), onesided, inverse};
}

Tensor dft(const Call& call, int64_t axis_given) {
  const Tensor& input = call.tensor("input");
  const size_t rank = input.rank();
  const size_t axis = checked_axis(input, axis_given);
  const size_t n = input.dim(axis), parts = input.dim(rank - 1);
  const Transform transform = transform_of(call, n, parts);

  std::vector<size_t> perm = all_axes(rank);  // with `axis` beside the complex parts
  std::swap(perm[axis], perm[rank - 2]);
  const Tensor moved = transposed(input, perm);
  const size_t rows = split_at(moved.shape(), rank - 2).before;
  const Tensor signals = moved.reshaped({rows, n, parts});
  const Tensor output = over_elements(
      [&]<class T>() { return transformed(elements_of<T>(signals), transform, input.dtype()); });
  Shape shape = moved.shape();
  shape[rank - 2] = output.dim(1);
  shape[rank - 1] = output.dim(2);
  return either_zero(transposed(output.reshaped(shape), perm), "negative_zero");
}

Values dft_17(const Call& call) { return {dft(call, call.integer("axis"))}; }

Values dft_20(const Call& call) {
  const Tensor* axis = call.maybe("axis");
  return {dft(call, axis ? axis->item<int64_t>() : -2)};
}

const Operator op("DFT", {{dft_17, {17}}, {dft_20, {20}}});

}  // namespace
}  // namespace etalon
