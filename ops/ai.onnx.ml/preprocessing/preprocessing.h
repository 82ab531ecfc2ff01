// What the operators of this family share: lists as tensors, one value a feature, and elements
// looked up in a list of keys.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/numerics/texts.h"

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
Ints places_of(const Tensor& X, const Tensor& all_keys, Match match) {
  const auto x = elements_as<T>(X), keys = elements_as<T>(all_keys);
  std::unordered_map<std::decay_t<decltype(key_of(T(), match))>, int64_t> place;
  int64_t next = 0;
  for (const T& key : keys) place[key_of(key, match)] = next++;
  Ints at = empty_array<int64_t>(X.shape());
  std::transform(x.begin(), x.end(), at.begin(), [&](const T& value) {
    count_work(2 * work_per_step);
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
  const auto find = [&]<class T>() { return places_of<T>(X, keys, match); };
  return X.dtype() == DType::string ? find.operator()<std::string>() : numeric(X.dtype(), find);
}

// True if an attribute has another value than its default. One that is given with just that value
// does not tell more than one that is left out.
template <class T>
bool is_set(const Call& call, std::string_view attribute) {
  const Attribute& otherwise = *call.schema().attribute(attribute)->default_value;
  return std::get<T>(call.attribute(attribute).value) != std::get<T>(otherwise.value);
}

// Throws InvalidInput where default_int64 and default_string are both set.
inline void require_one_default(const Call& call) {
  if (!is_set<int64_t>(call, "default_int64")) return;
  if (!is_set<std::string>(call, "default_string")) return;
  throw InvalidInput("default_int64 and default_string are both given; only one is allowed");
}

// Throws InvalidInput unless there is one value for each key.
inline void require_pairs(const Tensor& keys, const Tensor& values) {
  if (keys.size() == values.size()) return;
  throw InvalidInput("there are {} keys and {} values", keys.size(), values.size());
}

}  // namespace etalon
