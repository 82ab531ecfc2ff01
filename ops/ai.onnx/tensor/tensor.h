// What the tensor family shares: types named by attributes, and positions found by indices.
#pragma once

#include <functional>

#include "engine/numerics/carriers.h"
#include "engine/numerics/cast.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {

// The element type of number `to`, which has to be one that the type variable T2 admits.
inline DType target_type(const Call& call, int64_t to) {
  for (const Type& accepted : call.schema().constraint("T2")->accepted) {
    if (static_cast<int64_t>(accepted.dtype) == to) return accepted.dtype;
  }
  throw InvalidInput("attribute 'to' is {}, which is not a type that it may name", to);
}

// What Cast and CastLike leave open of `output`: NaN, infinities and floats out of range as
// integers, and strings. `suffix` distinguishes the points of early versions.
inline Tensor open_cast(const Tensor& input, const Tensor& output, const std::string& suffix = "") {
  if (!choices_wanted()) return output;
  const bool rounds = output.dtype() == DType::float32 || output.dtype() == DType::float16;
  if (rounds && input.dtype() != DType::string && !is_complex(input.dtype())) {
    return either_neighbour(output, "ties", [&] { return input.as<double>(); });
  }
  const bool is_text = input.dtype() == DType::string;
  if (!is_integer(output.dtype()) || (!is_float(input.dtype()) && !is_text)) return output;
  const Reals x = is_text ? cast(input, DType::float64).as<double>() : input.as<double>();
  const bool is_signed = is_signed_integer(output.dtype());
  const double beyond = std::ldexp(1.0, bit_width(output.dtype()) - (is_signed ? 1 : 0));
  const auto outside = [&] {
    const Reals whole = bit_width(output.dtype()) <= 4 ? Reals(xt::rint(x)) : Reals(xt::trunc(x));
    return Bools(xt::isfinite(x) && (whole >= beyond || whole < (is_signed ? -beyond : 0.0)));
  };
  if (is_text) {
    return anything(output, "string_to_integer",
                    [&] { return Bools(outside() || !xt::isfinite(x)); });
  }
  const Tensor nan = anything(output, "nan_to_integer" + suffix, [&] { return nans(input); });
  const Tensor infinity =
      anything(nan, "infinity_to_integer" + suffix, [&] { return Bools(xt::isinf(x)); });
  return anything(infinity, "float_to_integer" + suffix, outside);
}

// True for the strings that are no number.
inline Bools no_numbers(const Tensor& texts) {
  const Tensor line = texts.reshaped({texts.size()});
  Bools none = full(texts.shape(), false);
  for (size_t i = 0; i < texts.size(); ++i) {
    try {
      cast(pick(line, 0, {i}), DType::float64);
    } catch (const Unspecified&) {
      none.data()[i] = true;
    }
  }
  return none;
}

// input cast, with marks; a string that is no number counts as "0", if that is asked for.
inline Tensor cast_with_marks(const Tensor& input, DType to, const CastOptions& options,
                              const std::string& suffix = "") {
  const bool reads = input.dtype() == DType::string && to != DType::string;
  if (!reads || !choices_wanted()) return open_cast(input, cast(input, to, options), suffix);
  const Bools none = no_numbers(input);
  const Tensor zero = cast(Tensor::zeros(DType::int64, {}), DType::string);
  const Tensor numbers = choose(none, zero, input);
  const Tensor output = open_cast(numbers, cast(numbers, to, options), suffix);
  return anything(output, "no_number", [&] { return none; });
}

// GatherElements and ScatterElements: for each element of `indices`, the position in an array of
// shape `data` of the element with the same index, but for `axis`, where its value is the index.
inline Ints element_positions(const Shape& data, const Tensor& indices, size_t axis) {
  const Shape& shape = indices.shape();
  bool fits = shape.size() == data.size();
  for (size_t i = 0; fits && i < data.size(); ++i) fits = i == axis || shape[i] <= data[i];
  if (!fits) {
    throw InvalidInput("indices' shape {} does not fit data's {}", to_string(shape),
                       to_string(data));
  }
  Ints at = indices.as<int64_t>();
  int64_t* entry = at.data();
  Shape target;
  each_index(shape, [&](const Shape& index) {
    target = index;
    target[axis] = entry_index(*entry, data[axis]);
    *entry++ = static_cast<int64_t>(position_of(target, data));
  });
  return at;
}

