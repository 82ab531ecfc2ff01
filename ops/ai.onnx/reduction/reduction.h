// What the Reduce* operators share: which axes, whether these stay as size 1, and the carriers.
#pragma once

#include <cmath>

#include "engine/numerics/carriers.h"
#include "engine/numerics/quick_sums.h"
#include "engine/operators/choice.h"
#include "engine/operators/least_integer.h"

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

// The versions 11 of most, and 12 of two, do not say what a scalar or an empty set becomes.
inline Tensor open_set(const Call& call, const Tensor& reduced, const Tensor& data,
                       const Axes& axes) {
  const std::string& op = call.schema().name;
  const int silent = op == "ReduceMax" || op == "ReduceMin" ? 12 : 11;
  if (call.since_version() != silent) return reduced;
  at_point(silent == 12 ? "rank0_12" : "rank0_11", data.rank() == 0);
  const bool empty =
      std::any_of(axes.begin(), axes.end(), [&](size_t i) { return data.dim(i) == 0; });
  return anything(reduced, "empty_set", [&] { return full(reduced.shape(), empty); });
}

// reduced = f(data, axes), where f keeps the axes as size 1; here these go unless `keepdims`.
template <class F>  // Tensor f(const Tensor& data, const Axes& axes)
Values reduce_tensor(const Call& call, F f) {
  const Tensor& data = call.tensor("data");
  at_point("duplicates", any_repeated(given_axes(call), data.rank()));
  const Axes axes = reduced_axes(call, data.rank());
  const Tensor reduced = open_set(call, f(data, axes), data, axes);
  return {call.flag("keepdims") ? reduced : reduced.reshaped(without_axes(data.shape(), axes))};
}

// The same over the carrier of data's type.
// `open(reduced, data, axes)` marks what is open.
template <class F, class Open>  // Array<T> f(const Array<T>& x, const Axes& axes)
Values reduce(const Call& call, F f, Open open) {
  return reduce_tensor(call, [&](const Tensor& data, const Axes& axes) {
    const Tensor reduced = over_carrier(data.dtype(), [&]<class T>() {
      return rounded(data.dtype(), Array<T>(f(elements_of<T>(data), axes)));
    });
    return open(reduced, data, axes);
  });
}

// reduced = Σ term(data) over axes.
template <class Term, class Open>  // exact for floats of at most 32 bits in double
Values reduce_sums(const Call& call, Term term, Open open) {
  return reduce_tensor(call, [&](const Tensor& data, const Axes& axes) {
    return open(rounded_sums(data, axes, term), data, axes);
  });
}

// Makes the values 0 that are NaN or lie outside the integer type, and tells which these were.
template <class R>
Bools with_zeros_for_outside(DType type, Array<R>& values) {
  const int bits = bit_width(type) - (is_signed_integer(type) ? 1 : 0);
  const double end = std::ldexp(1.0, bits), least = is_signed_integer(type) ? -end : 0.0;
  Bools outside = full(values.shape(), false);
  for (size_t i = 0; i < values.size(); ++i) {
    const double whole = std::trunc(values.data()[i].middle());
    outside.data()[i] = !(whole >= least && whole < end);
    if (outside.data()[i]) values.data()[i] = R(0);
  }
  return outside;
}

// For what is real whatever data's type; of integers it is truncated, as by the CastLike that ends
// the function bodies.
// `steps(|x|)` are the addends of the sum that may overflow.
template <class F, class Steps>  // Array<R> f(const Array<R>& x, const Axes& axes)
Values reduce_reals(const Call& call, F f, Steps steps) {
  return reduce_tensor(call, [&](const Tensor& data, const Axes& axes) {
    const DType type = data.dtype();
    const bool least = holds_least_integer(data);
    const bool none =
        !is_float(type) && call.since_version() != 11 &&
        std::any_of(axes.begin(), axes.end(), [&](size_t i) { return data.dim(i) == 0; });
    Bools outside;
    const Tensor reduced = over_reals(is_float(type) ? type : DType::float64, [&]<class R>() {
      Array<R> reduced = f(elements_of<R>(data), axes);
      if (!is_float(type) && choices_wanted()) outside = with_zeros_for_outside(type, reduced);
      return is_float(type) ? rounded(type, reduced) : truncated(type, reduced);
    });
    const auto none_held = [&](bool here) {
      const bool any = here && !is_float(type);
      return [&, any] { return any ? outside : full(reduced.shape(), false); };
    };
    const Tensor held = anything(reduced, "no_integer", none_held(!none && !least));
    const Tensor empty = anything(held, "empty_integers", none_held(none));
    const Tensor marked = anything(empty, "int_min", [&] { return full(reduced.shape(), least); });
    return step_or_exact(marked, "overflow",
                         [&] { return sum_over(steps(Reals(xt::abs(data.as<double>()))), axes); });
  });
}

}  // namespace etalon
