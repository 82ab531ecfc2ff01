// Values as Python's source text, with NumPy as np.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/values/value.h"

namespace etalon {

// NumPy's name of an element type, as in np.array(…, "float32"); empty where NumPy has none.
std::string_view numpy_name(DType type);

// A text as a literal: "line 1\nline 2".
std::string python_text(std::string_view text);

// np.array([[1, 2.5], [np.nan, -0.0]], "float32"), np.full((2, 3), 0, "int64"), a list of a
// sequence, None of an empty optional, a dictionary of a map. Nothing for sparse tensors, and where
// NumPy lacks the element type.
std::optional<std::string> python_value(const Value& value);

}  // namespace etalon
