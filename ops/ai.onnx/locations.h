// by_locations, for formulas that sample images: all channels of one location at a time, since they
// share positions and weights.
#pragma once

#include "engine/formula.h"
#include "engine/numerics/cast.h"
#include "engine/numerics/paths.h"
#include "engine/values/evaluation.h"

namespace etalon {

namespace detail {

// f<ArbBall>(n, l) with the bounds of runtimes; without bounds where they stay unknown.
template <class F>
Array<ArbBall> bounds_at(const F& f, size_t channels, size_t n, size_t l) {
  try {
    return over_paths([&] { return f.template operator()<ArbBall>(n, l); });
  } catch (const Undecided&) {
    return full({channels}, ArbBall::unknown());
  }
}

// Y[n, :, l] = f(n, l).
template <class T, class F>
Array<T> at_locations(const Shape& shape, F f) {
  Array<T> Y = empty_array<T>(shape);
  for (size_t n = 0; n < shape[0]; ++n) {
    for (size_t l = 0; l < shape[2]; ++l) {
      count_work(work_per_step * (shape[1] + 1));
      const Array<T> channels = f(n, l);
      for (size_t c = 0; c < shape[1]; ++c) Y(n, c, l) = channels(c);
    }
  }
  return Y;
}

}  // namespace detail

// Y[n, :, l] = f.operator()<R>(n, l), an Array<R> with a value for each channel, for Y of the shape
// [N, channels, locations]. Floats are rounded once; of other types f gives whole numbers, which
// stop at the ends of the type's range.
template <class F>
Tensor each_location(DType type, const Shape& shape, F f) {
  const DType real = is_float(type) ? type : DType::float32;  // in which whole numbers are decided
  const auto in_type = [&](const Reals& values) {
    if (is_float(type)) return Tensor::decided(type, values);
    return cast(Tensor::decided(DType::float64, values), type, {.wrap = false});
  };
  if (evaluation().once_over_arbs()) {
    const auto Y = detail::at_locations<ArbBall>(
        shape, [&](size_t n, size_t l) { return detail::bounds_at(f, shape[1], n, l); });
    return is_float(type) ? rounded(type, Y) : in_type(decided(real, Y));
  }
  return in_type(detail::at_locations<double>(shape, [&](size_t n, size_t l) {
    return over_reals(real,
                      [&]<class R>() { return decided(real, f.template operator()<R>(n, l)); });
  }));
}

}  // namespace etalon