// GatherND and ScatterND: the last axis of `indices` holds tuples of k indices into those axes of
// `data` that follow the first `batch_dims`, which both share. For each tuple, the positions of all
// elements of the slice of data that it names: of indices' shape without its last axis, then the
// slice's.
inline Ints slice_positions(const Shape& data, const Tensor& indices, size_t batch_dims) {
  if (indices.rank() == 0) throw InvalidInput("indices is a scalar");
  const size_t k = indices.shape().back();
  if (batch_dims >= indices.rank() || batch_dims + k > data.size()) {
    throw InvalidInput("indices' shape {} does not fit data's {} with {} batch axes",
                       to_string(indices.shape()), to_string(data), batch_dims);
  }
  const auto slice_axes = data.begin() + std::ptrdiff_t(batch_dims + k);
  const Shape tuples(indices.shape().begin(), indices.shape().end() - 1);
  const Shape indexed(data.begin(), slice_axes);
  if (!std::equal(data.begin(), data.begin() + std::ptrdiff_t(batch_dims), tuples.begin())) {
    throw InvalidInput("the first {} axes of indices' shape {} and data's {} differ", batch_dims,
                       to_string(indices.shape()), to_string(data));
  }
  Shape shape = tuples;
  shape.insert(shape.end(), slice_axes, data.end());
  Ints at = empty_array<int64_t>(shape);
  const size_t slice_size = split_at(data, batch_dims + k).after;
  if (k == 0 && slice_size == 0) return at;  // there may be any number of empty tuples
  const Ints entries = indices.as<int64_t>();
  const int64_t* entry = entries.data();
  int64_t* out = at.data();
  Shape target;
  each_index(tuples, [&](const Shape& tuple) {
    target.assign(tuple.begin(), tuple.begin() + std::ptrdiff_t(batch_dims));
    while (target.size() < indexed.size()) {
      target.push_back(entry_index(*entry++, data[target.size()]));
    }
    const size_t first = position_of(target, indexed) * slice_size;
    for (size_t i = 0; i < slice_size; ++i) *out++ = static_cast<int64_t>(first + i);
  });
  return at;
}

// Where `updates` go that share their place in data with others.
inline Candidates rivals(const Ints& at) {
  Candidates places;
  for (size_t i = 0; i < at.size(); ++i) {
    places[static_cast<size_t>(at.data()[i])].push_back(static_cast<int64_t>(i));
  }
  std::erase_if(places, [](const auto& place) { return place.second.size() < 2; });
  return places;
}

// A copy of data with its element at[i] set to updates[i]. The order of writing is open: unless
// somebody asks for choices, throws Unspecified when an element is given two different values.
inline Tensor overwritten(const Tensor& data, const Ints& at, const Tensor& updates) {
  Tensor output = Tensor::unwritten(data.dtype(), data.shape());
  Bools written = full<bool>({data.size()}, false);
  by_slot(data.dtype(), [&]<class W>() {
    const std::span<const W> from = data.slots<W>();
    const std::span<const W> news = updates.slots<W>();
    const std::span<W> to = output.mutable_slots<W>();
    std::copy(from.begin(), from.end(), to.begin());
    for (size_t i = 0; i < news.size(); ++i) {
      const auto target = static_cast<size_t>(at.data()[i]);
      if (!choices_wanted() && written(target) && to[target] != news[i]) {
        throw Unspecified("element {} of data is updated twice, with different values", target);
      }
      to[target] = news[i];
      written(target) = true;
    }
  });
  return output;
}

enum class Reduction { none, add, mul, min, max };

