// What the Reduce* operators share: which axes, and whether these stay as size 1.
#pragma once

#include "engine/numerics.h"

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

// True when no axes are given and `noop_with_empty_axes` says that nothing is reduced then.
inline bool nothing_to_reduce(const Call& call) {
  if (!call.schema().attribute("noop_with_empty_axes") || !call.flag("noop_with_empty_axes")) {
    return false;
  }
  const Tensor* axes = call.maybe("axes");
  return !axes || axes->size() == 0;
}

// reduced = finish(reduce(prepare(data))), the whole written as reduce(x, axes) over the carrier of
// data's type, once for each carrier: f.operator()<T>(const Array<T>& x, axes).
template <class F>
Values reduce(const Call& call, F f) {
  const Tensor& data = call.tensor("data");
  const std::vector<size_t> axes =
      nothing_to_reduce(call) ? std::vector<size_t>() : reduced_axes(call, data.rank());
  return {numeric(data.dtype(), [&]<class T>() {
    const Array<T> result = f(data.as<T>(), axes);
    return Tensor::of(data.dtype(), call.flag("keepdims") ? result : squeezed(result, axes));
  })};
}

}  // namespace etalon
