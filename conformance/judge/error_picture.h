// Where over a tensor the errors lie: a small map that reports draw.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "conformance/judge/compare.h"

namespace etalon {

struct ErrorPicture {
  std::string output;
  Shape shape;
  // The tensor as a matrix, its last axis across, made smaller to at most picture_rows by
  // picture_columns; each cell the worst of its elements: '0' matches; '1' … '8' is beyond the
  // tolerance by less than 10^½, 10^1, … times and anything more; '9' is a NaN or infinity on one
  // side only. Integers, bools and strings that differ are '4'.
  std::vector<std::string> rows;

  bool empty() const { return rows.empty(); }
};
inline constexpr size_t picture_rows = 24;
inline constexpr size_t picture_columns = 48;

// Empty for values that are no tensors of the same type and shape, or have no elements.
ErrorPicture picture_errors(const std::string& output, const Value& actual, const Value& expected,
                            const Tolerance& tolerance);

nlohmann::json to_json(const ErrorPicture& picture);
// Throws InvalidInput for what is no picture.
ErrorPicture picture_from_json(const nlohmann::json& json);

}  // namespace etalon
