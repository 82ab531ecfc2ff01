#include "engine/mdf/value.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/mdf/packed.h"
#include "engine/numerics/cast.h"
#include "engine/numerics/numerics.h"
#include "engine/values/json.h"
#include "engine/values/json_sentence.h"

namespace etalon::mdf {
namespace {

using nlohmann::ordered_json;

[[noreturn]] void wrong_kind(const Value& value, std::string_view wanted) {
  throw InvalidInput("{} where {} is wanted", value.described(), wanted);
}

// ----------------------------------------------------------------------------------- arrays ---

// The type that holds both: NumPy's promotion, of the types that meet in a list.
DType wider(DType a, DType b) {
  if (a == b) return a;
  if (a == DType::string || b == DType::string) {
    throw InvalidInput("a list of strings and numbers is not an array");
  }
  if (a == DType::boolean) return b;
  if (b == DType::boolean) return a;
  if (is_float(a) != is_float(b)) return DType::float64;
  if (is_float(a)) return bit_width(a) > bit_width(b) ? a : b;
  return DType::int64;
}

Tensor stack(const List& list) {
  std::vector<Tensor> items;
  for (const Value& item : list) items.push_back(as_array(item));
  DType type = items.front().dtype();
  Shape row = items.front().shape();
  for (const Tensor& item : items) {
    type = wider(type, item.dtype());
    if (item.shape() != row) {
      throw InvalidInput("a list of arrays of shapes {} and {} is not an array", to_string(row),
                         to_string(item.shape()));
    }
  }
  row.insert(row.begin(), 1);
  for (Tensor& item : items) {
    item = (item.dtype() == type ? item : cast(item, type)).reshaped(row);
  }
  return concat(items, 0);
}

bool equal_arrays(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape()) return false;
  const bool texts = a.dtype() == DType::string;
  if (texts != (b.dtype() == DType::string)) return false;
  if (texts) return a.as<std::string>() == b.as<std::string>();
  if (is_float(a.dtype()) || is_float(b.dtype())) {
    return cast(a, DType::float64).as<double>() == cast(b, DType::float64).as<double>();
  }
  return cast(a, DType::int64).as<int64_t>() == cast(b, DType::int64).as<int64_t>();
}

// ------------------------------------------------------------------------------------- JSON ---

Value number_from(const ordered_json& json) {
  if (json.is_boolean()) return Value::truth(json.get<bool>());
  if (json.is_number_float()) return Value::number(json.get<double>());
  if (json.is_number_unsigned() && json.get<uint64_t>() >> 63U != 0) {
    throw InvalidInput("the integer {} does not fit into 64 bits", json.dump());
  }
  return Value::integer(json.get<int64_t>());
}

bool is_array_object(const ordered_json& json) {
  const size_t known = 2 + json.count("shape");
  return json.size() == known && json.contains("data") && json.contains("type") &&
         json.at("type").is_string() &&
         dtype_named(json.at("type").get_ref<const std::string&>()) != DType::undefined;
}

// JSON has no infinities and no NaN: strings say them.
double real_from(const ordered_json& json) {
  if (json.is_number()) return json.get<double>();
  const std::string text = json.is_string() ? json.get<std::string>() : "";
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "-0") return -0.0;
  throw InvalidInput("{} is not a number", json.dump());
}

// A non-negative number is signed or unsigned, as its reader has made it.
bool is_value_of(DType type, const ordered_json& json) {
  if (!json.is_number_integer()) return false;
  const bool negative = !json.is_number_unsigned() && json.get<int64_t>() < 0;
  if (negative) return !is_unsigned_integer(type) && json.get<int64_t>() >= lowest(type);
  return json.get<uint64_t>() <= static_cast<uint64_t>(highest(type));
}

int64_t integer_from(const ordered_json& json, DType type) {
  if (!is_value_of(type, json))
    throw InvalidInput("{} is not a value of {}", json.dump(), name(type));
  return json.is_number_unsigned() ? static_cast<int64_t>(json.get<uint64_t>())
                                   : json.get<int64_t>();
}

void flatten(const ordered_json& data, std::vector<ordered_json>& elements, int depth = 0) {
  if (is_packed(data)) return flatten(to_json(unpacked(data)), elements, depth);
  if (depth > max_nesting) throw LimitExceeded("values are nested deeper than {}", max_nesting);
  if (!data.is_array()) return elements.push_back(data);
  for (const ordered_json& item : data) flatten(item, elements, depth + 1);
}

// What the first of each level says.
Shape nested_shape(const ordered_json& data) {
  if (is_packed(data)) return unpacked(data).shape();
  Shape shape;
  for (const ordered_json* level = &data; level->is_array(); level = &level->front()) {
    shape.push_back(level->size());
    if (level->empty()) break;
  }
  return shape;
}

