// A small map of the errors in a tensor, which reports draw.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "conformance/judge/compare.h"

namespace etalon {

struct ErrorPicture {
  std::string output;
  Shape shape;
  // The tensor as a matrix whose columns are the last axis, reduced to at most picture_rows by
  // picture_columns. Each cell shows the worst of its elements: '0' matches; '1', '2', … exceed the
  // tolerance by a factor below 10^½, 10^1, …, '8' by any greater factor; '9' is a NaN or infinity
  // on one side only. Integers, bools and strings that differ are '4'.
  std::vector<std::string> rows;

  bool empty() const { return rows.empty(); }
};
inline constexpr size_t picture_rows = 24;
inline constexpr size_t picture_columns = 48;

// Empty unless both values are tensors of the same type and shape with at least one element.
ErrorPicture picture_errors(const std::string& output, const Value& actual, const Value& expected,
                            const Tolerance& tolerance);

nlohmann::json to_json(const ErrorPicture& picture);
// Throws InvalidInput unless `json` is a picture.
ErrorPicture picture_from_json(const nlohmann::json& json);

}  // namespace etalon
