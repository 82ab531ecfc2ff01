// What Resize, Upsample and GridSample share: interpolation as weighted sums of elements.
#pragma once

#include "engine/numerics/cast.h"
#include "engine/numerics/rounded_once.h"

namespace etalon {

enum class Interpolation { nearest, linear, cubic };

// An element's position and its share in a weighted sum, which is not 0: an element of weight 0
// does not count, be it infinite or NaN.
template <class R>
struct Tap {
  int64_t at;
  R weight;
};
template <class R>
using Taps = std::vector<Tap<R>, BudgetAllocator<Tap<R>>>;

// 1 - |t| within distance 1.
template <class R>
R linear_kernel(const R& t) {
  using real::abs;
  return maximum(R(1) - abs(t), R(0));
}

// Keys, Cubic convolution interpolation for digital image processing (1981), equation (4).
template <class R>
R cubic_kernel(const R& offset, const R& a) {
  using real::abs;
  const R t = abs(offset);
  if (t >= 2) return R(0);
  if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
  return ((a * t - 5 * a) * t + 8 * a) * t - 4 * a;
}

inline double weighted(double weight, double x) { return weight * x; }

// Σ weight · element(at) over the taps.
template <class R, class F>  // R element(size_t at)
R weighted_sum(const Taps<R>& taps, F element) {
  R sum = sum_of_none<R>(!taps.empty());
  for (const auto& [at, weight] : taps) sum += weighted(weight, element(static_cast<size_t>(at)));
  return sum;
}

// The type that decides the digits of averages of this type's elements: averages of integers are
// made whole, and then exact in any.
inline DType averaged_in(DType type) { return is_float(type) ? type : DType::float32; }

// Averages in an element type: floats are rounded once; integers, of which `values` are whole, stop
// at the ends of their range.
inline Tensor averages_of(DType type, const Reals& values) {
  if (is_float(type)) return Tensor::decided(type, values);
  return cast(Tensor::decided(DType::float64, values), type, {.wrap = false});
}

// The same of what over_reals or a RoundingScope gives.
inline Tensor averages_of(DType type, const Array<ArbBall>& values) {
  return is_float(type) ? rounded(type, values)
                        : averages_of(type, decided(averaged_in(type), values));
}

// Complex numbers as floats, with a last axis of size 2 for their parts; and back.
inline Tensor parts_of(const Tensor& X) {
  const Complexes values = X.as<std::complex<double>>();
  Shape shape = X.shape();
  shape.push_back(2);
  Reals parts = empty_array<double>(shape);
  for (size_t i = 0; i < values.size(); ++i) {
    parts.data()[2 * i] = values.data()[i].real();
    parts.data()[2 * i + 1] = values.data()[i].imag();
  }
  return Tensor::of(X.dtype() == DType::complex64 ? DType::float32 : DType::float64, parts);
}
inline Tensor of_parts(DType type, const Tensor& parts) {
  const Reals values = parts.as<double>();
  Shape shape = parts.shape();
  shape.pop_back();
  Complexes result = empty_array<std::complex<double>>(shape);
  for (size_t i = 0; i < result.size(); ++i) {
    result.data()[i] = {values.data()[2 * i], values.data()[2 * i + 1]};
  }
  return Tensor::of(type, result);
}

// Throws InvalidInput for strings.
inline void require_averages(DType type) {
  if (type == DType::string) throw InvalidInput("strings have no weighted average");
}

}  // namespace etalon