template <class T, class F>
Array<T> filled(const Shape& shape, const std::vector<ordered_json>& elements, F convert) {
  Array<T> array = empty_array<T>(shape);
  std::transform(elements.begin(), elements.end(), array.begin(), convert);
  return array;
}

Tensor typed_elements(DType type, const Shape& shape, const std::vector<ordered_json>& elements) {
  if (is_float(type)) return Tensor::of(type, filled<double>(shape, elements, real_from));
  if (type == DType::string) {
    return Tensor::of(type, filled<std::string>(shape, elements, [](const ordered_json& json) {
                        return json.get<std::string>();
                      }));
  }
  if (type == DType::boolean) {
    return Tensor::of(type, filled<bool>(shape, elements, [](const ordered_json& json) {
                        return json.get<bool>();
                      }));
  }
  if (!is_integer(type)) throw InvalidInput("MDF has no {} arrays", name(type));
  const auto integer = [&](const ordered_json& json) { return integer_from(json, type); };
  if (is_signed_integer(type)) {
    return Tensor::of(type, filled<int64_t>(shape, elements, integer));
  }
  return Tensor::of(type, filled<uint64_t>(shape, elements, integer));
}

// {"type": "float", "shape": [2], "data": [1, 2]}; without shape, that of the nested data.
Tensor array_from(const ordered_json& json) {
  const ordered_json& data = json.at("data");
  const DType type = dtype_named(json.at("type").get_ref<const std::string&>());
  std::vector<ordered_json> elements;
  flatten(data, elements);
  const Shape shape = json.contains("shape") ? json.at("shape").get<Shape>() : nested_shape(data);
  if (element_count(shape) != elements.size()) {
    throw InvalidInput("shape {} takes {} elements, not {}", to_string(shape), element_count(shape),
                       elements.size());
  }
  return typed_elements(type, shape, elements);
}

// A list of plain numbers; nothing when it is none.
std::optional<Tensor> flat_array(const ordered_json& list) {
  bool whole = !list.empty();
  bool numbers = whole;
  for (const ordered_json& item : list) {
    numbers = numbers && item.is_number();
    whole = whole && item.is_number_integer();
  }
  if (!numbers) return std::nullopt;
  const std::vector<ordered_json> elements(list.begin(), list.end());
  return typed_elements(whole ? DType::int64 : DType::float64, {elements.size()}, elements);
}

Value value_from(const ordered_json& json, int depth) {
  if (depth > max_nesting) throw LimitExceeded("values are nested deeper than {}", max_nesting);
  if (json.is_null()) return {};
  if (is_packed(json)) return unpacked(json);
  if (json.is_string()) return json.get<std::string>();
  if (json.is_object()) {
    if (is_array_object(json)) return array_from(json);
    Dictionary entries;
    for (const auto& [key, item] : json.items()) entries.set(key, value_from(item, depth + 1));
    return entries;
  }
  if (!json.is_array()) return number_from(json);
  if (const auto flat = flat_array(json)) return *flat;
  List list;
  bool numbers = !json.empty();
  for (const ordered_json& item : json) {
    list.push_back(value_from(item, depth + 1));
    numbers = numbers && !item.is_object() && list.back().is_array();
  }
  return numbers && makes_array(list) ? Value(as_array(list)) : Value(std::move(list));
}

// The shortest decimal that reads back to the same value of its type.
double shortest(DType type, double value) {
  if (type == DType::float64) return value;
  constexpr int most_digits = 9;  // of float32
  for (int digits = 1; digits < most_digits; ++digits) {
    const double read = real_number(fmt::format("{:.{}g}", value, digits));
    if (round_to(type, read) == value) return read;
  }
  return real_number(fmt::format("{:.{}g}", value, most_digits));
}

ordered_json real_json(DType type, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return shortest(type, value);
}

template <class T>
ordered_json element_json(DType type, const T& element) {
  if constexpr (std::is_same_v<T, double>) {
    return real_json(type, element);
  } else if constexpr (std::is_same_v<T, std::complex<double>>) {
    return ordered_json::array(
        {real_json(DType::float64, element.real()), real_json(DType::float64, element.imag())});
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return type == DType::boolean ? ordered_json(element != 0) : ordered_json(element);
  } else {
    return element;
  }
}

template <class T>
ordered_json nested(const Array<T>& array, DType type, size_t axis, size_t& position) {
  if (axis == array.dimension()) return element_json(type, array.data()[position++]);
  ordered_json list = ordered_json::array();
  for (size_t i = 0; i < array.shape()[axis]; ++i) {
    list.push_back(nested(array, type, axis + 1, position));
  }
  return list;
}

ordered_json array_json(const Tensor& array) {
  return any_carrier(array.dtype(), [&]<class T>() {
    size_t position = 0;
    return nested(array.as<T>(), array.dtype(), 0, position);
  });
}

}  // namespace

// ----------------------------------------------------------------------------------- values ---

