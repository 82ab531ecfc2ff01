// What the tensor family shares: positions found by indices, and writing to them.
#pragma once

#include <functional>

#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon {

// The element type of number `to`, which has to be one that the type variable T2 admits.
inline DType target_type(const Call& call, int64_t to) {
  for (const Type& accepted : call.schema().constraint("T2")->accepted) {
    if (static_cast<int64_t>(accepted.dtype) == to) return accepted.dtype;
  }
  throw InvalidInput("attribute 'to' is {}, no type that it may name", to);
}

// output[i, j, …] = X[sources[0][i], sources[1][j], …], and `fill` where one of these is negative.
inline Tensor take_by_axis(const Tensor& X, const std::vector<Ints>& sources, const Tensor& fill) {
  Shape shape;
  for (const Ints& source : sources) shape.push_back(source.size());
  Ints at = full<int64_t>({element_count(shape) == 0 ? size_t{0} : size_t{1}}, 0);
  for (size_t axis = 0; axis < sources.size() && at.size() > 0; ++axis) {
    const auto size = static_cast<int64_t>(X.dim(axis));
    Ints next = empty_array<int64_t>({at.size() * sources[axis].size()});
    int64_t* out = next.data();
    for (const int64_t outer : at) {
      for (const int64_t inner : sources[axis]) {
        *out++ = outer < 0 || inner < 0 ? -1 : outer * size + inner;
      }
    }
    at = std::move(next);
  }
  at.reshape(shape);
  return take(X, at, fill);
}

// Gather- and ScatterElements: for each element of `indices`, the position in an array of shape
// `data` that has the element's own index, but for `axis`, where the element's value says it.
inline Ints element_positions(const Shape& data, const Tensor& indices, size_t axis) {
  const Shape& shape = indices.shape();
  bool fits = shape.size() == data.size();
  for (size_t i = 0; fits && i < data.size(); ++i) fits = i == axis || shape[i] <= data[i];
  if (!fits) {
    throw InvalidInput("indices' shape {} does not fit data's {}", to_string(shape),
                       to_string(data));
  }
  Ints at = indices.as<int64_t>();
  std::vector<size_t> index(shape.size());
  for (int64_t& value : at) {
    size_t position = 0;
    for (size_t i = 0; i < data.size(); ++i) {
      position = position * data[i] + (i == axis ? entry_index(value, data[i]) : index[i]);
    }
    value = static_cast<int64_t>(position);
    for (size_t i = shape.size(); i-- > 0 && ++index[i] == shape[i];) index[i] = 0;
  }
  return at;
}

// Gather- and ScatterND: the last axis of `indices` holds index tuples into the axes of `data`
// that follow the first `batch_dims`, which both share. For each tuple in turn, the positions of
// all elements of the slice it names; the shape is indices' without its last axis, then the
// slice's.
inline Ints slice_positions(const Shape& data, const Tensor& indices, size_t batch_dims) {
  if (indices.rank() == 0) throw InvalidInput("indices is a scalar");
  const size_t k = indices.shape().back();
  if (batch_dims >= indices.rank() || batch_dims + k > data.size()) {
    throw InvalidInput("indices' shape {} does not fit data's {} with {} batch axes",
                       to_string(indices.shape()), to_string(data), batch_dims);
  }
  Shape shape(indices.shape().begin(), indices.shape().end() - 1);
  if (!std::equal(data.begin(), data.begin() + std::ptrdiff_t(batch_dims), shape.begin())) {
    throw InvalidInput("the first {} axes of indices' shape {} and data's {} differ", batch_dims,
                       to_string(indices.shape()), to_string(data));
  }
  const size_t tuples = element_count(shape);
  const size_t batches = split_at(shape, batch_dims).before;
  const size_t width = split_at(data, batch_dims + k).after;
  shape.insert(shape.end(), data.begin() + std::ptrdiff_t(batch_dims + k), data.end());
  Ints at = empty_array<int64_t>(shape);
  if (k == 0 && width == 0) return at;
  const Ints index = indices.as<int64_t>();
  const int64_t* entry = index.data();
  int64_t* out = at.data();
  for (size_t tuple = 0; tuple < tuples; ++tuple) {
    size_t position = tuple / (tuples / batches);
    for (size_t i = batch_dims; i < batch_dims + k; ++i) {
      position = position * data[i] + entry_index(*entry++, data[i]);
    }
    for (size_t i = 0; i < width; ++i) *out++ = static_cast<int64_t>(position * width + i);
  }
  return at;
}

// A copy of data with its element at[i] set to updates[i]. Throws Unspecified when an element is
// given two different values: the order of writing is open.
inline Tensor overwritten(const Tensor& data, const Ints& at, const Tensor& updates) {
  Tensor output = Tensor::zeros(data.dtype(), data.shape());
  Bools written = full<bool>({data.size()}, false);
  by_slot(data.dtype(), [&]<class W>() {
    const std::span<const W> from = data.slots<W>();
    const std::span<const W> news = updates.slots<W>();
    const std::span<W> to = output.mutable_slots<W>();
    std::copy(from.begin(), from.end(), to.begin());
    for (size_t i = 0; i < news.size(); ++i) {
      const auto target = static_cast<size_t>(at.data()[i]);
      if (written.data()[target] && to[target] != news[i]) {
        throw Unspecified("element {} of data is updated twice, with different values", target);
      }
      to[target] = news[i];
      written.data()[target] = true;
    }
  });
  return output;
}

// The operation that a `reduction` names, on the carrier T.
template <class T>
std::function<T(const T&, const T&)> reduction_named(std::string_view reduction) {
  if constexpr (!std::is_same_v<T, std::string>) {
    if (reduction == "add") return [](const T& a, const T& b) { return a + b; };
    if (reduction == "mul") return [](const T& a, const T& b) { return a * b; };
    if constexpr (!std::is_same_v<T, std::complex<double>>) {
      if (reduction == "min") return minimum<T>;
      if (reduction == "max") return maximum<T>;
    }
  }
  throw InvalidInput("there is no reduction {} of this type", in_quotes(reduction));
}

// A copy of data with its element at[i] reduced with updates[i], in turn; in the carrier, and so
// rounded once.
inline Tensor reduced_into(const Tensor& data, const Ints& at, const Tensor& updates,
                           std::string_view reduction) {
  return any_carrier(data.dtype(), [&]<class T>() {
    const std::function<T(const T&, const T&)> f = reduction_named<T>(reduction);
    Array<T> output = data.as<T>();
    const Array<T> news = updates.as<T>();
    for (size_t i = 0; i < news.size(); ++i) {
      T& target = output.data()[at.data()[i]];
      target = f(target, news.data()[i]);
    }
    return Tensor::of(data.dtype(), output);
  });
}

// The scatter operators: updates, of shape at's, written or reduced into data.
inline Tensor scattered(const Tensor& data, const Ints& at, const Tensor& updates,
                        std::string_view reduction = "none") {
  if (updates.shape() != at.shape()) {
    throw InvalidInput("updates' shape is {}, not {}", to_string(updates.shape()),
                       to_string(at.shape()));
  }
  return reduction == "none" ? overwritten(data, at, updates)
                             : reduced_into(data, at, updates, reduction);
}

}  // namespace etalon
