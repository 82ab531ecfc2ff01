// What the readers of model files share: dictionaries with known fields, and errors that say where
// they are.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/mdf/packed.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::mdf {

using Json = nlohmann::ordered_json;

// Runs f; an error that it throws gets `place` in front.
template <class F>
decltype(auto) at_place(const std::string& place, F&& f) {
  try {
    return f();
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", place, error.what()));
  }
}

// "node 'A'"
inline std::string named(std::string_view kind, std::string_view id) {
  return fmt::format("{} {}", kind, in_quotes(id));
}

// What one line of a message shows of a document's value.
inline std::string shown(const Json& json) {
  return in_quotes(without_packed(json).dump(-1, ' ', false, Json::error_handler_t::replace));
}

// The field, or nullptr when it is missing or null.
inline const Json* find(const Json& json, const char* field) {
  const auto found = json.find(field);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

// Throws InvalidModel when `json` is not a dictionary or has a field that is not among these. Every
// dictionary may also have an id, a name, notes, and metadata.
void check_fields(const Json& json, std::initializer_list<std::string_view> fields);

// Throws InvalidModel for a missing field, and for one that is not a string.
const std::string& text_field(const Json& json, const char* field);

// A dictionary's entries, or a list's by their ids, in order; none when `json` is nullptr. Throws
// InvalidModel for an id that occurs twice.
std::vector<std::pair<std::string, const Json*>> entries_of(const Json* json);

}  // namespace etalon::mdf
