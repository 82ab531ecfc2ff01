// What Resize and GridSample share: the kernels of interpolation, and which types have averages.
#pragma once

#include "engine/formula.h"
#include "engine/numerics/cast.h"

namespace etalon {

enum class Interpolation { nearest, linear, cubic };

// 1 - |t| within distance 1.
template <class R>
R linear_kernel(const R& t) {
  using real::abs;
  return maximum(R(1) - abs(t), R(0));
}

// Keys, Cubic convolution interpolation for digital image processing (1981), equation (4), within
// distance 2.
template <class R>
R cubic_kernel(const R& offset, const R& a) {
  using real::abs;
  const R t = abs(offset);
  if (t >= 2) return R(0);
  if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
  return ((a * t - 5 * a) * t + 8 * a) * t - 4 * a;
}

// The weight of an element at the distance t of a place; modes linear and cubic.
template <class R>
R kernel(Interpolation mode, const R& t, const R& cubic_coeff_a = -0.75) {
  return mode == Interpolation::cubic ? cubic_kernel<R>(t, cubic_coeff_a) : linear_kernel<R>(t);
}
// How far the kernel reaches.
inline int64_t reach_of(Interpolation mode) { return mode == Interpolation::cubic ? 2 : 1; }

// Averages, of which those of integers are whole numbers, as this type: integers stop at the ends
// of their range.
inline Tensor within_range(const Tensor& averages, DType type) {
  return is_float(type) ? averages : cast(averages, type, {.wrap = false});
}

// A number in place of elements of this type that are nowhere.
inline Tensor extrapolation(DType type, double value) {
  if (is_complex(type)) return Tensor::of(type, scalar_array<std::complex<double>>(value));
  const DType real = is_float(type) ? type : DType::float64;
  return within_range(scalar(real, is_float(type) ? value : std::rint(value)), type);
}

// The real or the imaginary parts of complex numbers, and complex numbers of both.
Tensor real_parts(const Tensor& X);
Tensor imaginary_parts(const Tensor& X);
Tensor complex_of(DType type, const Tensor& real, const Tensor& imaginary);

// f(X) for a function of real numbers, or of the parts of complex ones. Throws InvalidInput for
// strings.
template <class F>
Tensor by_parts(const Tensor& X, F f) {
  if (X.dtype() == DType::string) throw InvalidInput("strings have no weighted average");
  if (!is_complex(X.dtype())) return f(X);
  return complex_of(X.dtype(), f(real_parts(X)), f(imaginary_parts(X)));
}

}  // namespace etalon
