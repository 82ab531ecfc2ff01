// The JSON library, with whole numbers read exactly: a number with a fraction, or outside the
// type's range, is a type_error. The library alone would truncate it, or have undefined behaviour.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>
#include <utility>

namespace etalon {

// The number as T; nothing if T does not hold it, or if it is not a number.
template <class T, class Json>
std::optional<T> whole_number(const Json& json) {
  using Limits = std::numeric_limits<T>;
  if (json.is_number_unsigned()) {
    const auto value = *json.template get_ptr<const typename Json::number_unsigned_t*>();
    if (std::in_range<T>(value)) return static_cast<T>(value);
  } else if (json.is_number_integer()) {
    const auto value = *json.template get_ptr<const typename Json::number_integer_t*>();
    if (std::in_range<T>(value)) return static_cast<T>(value);
  } else if (json.is_number_float()) {
    const double value = *json.template get_ptr<const typename Json::number_float_t*>();
    const double end = std::ldexp(1.0, Limits::digits);  // 2^63 for int64_t, 2^64 for uint64_t
    const double least = Limits::is_signed ? -end : 0;
    if (value == std::trunc(value) && value >= least && value < end) return static_cast<T>(value);
  }
  return std::nullopt;
}

}  // namespace etalon

template <class T>
struct nlohmann::adl_serializer<
    T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                        !std::is_same_v<T, char>>> {
  template <class Json>
  static void from_json(const Json& json, T& value) {
    const std::optional<T> whole = etalon::whole_number<T>(json);
    if (!whole) {
      const std::string text =
          json.is_number()
              ? fmt::format("{} is not a whole number from {} to {}", json.dump(),
                            std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max())
              : fmt::format("type must be number, but is {}", json.type_name());
      throw detail::type_error::create(302, text, &json);
    }
    value = *whole;
  }
  template <class Json>
  static void to_json(Json& json, T value) {
    nlohmann::to_json(json, value);
  }
};
