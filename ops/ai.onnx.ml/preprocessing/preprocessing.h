// What the operators of this family share: lists as tensors, one value a feature, and elements
// looked up in a list of keys.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {

// An attribute's values as a vector: float32, int64 or string.
inline Tensor list_of(const std::vector<double>& values) {
  Reals array = empty_array<double>({values.size()});
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::decided(DType::float32, array);
}
inline Tensor list_of(const std::vector<int64_t>& values) { return vector_of(values); }
inline Tensor list_of(const std::vector<std::string>& values) {
  Texts array = empty_array<std::string>({values.size()});
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(DType::string, std::move(array));
}

// One value for all features, or one each along X's last axis: shaped to broadcast to X.
inline Tensor by_feature(const Tensor& values) {
  return values.size() == 1 ? values.reshaped({}) : values;
}

// When two floats are the same key: by value, where all NaNs are one; or by their bits.
enum class Match { by_value, by_bits };

// What a table of keys compares.
template <class T>
const T& key_of(const T& value, Match) {
  return value;
}
inline uint64_t key_of(double value, Match match) {
  const bool by_value = match == Match::by_value;
  if (by_value && value == 0) value = 0;  // -0 too
  if (by_value && std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  return std::bit_cast<uint64_t>(value);
}

template <class T>
Ints places_of(const Array<T>& x, const Array<T>& keys, Match match) {
  std::unordered_map<std::decay_t<decltype(key_of(T(), match))>, int64_t> place;
  int64_t next = 0;
  for (const T& key : keys) place[key_of(key, match)] = next++;
  Ints at = empty_array<int64_t>(x.shape());
  std::transform(x.begin(), x.end(), at.begin(), [&](const T& value) {
    const auto found = place.find(key_of(value, match));
    return found == place.end() ? -1 : found->second;
  });
  return at;
}

// For each element of X, its place among `keys`, the last where it stands more than once; -1 where
// it does not stand at all. Throws InvalidInput when X and the keys are of different types.
inline Ints places(const Tensor& X, const Tensor& keys, Match match = Match::by_value) {
  if (X.dtype() != keys.dtype()) {
    throw InvalidInput("X is a tensor({}) where the keys are of type {}", name(X.dtype()),
                       name(keys.dtype()));
  }
  const auto find = [&]<class T>() { return places_of(X.as<T>(), keys.as<T>(), match); };
  return X.dtype() == DType::string ? find.operator()<std::string>() : numeric(X.dtype(), find);
}

// For each element of X all places where it stands among the keys, where these are more than one.
inline Candidates repeated_places(const Tensor& X, const Tensor& keys, Match match) {
  Candidates candidates;
  const auto find = [&]<class T>() {
    std::map<std::decay_t<decltype(key_of(T(), match))>, std::vector<int64_t>> all;
    const Array<T> names = keys.as<T>(), x = X.as<T>();
    for (size_t i = 0; i < names.size(); ++i) {
      all[key_of(names.data()[i], match)].push_back(int64_t(i));
    }
    for (size_t i = 0; i < x.size(); ++i) {
      const auto found = all.find(key_of(x.data()[i], match));
      if (found != all.end() && found->second.size() > 1) candidates[i] = found->second;
    }
  };
  X.dtype() == DType::string ? find.operator()<std::string>() : numeric(X.dtype(), find);
  return candidates;
}

// Each element of X replaced by the value at its place among the keys, else by `otherwise`.
inline Tensor mapped(const Tensor& X, const Tensor& keys, const Tensor& values,
                     const Tensor& otherwise, Match match = Match::by_value,
                     std::string_view duplicates = "duplicates") {
  if (keys.size() != values.size()) {
    throw InvalidInput("there are {} keys and {} values", keys.size(), values.size());
  }
  const Tensor Y = take(values, places(X, keys, match), otherwise);
  if (duplicates.empty()) return Y;
  return any_of(Y, duplicates, values, [&] { return repeated_places(X, keys, match); });
}

}  // namespace etalon
