// What the signal operators share: points on the unit circle, and the Fourier transform as the
// product with a matrix of them.
#pragma once

#include <numbers>

#include "engine/numerics/cast.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/output_type.h"
#include "engine/values/limits.h"

namespace etalon {

// e^(2πi · turn / turns), whose parts are exact at eighths: the angle is brought into the first
// eighth by symmetry before it is rounded.
inline std::complex<double> unit_root(uint64_t turn, uint64_t turns) {
  turn %= turns;
  if (2 * turn > turns) return std::conj(unit_root(turns - turn, turns));
  if (4 * turn > turns) {
    const std::complex<double> z = unit_root(turns - 2 * turn, 2 * turns);
    return {-z.real(), z.imag()};
  }
  if (8 * turn > turns) {
    const std::complex<double> z = unit_root(turns - 4 * turn, 4 * turns);
    return {z.imag(), z.real()};
  }
  const double angle =
      2 * std::numbers::pi * (static_cast<double>(turn) / static_cast<double>(turns));
  return {std::cos(angle), std::sin(angle)};
}

inline double cosine(int64_t turn, int64_t turns) {
  return unit_root(static_cast<uint64_t>(turn), static_cast<uint64_t>(turns)).real();
}

// As the type that attribute output_datatype names, float by default; integer types are cast to.
inline Tensor as_output_datatype(const Call& call, const Reals& values) {
  const DType type = output_type(call, "output_datatype", DType::float32);
  return is_float(type) ? Tensor::of(type, values) : cast(Tensor::of(DType::float64, values), type);
}

// The window a0 - a1 cos(2πn/N) + a2 cos(4πn/N) for n < size, where N = size if periodic, else
// size - 1. A symmetric window of size 1 divides 0 by 0.
inline Tensor cosine_window(const Call& call, double a0, double a1, double a2) {
  const int64_t size = call.tensor("size").item<int64_t>();
  if (size < 0) throw InvalidInput("size is {}", size);
  const int64_t N = call.flag("periodic") ? size : size - 1;
  Reals window = empty_array<double>({static_cast<size_t>(size)});
  for (int64_t n = 0; n < size; ++n) {
    window(n) = N == 0 ? std::numeric_limits<double>::quiet_NaN()
                       : a0 + a2 * cosine(2 * n, N) - a1 * cosine(n, N);
  }
  return as_output_datatype(call, window);
}

// The matrix of the bins begin … end - 1 for signals of length N: a row for each part of an entry,
// real or real and imaginary, and a column for each part of a bin.
inline Reals fourier_matrix(size_t N, size_t parts, size_t begin, size_t end, bool inverse) {
  Complexes roots = empty_array<std::complex<double>>({N});
  for (size_t j = 0; j < N; ++j) roots(j) = unit_root(inverse ? j : N - j, N);
  Reals matrix = empty_array<double>({N, parts, end - begin, 2});
  for (size_t n = 0; n < N; ++n) {
    size_t turn = n * begin % N;
    for (size_t k = 0; k < end - begin; ++k, turn = (turn + n) % N) {
      const std::complex<double> root = roots(turn);
      matrix(n, 0, k, 0) = root.real();
      matrix(n, 0, k, 1) = root.imag();
      if (parts == 1) continue;
      matrix(n, 1, k, 0) = -root.imag();
      matrix(n, 1, k, 1) = root.real();
    }
  }
  matrix.reshape({N * parts, 2 * (end - begin)});
  return matrix;
}

// x [rows, N, 1 or 2] → [rows, bins, 2]: Σ_n e^(-2πi k n / N) x[n] for k < bins; the inverse has
// the other sign and is divided by N. Sums of float64 are compensated.
inline Reals fourier(const Reals& x, size_t bins, bool inverse, DType type) {
  const size_t rows = x.shape()[0], N = x.shape()[1], parts = x.shape()[2];
  Reals signals = x;
  signals.reshape({rows, N * parts});
  Reals spectra = empty_array<double>({rows, bins, 2});
  if (spectra.size() == 0) return spectra;
  const size_t at_once = std::max<size_t>(1, (size_t{1} << 21) / (N * parts));  // 32 MiB a matrix
  for (size_t begin = 0; begin < bins; begin += at_once) {
    count_step();
    const size_t end = std::min(begin + at_once, bins);
    const Reals matrix = fourier_matrix(N, parts, begin, end, inverse);
    Reals some = matmul(signals, matrix, type == DType::float64);
    if (inverse) some /= static_cast<double>(N);
    some.reshape({rows, end - begin, 2});
    xt::view(spectra, xt::all(), xt::range(begin, end), xt::all()) = some;
  }
  return spectra;
}

}  // namespace etalon
