#include "conformance/repro/python_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "conformance/judge/elements.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

// A number as Python has it: -0 is a float, and NaN and infinities are NumPy's.
std::string python_number(const std::string& text) {
  if (text == "-0") return "-0.0";
  const bool negative = text.starts_with("-");
  const std::string word = text.substr(negative ? 1 : 0);
  if (word == "nan" || word == "inf") return (negative ? "-np." : "np.") + word;
  return text;
}

std::vector<std::string> python_elements(const Tensor& tensor) {
  std::vector<std::string> texts;
  const DType type = tensor.dtype();
  if (type == DType::string) {
    for (const std::string& each : tensor.as<std::string>()) texts.push_back(python_text(each));
    return texts;
  }
  const ElementPrinter printed = element_printer(tensor);
  for (size_t i = 0; i < tensor.size(); ++i) {
    std::string text = printed(i);
    if (type == DType::boolean) text = text == "true" ? "True" : "False";
    if (is_complex(type)) {
      const size_t comma = text.find(", ");
      text = fmt::format("complex({}, {})", python_number(text.substr(1, comma - 1)),
                         python_number(text.substr(comma + 2, text.size() - comma - 3)));
    }
    texts.push_back(python_number(text));
  }
  return texts;
}

// Lists in lists, by the axes from this one on; takes the elements from `next`.
std::string nested(const std::vector<std::string>& elements, const Shape& shape, size_t axis,
                   size_t& next) {
  if (axis == shape.size()) return elements.at(next++);
  std::vector<std::string> parts;
  for (size_t i = 0; i < shape[axis]; ++i) parts.push_back(nested(elements, shape, axis + 1, next));
  const bool long_rows = axis + 1 < shape.size() && elements.size() > 16;
  return fmt::format("[{}]", fmt::join(parts, long_rows ? ",\n    " : ", "));
}

// "(2, 3)", "(2,)"
std::string python_shape(const Shape& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::optional<std::string> python_tensor(const Tensor& tensor) {
  constexpr size_t few = 4;
  const std::string_view type = numpy_name(tensor.dtype());
  if (type.empty()) return std::nullopt;
  const Shape& shape = tensor.shape();
  if (tensor.size() == 0) return fmt::format("np.zeros({}, \"{}\")", python_shape(shape), type);
  const std::vector<std::string> elements = python_elements(tensor);
  const bool same = std::all_of(elements.begin(), elements.end(),
                                [&](const std::string& each) { return each == elements[0]; });
  if (same && elements.size() > few) {
    return fmt::format("np.full({}, {}, \"{}\")", python_shape(shape), elements[0], type);
  }
  size_t next = 0;
  return fmt::format("np.array({}, \"{}\")", nested(elements, shape, 0, next), type);
}

std::optional<std::string> python_list(const Values& items) {
  std::vector<std::string> texts;
  for (const Value& item : items) {
    const std::optional<std::string> text = python_value(item);
    if (!text) return std::nullopt;
    texts.push_back(*text);
  }
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::optional<std::string> python_map(const Map& map) {
  std::vector<std::string> pairs;
  const std::vector<std::string> keys = python_elements(map.keys);
  for (size_t i = 0; i < keys.size(); ++i) {
    const std::optional<std::string> value = python_value(map.values.at(i));
    if (!value) return std::nullopt;
    pairs.push_back(keys[i] + ": " + *value);
  }
  return fmt::format("{{{}}}", fmt::join(pairs, ", "));
}

}  // namespace

std::string_view numpy_name(DType type) {
  switch (type) {
    case DType::float32:
      return "float32";
    case DType::float64:
      return "float64";
    case DType::string:
      return "object";
    case DType::float16:
    case DType::int8:
    case DType::int16:
    case DType::int32:
    case DType::int64:
    case DType::uint8:
    case DType::uint16:
    case DType::uint32:
    case DType::uint64:
    case DType::boolean:
    case DType::complex64:
    case DType::complex128:
      return name(type);
    default:
      return "";
  }
}

std::string python_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<std::string> python_value(const Value& value) {
  if (value.is_tensor()) return python_tensor(value.tensor());
  if (value.is_sequence()) return python_list(value.sequence().items);
  if (value.is_map()) return python_map(value.map());
  if (!value.is_optional()) return std::nullopt;
  const Optional& optional = value.optional();
  return optional.held ? python_value(*optional.held) : "None";
}

}  // namespace etalon
