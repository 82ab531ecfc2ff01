// What the Reduce* operators share: which axes, whether these stay as size 1, and the carriers.
#pragma once

#include <cmath>

#include "engine/numerics/carriers.h"

namespace etalon {

using Axes = std::vector<size_t>;

// From the input `axes` where the version has it, else from the attribute; empty when not given.
inline std::vector<int64_t> given_axes(const Call& call) {
  if (call.schema().inputs.size() == 1) return call.ints("axes");
  const Tensor* axes = call.maybe("axes");
  return axes ? axes->ints() : std::vector<int64_t>();
}

// No axes given means all of them; with `noop_with_empty_axes` none: each element is then a set of
// its own, and what comes before and after the reduction still applies.
inline Axes reduced_axes(const Call& call, size_t rank) {
  const std::vector<int64_t> axes = given_axes(call);
  if (!axes.empty()) return axis_indices(axes, rank);
  const bool has_noop = call.schema().attribute("noop_with_empty_axes");
  return has_noop && call.flag("noop_with_empty_axes") ? Axes() : all_axes(rank);
}

// reduced = f(data, axes), where f keeps the axes as size 1; here these go unless `keepdims`.
template <class F>  // Tensor f(const Tensor& data, const Axes& axes)
Values reduce_tensor(const Call& call, F f) {
  const Tensor& data = call.tensor("data");
  const Axes axes = reduced_axes(call, data.rank());
  const Tensor reduced = f(data, axes);
  return {call.flag("keepdims") ? reduced : reduced.reshaped(without_axes(data.shape(), axes))};
}

// The same over the carrier of data's type.
template <class F>  // Array<T> f(const Array<T>& x, const Axes& axes)
Values reduce(const Call& call, F f) {
  return reduce_tensor(call, [&](const Tensor& data, const Axes& axes) {
    return over_carrier(data.dtype(), [&]<class T>() {
      return rounded(data.dtype(), Array<T>(f(elements_of<T>(data), axes)));
    });
  });
}

// For what is real whatever data's type; of integers it is truncated, as by the CastLike that ends
// the function bodies.
template <class F>  // Array<R> f(const Array<R>& x, const Axes& axes)
Values reduce_reals(const Call& call, F f) {
  return reduce_tensor(call, [&](const Tensor& data, const Axes& axes) {
    const DType type = data.dtype();
    return over_reals(is_float(type) ? type : DType::float64, [&]<class R>() {
      const Array<R> reduced = f(elements_of<R>(data), axes);
      return is_float(type) ? rounded(type, reduced) : truncated(type, reduced);
    });
  });
}

}  // namespace etalon
