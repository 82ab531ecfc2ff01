// JSON from files and processes that are not trusted, and numbers that JSON does not have.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/values/errors.h"
#include "engine/values/json.h"
#include "engine/values/json_sentence.h"

namespace etalon {

inline constexpr size_t max_json_depth = 100;  // lists and objects inside each other

// True when lists and objects are nested deeper than max_json_depth. The JSON library writes and
// frees a document by recursion, and deep ones would exhaust the stack.
bool is_too_deep(std::string_view json_text);

// Throws an exception of the JSON library for text that is not JSON or is nested too deeply.
nlohmann::json parse_json(std::string_view text);
nlohmann::ordered_json parse_ordered_json(std::string_view text);
// The same, but a discarded value (is_discarded()) where it would throw.
nlohmann::json try_parse_json(std::string_view text);
// The document in a file. Throws InvalidInput, naming the file.
nlohmann::json read_json(const std::filesystem::path& file);

// Throws InvalidInput for a file that has no bytes but blanks: "FILE is an empty file".
void refuse_empty(const std::filesystem::path& file, std::string_view text);

// Throws InvalidInput, saying what `what` ("the case") may have, for an object with a key that is
// not one of `known`.
void check_keys(const nlohmann::json& object, std::string_view what,
                const std::vector<std::string>& known);

// What `read` gives. `place`, a file or an entry of it, begins the message of an error of Etalon's
// or of the JSON library, which becomes an InvalidInput.
template <class F>
auto naming(const std::string& place, F&& read) {
  try {
    return read();
  } catch (const Error& problem) {
    throw InvalidInput("{}: {}", place, problem.what());
  } catch (const nlohmann::json::exception& problem) {
    throw InvalidInput("{}: {}", place, json_sentence(problem));
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
