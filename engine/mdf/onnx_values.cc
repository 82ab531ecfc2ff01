#include "engine/mdf/onnx_values.h"

#include <algorithm>
#include <cmath>

#include "engine/numerics/cast.h"
#include "engine/numerics/numerics.h"

namespace etalon::mdf {
namespace {

[[noreturn]] void refuse(std::string_view argument, const Value& value, std::string_view wanted) {
  throw InvalidInput("argument '{}' is {} where {} is wanted", argument, value.described(), wanted);
}

// Numbers of other types than these come from operators, which know what rank they want.
bool is_bare(const Tensor& array) {
  return array.rank() == 0 && (array.dtype() == DType::float64 || array.dtype() == DType::int64 ||
                               array.dtype() == DType::boolean || array.dtype() == DType::string);
}

Tensor onnx_array(const Tensor& array) {
  const Tensor ranked = is_bare(array) ? array.reshaped({1}) : array;
  return ranked.dtype() == DType::float64 ? cast(ranked, DType::float32) : ranked;
}

struct Admitted {
  bool tensors = false;
  bool sequences = false;
};

Admitted admitted(const FormalParameter& formal, const TypeConstraint* constraint) {
  Admitted result;
  const std::vector<std::string> types =
      constraint == nullptr ? std::vector<std::string>{formal.type} : constraint->types;
  for (const std::string& type : types) {
    result.sequences = result.sequences || type.starts_with("seq(");
    result.tensors = result.tensors || type.starts_with("tensor(");
  }
  return result;
}

// An array's entries along its first axis, or a list's items.
std::vector<Tensor> items_of(const Value& value, std::string_view argument) {
  std::vector<Tensor> items;
  if (value.is_array() && value.array().rank() > 0) {
    const Tensor& array = value.array();
    const Shape row(array.shape().begin() + 1, array.shape().end());
    for (size_t i = 0; i < array.dim(0); ++i) {
      items.push_back(onnx_array(slice(array, 0, i, i + 1).reshaped(row)));
    }
    return items;
  }
  if (!value.is_list()) refuse(argument, value, "a list of arrays");
  for (const Value& item : value.list()) {
    if (!makes_array(item)) refuse(argument, item, "an array in the list");
    items.push_back(onnx_array(as_array(item)));
  }
  return items;
}

Sequence sequence_from(const Value& value, std::string_view argument) {
  const std::vector<Tensor> items = items_of(value, argument);
  const DType type = items.empty() ? DType::float32 : items.front().dtype();
  Sequence sequence{Type::tensor(type), {}};
  for (const Tensor& item : items) {
    if (item.dtype() != type) {
      throw InvalidInput("argument '{}' is a list of arrays of types {} and {}", argument,
                         name(type), name(item.dtype()));
    }
    sequence.items.emplace_back(item);
  }
  return sequence;
}

// ------------------------------------------------------------------------------ attributes ---

Tensor number_array(const Value& value, std::string_view argument) {
  if (!makes_array(value)) refuse(argument, value, "a number");
  Tensor array = as_array(value);
  if (array.dtype() == DType::string || is_complex(array.dtype())) {
    refuse(argument, value, "a number");
  }
  return array;
}

std::vector<int64_t> whole_numbers(const Value& value, std::string_view argument) {
  const Tensor array = number_array(value, argument);
  if (!is_float(array.dtype())) return cast(array, DType::int64).ints();
  std::vector<int64_t> result;
  for (const double number : array.as<double>()) {
    if (!(std::abs(number) < 0x1p63) || number != std::trunc(number)) {
      throw InvalidInput("argument '{}' is {} where a whole number is wanted", argument, number);
    }
    result.push_back(static_cast<int64_t>(number));
  }
  return result;
}

std::vector<float> real_numbers(const Value& value, std::string_view argument) {
  const Tensor array = cast(number_array(value, argument), DType::float32);
  const auto slots = array.slots<float>();
  return {slots.begin(), slots.end()};
}

std::vector<std::string> strings(const Value& value, std::string_view argument) {
  const bool empty = value.is_list() && value.list().empty();
  if (empty) return {};
  if (!makes_array(value) || as_array(value).dtype() != DType::string) {
    refuse(argument, value, "a string");
  }
  const Tensor array = as_array(value);
  const auto slots = array.slots<std::string>();
  return {slots.begin(), slots.end()};
}

template <class T>
T only(const std::vector<T>& values, const Value& value, std::string_view argument,
       std::string_view wanted) {
  if (values.size() != 1) refuse(argument, value, wanted);
  return values.front();
}

}  // namespace

etalon::Value to_onnx(const Value& value, const FormalParameter& formal,
                      const TypeConstraint* constraint) {
  if (value.is_none()) return {};
  const Admitted types = admitted(formal, constraint);
  if (types.tensors && makes_array(value)) return onnx_array(as_array(value));
  if (types.sequences) return sequence_from(value, formal.name);
  refuse(formal.name, value, "an array");
}

Value from_onnx(const etalon::Value& value) {
  if (value.absent()) return {};
  if (value.is_tensor()) return value.tensor();
  if (value.is_optional()) {
    const auto& held = value.optional().held;
    return held == nullptr ? Value() : from_onnx(*held);
  }
  List list;
  for (const etalon::Value& item : value.sequence().items) list.push_back(from_onnx(item));
  return list;
}

int64_t whole_number(const Value& value, std::string_view argument) {
  return only(whole_numbers(value, argument), value, argument, "one whole number");
}

Attribute attribute_from(const FormalAttribute& formal, const Value& value) {
  const std::string& named = formal.name;
  Attribute attribute{named, formal.type, "", {}};
  switch (formal.type) {
    case AttributeType::real:
      attribute.value = only(real_numbers(value, named), value, named, "one number");
      return attribute;
    case AttributeType::integer:
      attribute.value = whole_number(value, named);
      return attribute;
    case AttributeType::text:
      attribute.value = only(strings(value, named), value, named, "one string");
      return attribute;
    case AttributeType::reals:
      attribute.value = real_numbers(value, named);
      return attribute;
    case AttributeType::ints:
      attribute.value = whole_numbers(value, named);
      return attribute;
    case AttributeType::texts:
      attribute.value = strings(value, named);
      return attribute;
    case AttributeType::tensor:
      if (!makes_array(value)) refuse(named, value, "an array");
      attribute.value = onnx_array(as_array(value));
      return attribute;
    default:
      throw Unsupported("argument '{}' is a {}, which MDF has no values for", named,
                        name(formal.type));
  }
}

}  // namespace etalon::mdf
