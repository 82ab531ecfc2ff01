// JSON from files and processes that are not trusted, and numbers that JSON does not have.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

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

// The number; "nan", "inf" or "-inf" where it is not finite.
nlohmann::json number_to_json(double value);
// A JSON number, or a string with a number: "nan", "inf", "-inf", "-0", "0x1p-3". Throws
// InvalidInput for another string, an exception of the JSON library for another kind.
double number_from_json(const nlohmann::json& written);

}  // namespace etalon
