// What the Reduce* operators share: which axes, whether these stay as size 1, and the carriers.
#pragma once

#include <cmath>

#include "engine/numerics/numerics.h"

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
    return numeric(data.dtype(), [&]<class T>() {
      const Array<T> reduced = f(data.as<T>(), axes);
      return Tensor::of(data.dtype(), reduced);
    });
  });
}

// Reals as integers of `type`, truncated as by the CastLike that ends the function bodies.
inline Tensor truncated(DType type, const Reals& values) {
  const double least = std::ldexp(is_signed_integer(type) ? -1.0 : 0.0, bit_width(type) - 1);
  const double beyond = std::ldexp(1.0, bit_width(type) - (is_signed_integer(type) ? 1 : 0));
  Naturals result = empty_array<uint64_t>(values.shape());
  std::transform(values.begin(), values.end(), result.begin(), [&](double value) {
    const double whole = std::trunc(value);
    if (!(whole >= least && whole < beyond)) {
      throw Unspecified("a result is NaN or outside the range of tensor({})", name(type));
    }
    return whole < 0 ? static_cast<uint64_t>(static_cast<int64_t>(whole))
                     : static_cast<uint64_t>(whole);
  });
  return Tensor::of(type, result);
}

// For what is real whatever data's type; truncated to integers.
template <class F>  // Reals f(const Reals& x, const Axes& axes)
Values reduce_reals(const Call& call, F f) {
  return reduce_tensor(call, [&](const Tensor& data, const Axes& axes) {
    const Reals reduced = f(data.as<double>(), axes);
    return is_float(data.dtype()) ? Tensor::of(data.dtype(), reduced)
                                  : truncated(data.dtype(), reduced);
  });
}

}  // namespace etalon
