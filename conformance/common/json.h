// JSON from files and processes that are not trusted, and numbers that JSON does not have.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/values/errors.h"
#include "engine/values/json.h"
#include "engine/values/json_sentence.h"
#include "engine/values/utf8.h"

namespace etalon {

inline constexpr size_t max_json_depth = 100;  // lists and objects inside each other

// True when lists and objects are nested deeper than max_json_depth. The JSON library writes and
// frees a document by recursion, and deep ones would exhaust the stack.
bool is_too_deep(std::string_view json_text);

// Throws an exception of the JSON library that says that the document is nested too deeply.
[[noreturn]] void refuse_depth();

// Throws an exception of the JSON library for text that is not JSON or is nested too deeply.
nlohmann::json parse_json(std::string_view text);
nlohmann::ordered_json parse_ordered_json(std::string_view text);
// As parse_json, but returns a discarded value (is_discarded()) instead of throwing.
nlohmann::json try_parse_json(std::string_view text);
// The document in a file. Throws InvalidInput, naming the file.
nlohmann::json read_json(const std::filesystem::path& file);

// Throws InvalidInput for a file that has no bytes but blanks: "FILE is an empty file".
void refuse_empty(const std::filesystem::path& file, std::string_view text);

// Throws InvalidInput, saying what `what` ("the case") may have, for an object with a key that is
// not one of `known`.
void check_keys(const nlohmann::json& object, std::string_view what,
                const std::vector<std::string>& known);

// Throws the exception that is being handled as an InvalidInput whose message `place` begins, if it
// is an error of Etalon's or of the JSON library; else as it is.
[[noreturn]] void rethrow_naming(std::string_view place);

// What `read` gives. `place`, a file or an entry of it, begins the message of an error of Etalon's
// or of the JSON library, which becomes an InvalidInput.
template <class F>
auto naming(const std::string& place, F&& read) {
  try {
    return read();
  } catch (const std::exception&) {
    rethrow_naming(place);
  }
}

// A field of an object. Throws InvalidInput, naming the field, if it is missing or of another kind:
// "\"seed\": a number is expected, not null".
template <class T, class Json>
void read_field(const Json& object, const char* key, T& into) {
  const auto& value = object.at(key);
  try {
    value.get_to(into);
  } catch (const std::exception&) {
    rethrow_naming(in_quotes(key));
  }
}
template <class T, class Json>
T field(const Json& object, const char* key) {
  T value{};
  read_field(object, key, value);
  return value;
}
// A field of an object, or `other` if it is missing.
template <class T, class Json>
T field_or(const Json& object, const char* key, T other) {
  if (!object.is_object() || object.contains(key)) read_field(object, key, other);
  return other;
}

// Throws an exception of the JSON library unless the value is a list.
template <class Json>
void require_list(const Json& value) {
  if (value.is_array()) return;
  const std::string text = fmt::format("type must be array, but is {}", value.type_name());
  throw Json::type_error::create(302, text, &value);
}

// Calls `read` with each entry of a field that is a list: of another kind, or of an entry that is
// not what it should be, it throws InvalidInput with the field's name and the entry's position.
template <class Json, class F>
void each_entry(const Json& object, const char* key, F&& read) {
  const auto& list = object.at(key);
  naming(in_quotes(key), [&] { require_list(list); });
  size_t position = 0;
  for (const auto& entry : list) {
    naming(fmt::format("{}, entry {}", in_quotes(key), ++position), [&] { read(entry); });
  }
}

// The document's text; bytes that are not UTF-8 are replaced.
template <class Json>
std::string json_text(const Json& document, int indent = -1) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// The number; "nan", "inf" or "-inf" where it is not finite.
nlohmann::json number_to_json(double value);
// A JSON number, or a string with a number: "nan", "inf", "-inf", "-0", "0x1p-3". Throws
// InvalidInput for another string, an exception of the JSON library for another kind.
double number_from_json(const nlohmann::json& written);

}  // namespace etalon
