// What the Reduce* operators share: which axes, whether these stay as size 1, and the carriers.
#pragma once

#include <cmath>

#include "engine/numerics/numerics.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {

// From the input `axes` where the version has it, else from the attribute; none given: all axes.
inline std::vector<size_t> reduced_axes(const Call& call, size_t rank) {
  const bool as_input = call.schema().inputs.size() > 1;
  const Tensor* input = as_input ? call.maybe("axes") : nullptr;
  const std::vector<int64_t> axes = input      ? input->ints()
                                    : as_input ? std::vector<int64_t>()
                                               : call.ints("axes");
  return axes.empty() ? all_axes(rank) : axis_indices(axes, rank);
}

// True when no axes are given and `noop_with_empty_axes` says that nothing is reduced then: each
// element is a set of its own, and what comes before and after the reduction still applies.
inline bool nothing_to_reduce(const Call& call) {
  if (!call.schema().attribute("noop_with_empty_axes") || !call.flag("noop_with_empty_axes")) {
    return false;
  }
  const Tensor* axes = call.maybe("axes");
  return !axes || axes->size() == 0;
}

// reduced = f(data, axes), where f keeps the axes as size 1; here these go unless `keepdims`.
template <class F>  // Tensor f(const Tensor& data, const std::vector<size_t>& axes)
Values reduce_tensor(const Call& call, F f) {
  const Tensor& data = call.tensor("data");
  const std::vector<size_t> axes =
      nothing_to_reduce(call) ? std::vector<size_t>() : reduced_axes(call, data.rank());
  const Tensor reduced = f(data, axes);
  return {call.flag("keepdims") ? reduced : reduced.reshaped(without_axes(data.shape(), axes))};
}

// The same over the carrier of data's type: f.operator()<T>(const Array<T>& x, axes).
template <class F>
Values reduce(const Call& call, F f) {
  return reduce_tensor(call, [&](const Tensor& data, const std::vector<size_t>& axes) {
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
  for (size_t i = 0; i < values.size(); ++i) {
    const double value = std::trunc(values.data()[i]);
    if (!(value >= least && value < beyond)) {
      throw Unspecified("a result is NaN or outside the range of tensor({})", name(type));
    }
    result.data()[i] = value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value))
                                 : static_cast<uint64_t>(value);
  }
  return Tensor::of(type, result);
}

// The same for what is real whatever data's type: Reals f(const Reals& x, axes).
template <class F>
Values reduce_reals(const Call& call, F f) {
  return reduce_tensor(call, [&](const Tensor& data, const std::vector<size_t>& axes) {
    const Reals reduced = f(data.as<double>(), axes);
    return is_float(data.dtype()) ? Tensor::of(data.dtype(), reduced)
                                  : truncated(data.dtype(), reduced);
  });
}

// reduced = the index along `axis` of the element that no other beats, the first of such elements
// or, with `select_last_index`, the last. NaN beats all others.
template <class Beats>  // bool beats(a, b)
Values index_of_best(const Call& call, Beats beats) {
  const Tensor& data = call.tensor("data");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  if (data.dim(axis) == 0 || (call.since_version() == 11 && data.size() == 0)) {
    throw InvalidInput("data of shape {} is empty", to_string(data.shape()));
  }
  const bool last = call.since_version() >= 12 && call.flag("select_last_index");
  Shape shape = data.shape();
  shape[axis] = 1;
  Ints reduced = empty_array<int64_t>(shape);
  numeric(data.dtype(), [&]<class T>() {
    const Array<T> x = data.as<T>();
    const auto wins = [&](T a, T b) { return b == b && (a != a || beats(a, b)); };
    const Lines lines(data.shape(), axis);
    for (size_t n = 0; n < lines.count(); ++n) {
      const Line line = lines[n];
      size_t best = 0;
      for (size_t i = 1; i < line.size; ++i) {
        const T challenger = x.data()[line[i]];
        const T champion = x.data()[line[best]];
        if (wins(challenger, champion) || (last && !wins(champion, challenger))) best = i;
      }
      reduced.data()[n] = static_cast<int64_t>(best);
    }
  });
  return {Tensor::of(DType::int64, call.flag("keepdims") ? reduced : squeezed(reduced, {axis}))};
}

}  // namespace etalon
