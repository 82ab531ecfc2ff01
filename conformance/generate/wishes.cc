#include "conformance/generate/wishes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>

#include "conformance/common/usage_error.h"

namespace etalon {

namespace {

using Items = std::vector<std::string>;

template <class List>
Items items_of(const List& list) {
  Items items;
  for (const auto& each : list) items.push_back(fmt::format("{}", each));
  return items;
}

Items written_items(const onnx::AttributeProto& written) {
  switch (written.type()) {
    case onnx::AttributeProto::INT:
      return {fmt::format("{}", written.i())};
    case onnx::AttributeProto::FLOAT:
      return {fmt::format("{}", written.f())};
    case onnx::AttributeProto::STRING:
      return {written.s()};
    case onnx::AttributeProto::INTS:
      return items_of(written.ints());
    case onnx::AttributeProto::FLOATS:
      return items_of(written.floats());
    case onnx::AttributeProto::STRINGS:
      return items_of(written.strings());
    default:
      return {"?"};
  }
}

// "0.1" and "0.10000000149" are one float; a data type's name is its number.
bool same_item(const std::string& wanted, const std::string& got) {
  if (wanted == got) return true;
  float a = 0, b = 0;
  if (re2::RE2::FullMatch(wanted, "(.+)", &a) && re2::RE2::FullMatch(got, "(.+)", &b)) {
    return a == b;
  }
  const DType type = dtype_named(wanted);
  return type != DType::undefined && got == fmt::format("{}", static_cast<int>(type));
}

Items split(std::string text, bool list) {
  if (!list) return {text};
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    text = text.substr(1, text.size() - 2);
  }
  Items items;
  size_t begin = 0;
  while (!text.empty() && begin <= text.size()) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const size_t first = std::min(text.find_first_not_of(' ', begin), end);
    items.push_back(text.substr(first, end - first));
    begin = end + 1;
  }
  return items;
}

bool is_list(AttributeType type) {
  return type == AttributeType::ints || type == AttributeType::reals ||
         type == AttributeType::texts;
}

bool holds(const Draft& draft, const std::string& name, const std::string& wanted) {
  const FormalAttribute* formal = draft.schema->attribute(name);
  if (formal == nullptr) return false;
  std::optional<Items> got;
  if (const auto usual = written_default(*formal)) got = written_items(*usual);
  if (const auto* written = find_attribute(draft.call.node, name)) got = written_items(*written);
  const Items items = split(wanted, is_list(formal->type));
  return got && std::equal(items.begin(), items.end(), got->begin(), got->end(), same_item);
}

bool has_shape(const Draft& draft, const std::string& name, const Shape& shape) {
  for (size_t i = 0; i < draft.call.inputs.size(); ++i) {
    const Value& input = draft.call.inputs[i];
    if (!input.is_tensor() || input.tensor().shape() != shape) continue;
    const FormalParameter* formal = parameter_at(draft.schema->inputs, i);
    if (formal != nullptr && (formal->name == name || input_name(*draft.schema, i) == name)) {
      return true;
    }
  }
  return false;
}

bool can_be(const Draft& draft, ValueClass values) {
  if (values == ValueClass::ordinary) return true;
  if (values == ValueClass::equal) return fits(values, draft.free_types());
  return std::any_of(draft.free.begin(), draft.free.end(), [&](const FreeInput& free) {
    const Tensor& tensor = draft.call.inputs[free.input].tensor();
    return tensor.size() > 0 && fits(values, tensor.dtype());
  });
}

std::string shape_text(const Shape& shape) { return fmt::format("{}", fmt::join(shape, "x")); }

}  // namespace

std::pair<std::string, std::string> attribute_wish(const std::string& text) {
  std::pair<std::string, std::string> wish;
  if (re2::RE2::FullMatch(text, R"((\w+)=((?s).*))", &wish.first, &wish.second)) return wish;
  throw UsageError(fmt::format("--attr {}: expected NAME=VALUE", text));
}

std::pair<std::string, Shape> shape_wish(const std::string& text) {
  std::pair<std::string, Shape> wish;
  std::string lengths;
  if (!re2::RE2::FullMatch(text, R"((\w+)=((?:\d{1,4}(?:x\d{1,4})*)?))", &wish.first, &lengths)) {
    throw UsageError(fmt::format("--shape {}: expected INPUT=2x3, or INPUT= for a scalar", text));
  }
  re2::StringPiece rest(lengths);
  size_t length = 0;
  while (re2::RE2::Consume(&rest, R"(x?(\d+))", &length)) wish.second.push_back(length);
  return wish;
}

ValueClass values_wish(const std::string& text) {
  if (const auto values = value_class_named(text)) return *values;
  std::vector<std::string_view> names;
  for (int i = 0; i < value_class_count; ++i) names.push_back(name(static_cast<ValueClass>(i)));
  throw UsageError(fmt::format("--values {}: expected one of {}", text, fmt::join(names, ", ")));
}

bool can_have(const Schema& schema, const Wishes& wishes) {
  const auto has_input = [&](const std::string& name) {
    return std::any_of(
        schema.inputs.begin(), schema.inputs.end(), [&](const FormalParameter& formal) {
          return formal.name == name || formal.option == FormalParameter::Option::variadic;
        });
  };
  return std::all_of(wishes.attributes.begin(), wishes.attributes.end(),
                     [&](const auto& wish) { return schema.attribute(wish.first) != nullptr; }) &&
         std::all_of(wishes.shapes.begin(), wishes.shapes.end(),
                     [&](const auto& wish) { return has_input(wish.first); });
}

std::vector<std::string> unmet(const Draft& draft, const Wishes& wishes) {
  std::vector<std::string> lacking;
  for (const auto& [name, value] : wishes.attributes) {
    if (!holds(draft, name, value)) lacking.push_back(fmt::format("--attr {}={}", name, value));
  }
  for (const auto& [name, shape] : wishes.shapes) {
    if (!has_shape(draft, name, shape)) {
      lacking.push_back(fmt::format("--shape {}={}", name, shape_text(shape)));
    }
  }
  if (wishes.values && !can_be(draft, *wishes.values)) {
    lacking.push_back(fmt::format("--values {}", name(*wishes.values)));
  }
  return lacking;
}

}  // namespace etalon
