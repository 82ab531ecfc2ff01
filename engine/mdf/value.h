// The values of MDF models: numbers in arrays, strings, lists, dictionaries.
//
// A number is an array of rank 0. From JSON, whole numbers become int64, other numbers float64,
// booleans bool. A list of numbers, or of lists of numbers of equal shape, becomes one array, as
// NumPy makes it (int64 and float64 together: float64).
#pragma once

#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/values/tensor.h"

namespace etalon::mdf {

class Value;
class Dictionary;
using List = std::vector<Value>;

inline constexpr size_t max_document_depth = 64;  // of lists and dictionaries in JSON and YAML

// Immutable and cheap to copy. A default Value is none: JSON's null.
class Value {
 public:
  Value() = default;
  Value(Tensor array);        // NOLINT: implicit, as the rest
  Value(std::string text);    // NOLINT
  Value(const char* text);    // NOLINT
  Value(List list);           // NOLINT
  Value(Dictionary entries);  // NOLINT
  // Rank 0: float64, int64, bool.
  static Value number(double value);
  static Value integer(int64_t value);
  static Value truth(bool value);

  bool is_none() const { return std::holds_alternative<std::monostate>(held_); }
  bool is_array() const { return std::holds_alternative<Tensor>(held_); }
  bool is_text() const { return std::holds_alternative<std::string>(held_); }
  bool is_list() const { return std::holds_alternative<std::shared_ptr<const List>>(held_); }
  bool is_dictionary() const {
    return std::holds_alternative<std::shared_ptr<const Dictionary>>(held_);
  }

  // Each throws InvalidInput, naming what the value is, when it is something else.
  const Tensor& array() const;
  const std::string& text() const;
  const List& list() const;
  const Dictionary& dictionary() const;

  // For messages: "the number 1.5", "an array of type double and shape [2]", "the string "two"",
  // "a list of 3", "a dictionary", "none".
  std::string described() const;

 private:
  std::variant<std::monostate, Tensor, std::string, std::shared_ptr<const List>,
               std::shared_ptr<const Dictionary>>
      held_;
};

// Values by name, in the order in which the names were first set.
class Dictionary {
 public:
  using Entry = std::pair<std::string, Value>;
  Dictionary() = default;
  Dictionary(std::initializer_list<Entry> entries);

  const Value* find(std::string_view key) const;  // nullptr when there is none
  // Replaces in place, or adds at the end.
  void set(std::string_view key, Value value);
  void erase(std::string_view key);

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::vector<Entry> entries_;
};

// The value as one array: an array itself; a string, or a list of strings, as a string array; a
// list of values that make arrays of equal shape, stacked along a new first axis, in the widest of
// their types (bool, int64, float32, float64); an empty list as float64 of shape [0]. Throws
// InvalidInput for what is not an array: none, dictionaries, ragged lists, strings together with
// numbers.
Tensor as_array(const Value& value);
// True when as_array would succeed.
bool makes_array(const Value& value);

// Python's ==: numbers by value whatever their type, dictionaries whatever their order.
bool equal(const Value& a, const Value& b);

// A list of numbers, or of lists that make arrays of equal shape, becomes one array; any other
// list, the empty one too, stays a list. An object of just "type" (an element type such as
// "float" or "uint8"), "data" and perhaps "shape" is an array of that type, as json_values writes
// tensors; any other is a dictionary. Throws InvalidInput for an integer beyond 64 bits and for
// nesting deeper than 64. Packed lists (packed.h) are arrays.
Value from_json(const nlohmann::ordered_json& json);
// Floats of fewer than 64 bits as the shortest decimal that reads back to the same value; what
// JSON cannot say as "nan", "inf", "-inf".
nlohmann::ordered_json to_json(const Value& value);
// As to_json, but every array is an object with "type", "shape" and "data", so that from_json
// returns an equal value of equal types.
nlohmann::ordered_json to_typed_json(const Value& value);
// to_json on one line.
std::string to_text(const Value& value);

}  // namespace etalon::mdf