Value::Value(Tensor array) : held_(std::move(array)) {}
Value::Value(std::string text) : held_(std::move(text)) {}
Value::Value(const char* text) : held_(std::string(text)) {}
Value::Value(List list) : held_(std::make_shared<const List>(std::move(list))) {}
Value::Value(Dictionary entries) : held_(std::make_shared<const Dictionary>(std::move(entries))) {}

Value Value::number(double value) { return scalar(DType::float64, value); }
Value Value::integer(int64_t value) { return scalar(DType::int64, value); }
Value Value::truth(bool value) { return scalar(value); }

const Tensor& Value::array() const {
  if (!is_array()) wrong_kind(*this, "an array");
  return std::get<Tensor>(held_);
}
const std::string& Value::text() const {
  if (!is_text()) wrong_kind(*this, "a string");
  return std::get<std::string>(held_);
}
const List& Value::list() const {
  if (!is_list()) wrong_kind(*this, "a list");
  return *std::get<std::shared_ptr<const List>>(held_);
}
const Dictionary& Value::dictionary() const {
  if (!is_dictionary()) wrong_kind(*this, "a dictionary");
  return *std::get<std::shared_ptr<const Dictionary>>(held_);
}

std::string Value::described() const {
  if (is_array() && array().rank() == 0) return "the number " + to_text(*this);
  if (is_array()) {
    return fmt::format("an array of type {} and shape {}", name(array().dtype()),
                       to_string(array().shape()));
  }
  if (is_text()) return "the string \"" + text() + "\"";
  if (is_list()) return fmt::format("a list of {}", list().size());
  return is_dictionary() ? "a dictionary" : "none";
}

Dictionary::Dictionary(std::initializer_list<Entry> entries) {
  for (const Entry& entry : entries) set(entry.first, entry.second);
}

const Value* Dictionary::find(std::string_view key) const {
  for (const Entry& entry : entries_) {
    if (entry.first == key) return &entry.second;
  }
  return nullptr;
}

void Dictionary::set(std::string_view key, Value value) {
  for (Entry& entry : entries_) {
    if (entry.first == key) {
      entry.second = std::move(value);
      return;
    }
  }
  entries_.emplace_back(key, std::move(value));
}

void Dictionary::erase(std::string_view key) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.first == key; });
}

Tensor as_array(const Value& value) {
  if (value.is_array()) return value.array();
  if (value.is_text()) return Tensor::of(DType::string, scalar_array(value.text()));
  if (!value.is_list()) throw InvalidInput("{} is not an array", value.described());
  if (value.list().empty()) return Tensor::zeros(DType::float64, {0});
  return stack(value.list());
}

bool makes_array(const Value& value) {
  try {
    as_array(value);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

bool equal(const Value& a, const Value& b) {
  if (a.is_array() && b.is_array()) return equal_arrays(a.array(), b.array());
  if (a.is_text() && b.is_text()) return a.text() == b.text();
  if (a.is_list() && b.is_list()) {
    return std::equal(a.list().begin(), a.list().end(), b.list().begin(), b.list().end(), equal);
  }
  if (a.is_dictionary() && b.is_dictionary()) {
    const Dictionary& other = b.dictionary();
    return a.dictionary().size() == other.size() &&
           std::all_of(a.dictionary().begin(), a.dictionary().end(), [&](const auto& entry) {
             const Value* found = other.find(entry.first);
             return found != nullptr && equal(entry.second, *found);
           });
  }
  return a.is_none() && b.is_none();
}

Value from_json(const ordered_json& json) {
  try {
    return value_from(json, 0);
  } catch (const ordered_json::exception& problem) {
    throw InvalidInput("{}", json_sentence(problem));
  }
}

ordered_json to_json(const Value& value) {
  if (value.is_none()) return nullptr;
  if (value.is_array()) return array_json(value.array());
  if (value.is_text()) return value.text();
  if (value.is_list()) {
    ordered_json list = ordered_json::array();
    for (const Value& item : value.list()) list.push_back(to_json(item));
    return list;
  }
  ordered_json object = ordered_json::object();
  for (const auto& [key, item] : value.dictionary()) object[key] = to_json(item);
  return object;
}

ordered_json to_typed_json(const Value& value) {
  if (value.is_array()) {
    const Tensor& array = value.array();
    ordered_json object = {{"type", name(array.dtype())}, {"shape", array.shape()}};
    object["data"] = array_json(array.rank() == 1 ? array : array.reshaped({array.size()}));
    return object;
  }
  if (value.is_list()) {
    ordered_json list = ordered_json::array();
    for (const Value& item : value.list()) list.push_back(to_typed_json(item));
    return list;
  }
  if (!value.is_dictionary()) return to_json(value);
  ordered_json object = ordered_json::object();
  for (const auto& [key, item] : value.dictionary()) object[key] = to_typed_json(item);
  return object;
}

std::string to_text(const Value& value) {
  return to_json(value).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace etalon::mdf