// The `reduction` of ScatterElements and ScatterND, by version.
inline Reduction reduction_of(const Call& call) {
  if (call.since_version() < 16) return Reduction::none;
  if (call.since_version() < 18) {
    return call.choice<Reduction>(
        "reduction", {{"none", Reduction::none}, {"add", Reduction::add}, {"mul", Reduction::mul}});
  }
  return call.choice<Reduction>("reduction", {{"none", Reduction::none},
                                              {"add", Reduction::add},
                                              {"mul", Reduction::mul},
                                              {"min", Reduction::min},
                                              {"max", Reduction::max}});
}

// What it does to an element and its update, on the carrier of `type`.
template <class T>
std::function<T(const T&, const T&)> reducer(Reduction reduction, DType type) {
  if constexpr (!std::is_same_v<T, std::string>) {
    if (reduction == Reduction::add) return [](const T& a, const T& b) { return a + b; };
    if (reduction == Reduction::mul) return [](const T& a, const T& b) { return a * b; };
    if constexpr (!std::is_same_v<T, std::complex<double>>) {
      if (reduction == Reduction::min) return [](const T& a, const T& b) { return minimum(a, b); };
      return [](const T& a, const T& b) { return maximum(a, b); };
    }
  }
  throw InvalidInput("tensor({}) does not have this reduction", name(type));
}

template <class T>
Array<T> reduced_into(Array<T> output, const Ints& at, const Array<T>& updates,
                      const std::function<T(const T&, const T&)>& f) {
  for (size_t i = 0; i < updates.size(); ++i) {
    T& target = output.data()[at.data()[i]];
    target = f(target, updates.data()[i]);
  }
  return output;
}

// A copy of data with its element at[i] reduced with updates[i], in turn; floats are rounded once.
inline Tensor reduced_into(const Tensor& data, const Ints& at, const Tensor& updates,
                           Reduction reduction) {
  const DType type = data.dtype();
  if (is_float(type)) {
    return over_reals(type, [&]<class R>() {
      return rounded(type, reduced_into<R>(elements_of<R>(data), at, elements_of<R>(updates),
                                           reducer<R>(reduction, type)));
    });
  }
  return any_carrier(type, [&]<class T>() {
    return Tensor::of(
        type, reduced_into<T>(data.as<T>(), at, updates.as<T>(), reducer<T>(reduction, type)));
  });
}

// What is open of sums and products of updates: floats whose steps overflow in some order, and
// integers beyond their type.
inline Tensor open_reduction(const Tensor& Y, const Tensor& data, const Ints& at,
                             const Tensor& updates, Reduction reduction) {
  if (!choices_wanted() || is_complex(Y.dtype()) || Y.dtype() == DType::string) return Y;
  const bool adds = reduction == Reduction::add;
  const auto steps = [&] {
    const auto changed = [&](const Tensor& X) {
      const Reals x = xt::abs(X.as<double>());
      return Tensor::decided(DType::float64, adds ? x : Reals(xt::maximum(x, 1.0)));
    };
    return reduced_into(changed(data), at, changed(updates), reduction).as<double>();
  };
  const auto exact = [&] {
    return reduced_into(in_float64(data), at, in_float64(updates), reduction).as<double>();
  };
  return wrap_or_saturate(step_or_exact(Y, "reduction", steps), "overflow", exact);
}

// The scatter operators: updates, of the shape of `at`, written or reduced into data. `duplicates`
// names the open point of two updates of one place.
inline Tensor scattered(const Tensor& data, const Ints& at, const Tensor& updates,
                        Reduction reduction = Reduction::none,
                        std::string_view duplicates = "duplicates") {
  require_shape("updates", updates, at.shape());
  if (reduction == Reduction::none) {
    return any_of(overwritten(data, at, updates), duplicates, updates, [&] { return rivals(at); });
  }
  const Tensor Y = reduced_into(data, at, updates, reduction);
  if (reduction == Reduction::add || reduction == Reduction::mul) {
    return open_reduction(Y, data, at, updates, reduction);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  return nan_or_number(Y, "nan_reduction", [&] {
    const double neutral = reduction == Reduction::max ? -infinity : infinity;
    return reduced_into(without_nan(data, neutral), at, without_nan(updates, neutral), reduction);
  });
}

}  // namespace etalon
