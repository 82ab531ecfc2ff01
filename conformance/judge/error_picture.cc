#include "conformance/judge/error_picture.h"

#include <algorithm>
#include <cmath>

#include "conformance/judge/excess.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

constexpr char matching = '0';
constexpr char worst_finite = '8';
constexpr char not_finite = '9';

char level_of(double excess) {
  if (excess == 0) return matching;
  if (excess == not_finite_excess) return not_finite;
  const double steps = std::min(2 * std::log10(excess), static_cast<double>(worst_finite - '1'));
  return static_cast<char>('1' + static_cast<int>(steps));
}

}  // namespace

ErrorPicture picture_errors(const std::string& output, const Value& actual, const Value& expected,
                            const Tolerance& tolerance) {
  ErrorPicture picture;
  if (!actual.is_tensor() || !expected.is_tensor()) return picture;
  const Tensor& a = actual.tensor();
  const Tensor& e = expected.tensor();
  if (a.dtype() != e.dtype() || a.shape() != e.shape() || a.size() == 0) return picture;
  const std::vector<double> levels = excesses(a, e, tolerance);
  const size_t columns = a.shape().empty() ? 1 : a.shape().back();
  const size_t rows = levels.size() / columns;
  const size_t height = std::min(rows, picture_rows);
  const size_t width = std::min(columns, picture_columns);
  picture.output = output;
  picture.shape = a.shape();
  picture.rows.assign(height, std::string(width, matching));
  for (size_t i = 0; i < levels.size(); ++i) {
    char& cell = picture.rows[i / columns * height / rows][i % columns * width / columns];
    cell = std::max(cell, level_of(levels[i]));
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
