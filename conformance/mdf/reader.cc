#include "conformance/mdf/reader.h"

#include <algorithm>
#include <array>
#include <set>

namespace etalon::mdf {

void check_fields(const Json& json, std::initializer_list<std::string_view> fields) {
  static constexpr std::array<std::string_view, 4> anywhere = {"id", "name", "notes", "metadata"};
  if (!json.is_object()) throw InvalidModel("{} is not a dictionary", shown(json));
  const auto among = [](const auto& list, const std::string& key) {
    return std::find(list.begin(), list.end(), key) != list.end();
  };
  for (const auto& [key, value] : json.items()) {
    if (!among(fields, key) && !among(anywhere, key)) {
      throw InvalidModel("there is no field {} here{}{}", in_quotes(key),
                         fields.size() == 0 ? "" : ", only ", fmt::join(fields, ", "));
    }
  }
}

const std::string& text_field(const Json& json, const char* field) {
  const Json* value = find(json, field);
  if (value == nullptr) throw InvalidModel("the field {} is missing", field);
  if (!value->is_string()) throw InvalidModel("{} is {}, not a string", field, shown(*value));
  return value->get_ref<const std::string&>();
}

std::vector<std::pair<std::string, const Json*>> entries_of(const Json* json) {
  std::vector<std::pair<std::string, const Json*>> entries;
  if (json == nullptr) return entries;
  if (json->is_object()) {
    for (const auto& [id, entry] : json->items()) entries.emplace_back(id, &entry);
    return entries;
  }
  if (!json->is_array()) throw InvalidModel("{} is neither a dictionary nor a list", shown(*json));
  std::set<std::string> ids;
  for (const Json& entry : *json) {
    if (!entry.is_object()) throw InvalidModel("{} is not a dictionary", shown(entry));
    const std::string& id = text_field(entry, "id");
    if (!ids.insert(id).second) throw InvalidModel("two entries have the id {}", in_quotes(id));
    entries.emplace_back(id, &entry);
  }
  return entries;
}

}  // namespace etalon::mdf
