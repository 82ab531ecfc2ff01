#include "conformance/judge/error_picture.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/values/errors.h"

namespace etalon {

namespace {

constexpr char matching = '0';
constexpr char worst_finite = '8';
constexpr char not_finite = '9';
constexpr char unequal = '4';

char level_of(double actual, double expected, const Tolerance& tolerance) {
  if (matches(actual, expected, tolerance)) return matching;
  if (!std::isfinite(actual) || !std::isfinite(expected)) return not_finite;
  const double allowed = tolerance.atol + tolerance.rtol * std::abs(expected);
  const double beyond = allowed > 0 ? std::log10(std::abs(actual - expected) / allowed) : INFINITY;
  const double steps = std::min(2 * beyond, static_cast<double>(worst_finite - '1'));
  return static_cast<char>('1' + static_cast<int>(std::max(steps, 0.0)));
}

template <class T>
std::string exact_levels(const Tensor& actual, const Tensor& expected) {
  const Array<T> a = actual.as<T>();
  const Array<T> e = expected.as<T>();
  std::string levels(actual.size(), matching);
  for (size_t i = 0; i < levels.size(); ++i) {
    if (a.data()[i] != e.data()[i]) levels[i] = unequal;
  }
  return levels;
}

std::string float_levels(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  const Reals a = actual.as<double>();
  const Reals e = expected.as<double>();
  const Tolerance here = for_elements(tolerance, e);
  std::string levels(actual.size(), matching);
  for (size_t i = 0; i < levels.size(); ++i) {
    levels[i] = level_of(a.data()[i], e.data()[i], here);
  }
  return levels;
}

std::string complex_levels(const Tensor& actual, const Tensor& expected,
                           const Tolerance& tolerance) {
  const Complexes a = actual.as<std::complex<double>>();
  const Complexes e = expected.as<std::complex<double>>();
  const Tolerance here = for_elements(tolerance, e);
  std::string levels(actual.size(), matching);
  for (size_t i = 0; i < levels.size(); ++i) {
    levels[i] = std::max(level_of(a.data()[i].real(), e.data()[i].real(), here),
                         level_of(a.data()[i].imag(), e.data()[i].imag(), here));
  }
  return levels;
}

std::string levels_of(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  const DType type = actual.dtype();
  if (is_float(type)) return float_levels(actual, expected, tolerance);
  if (is_complex(type)) return complex_levels(actual, expected, tolerance);
  if (type == DType::string) return exact_levels<std::string>(actual, expected);
  return is_signed_integer(type) ? exact_levels<int64_t>(actual, expected)
                                 : exact_levels<uint64_t>(actual, expected);
}

}  // namespace

ErrorPicture picture_errors(const std::string& output, const Value& actual, const Value& expected,
                            const Tolerance& tolerance) {
  ErrorPicture picture;
  if (!actual.is_tensor() || !expected.is_tensor()) return picture;
  const Tensor& a = actual.tensor();
  const Tensor& e = expected.tensor();
  if (a.dtype() != e.dtype() || a.shape() != e.shape() || a.size() == 0) return picture;
  const std::string levels = levels_of(a, e, tolerance);
  const size_t columns = a.shape().empty() ? 1 : a.shape().back();
  const size_t rows = levels.size() / columns;
  const size_t height = std::min(rows, picture_rows);
  const size_t width = std::min(columns, picture_columns);
  picture.output = output;
  picture.shape = a.shape();
  picture.rows.assign(height, std::string(width, matching));
  for (size_t i = 0; i < levels.size(); ++i) {
    char& cell = picture.rows[i / columns * height / rows][i % columns * width / columns];
    cell = std::max(cell, levels[i]);
  }
  return picture;
}

nlohmann::json to_json(const ErrorPicture& picture) {
  return {{"output", picture.output}, {"shape", picture.shape}, {"rows", picture.rows}};
}

ErrorPicture picture_from_json(const nlohmann::json& json) {
  ErrorPicture picture;
  json.at("output").get_to(picture.output);
  json.at("shape").get_to(picture.shape);
  json.at("rows").get_to(picture.rows);
  const auto is_row = [&](const std::string& row) {
    return row.size() == picture.rows[0].size() && row.size() <= picture_columns &&
           row.find_first_not_of("0123456789") == std::string::npos;
  };
  if (picture.rows.size() > picture_rows ||
      !std::all_of(picture.rows.begin(), picture.rows.end(), is_row)) {
    throw InvalidInput("a \"picture\" has invalid rows");
  }
  return picture;
}

}  // namespace etalon
