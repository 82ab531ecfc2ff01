// What the signal operators share: points on the unit circle, windows, and the Fourier transform.
#pragma once

#include <map>

#include "engine/numerics/cast.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"
#include "engine/operators/output_type.h"

namespace etalon {

template <class R>
struct Point {
  R re, im;
};

// e^(2πi · turn / turns), whose parts are exact at quarters: the angle is brought into the first
// eighth by symmetry.
template <class R>
Point<R> unit_root(uint64_t turn, uint64_t turns) {
  turn %= turns;
  if (2 * turn > turns) {
    const Point<R> z = unit_root<R>(turns - turn, turns);
    return {z.re, -z.im};
  }
  if (4 * turn > turns) {
    const Point<R> z = unit_root<R>(turns - 2 * turn, 2 * turns);
    return {-z.re, z.im};
  }
  if (8 * turn > turns) {
    const Point<R> z = unit_root<R>(turns - 4 * turn, 4 * turns);
    return {z.im, z.re};
  }
  const R angle = 2 * real::pi<R>() * R(double(turn)) / R(double(turns));
  return {real::cos(angle), real::sin(angle)};
}

// As the type that attribute output_datatype names, float by default; integer types are cast to.
// f.operator()<R>() gives the values.
template <class F>
Tensor as_output_datatype(const Call& call, F f) {
  const DType type = output_type(call, "output_datatype", DType::float32);
  const DType real = is_float(type) ? type : DType::float64;
  const Tensor values =
      over_reals(real, [&]<class R>() { return rounded(real, f.template operator()<R>()); });
  return is_float(type) ? values : cast(values, type);
}

// The window (a0 - a1 cos(2πn/N) + a2 cos(4πn/N)) / divisor for n < size, where N = size if
// periodic, else size - 1. A symmetric window of size 1 divides 0 by 0.
inline Tensor cosine_window(const Call& call, int a0, int a1, int a2, int divisor) {
  const int64_t size = call.tensor("size").item<int64_t>();
  if (size < 0) throw InvalidInput("size is {}", size);
  const auto N = static_cast<uint64_t>(call.flag("periodic") ? size : size - 1);
  const Tensor output = as_output_datatype(call, [&]<class R>() {
    Array<R> window = empty_array<R>({static_cast<size_t>(size)});
    for (uint64_t n = 0; n < window.size(); ++n) {
      window(n) =
          N == 0 ? R(std::numeric_limits<double>::quiet_NaN())
                 : (a0 - a1 * unit_root<R>(n, N).re + a2 * unit_root<R>(2 * n, N).re) / divisor;
    }
    return window;
  });
  const auto constant = [&](double value) {
    return [&output, value] { return Tensor::of(output.dtype(), scalar_array(value)); };
  };
  if (!is_float(output.dtype())) return output;
  return choice(output, "zero_divisor", [&] { return full(output.shape(), N == 0 && size == 1); },
                "nan", {{"one", constant(1)}, {"zero", constant(0)}, {"edge", constant(0.08)}});
}

struct Spectrum {
  size_t bins;
  bool inverse = false;
  size_t parts = 2;  // of each bin: 1 leaves out its imaginary part
};

// x [rows, N, 1 or 2] → [rows, bins, parts], rounded once to `type`: Σ_n e^(-2πi k n / N) x[n] for
// k < bins; the inverse has the other sign and is divided by N. x(row, n, part) is a factor of a
// `window` of N entries, if that is not null. T is double, or ArbBall for bounds.
template <class T>
Tensor fourier(DType type, const Array<T>& x, const Array<T>* window, const Spectrum& wanted);

}  // namespace etalon
