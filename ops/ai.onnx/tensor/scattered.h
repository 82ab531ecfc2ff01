// What the scatter operators share: updates put into a copy of data.
#pragma once

#include "engine/formula.h"

namespace etalon {

enum class Reduction { none, add, mul, min, max };

// The `reduction` of ScatterElements and ScatterND, by version.
Reduction reduction_of(const Call& call);

// output = data, then output[at[i]] = updates[i] for each i: row-major positions. Two different
// values for one element are undefined.
Tensor overwritten(const Tensor& data, const Ints& at, const Tensor& updates);

// The C++ types of elements that add and multiply, and those that also have an order.
template <class T>
concept Number = !std::same_as<T, std::string>;
template <class T>
concept Ordered = Number<T> && !std::same_as<T, std::complex<double>>;

namespace detail {

template <class T, class F>
Array<T> reduced_at(Array<T> output, const Ints& at, const Array<T>& updates, F f) {
  for (size_t i = 0; i < updates.size(); ++i) {
    T& target = output.flat(static_cast<size_t>(at.flat(i)));
    target = f(target, updates.flat(i));
  }
  return output;
}

}  // namespace detail

// output = data, then output[at[i]] = f(output[at[i]], updates[i]) for each i in turn; floats are
// rounded once. Throws InvalidInput for types whose elements f does not take.
template <class F>
Tensor reduced_at(const Tensor& data, const Ints& at, const Tensor& updates, F f) {
  const DType type = data.dtype();
  if (is_float(type)) {
    return over_reals(type, [&]<class R>() {
      return rounded(type,
                     detail::reduced_at(elements_of<R>(data), at, elements_of<R>(updates), f));
    });
  }
  return any_carrier(type, [&]<class T>() -> Tensor {
    if constexpr (std::is_invocable_v<F, T, T>) {
      return Tensor::of(type, detail::reduced_at(data.as<T>(), at, updates.as<T>(), f));
    } else {
      throw InvalidInput("tensor({}) does not have this reduction", name(type));
    }
  });
}

// As above with f(a, b) = a + b, in any order.
Tensor summed_at(const Tensor& data, const Ints& at, const Tensor& updates);

}  // namespace etalon
