#include "conformance/explain/requirement_ids.h"

#include <filesystem>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/explain/schema_text.h"
#include "engine/values/errors.h"

namespace etalon::explain {

namespace {

nlohmann::json document(const std::string& name) {
  const std::filesystem::path file = data_folder() / "requirements" / (name + ".json");
  return std::filesystem::exists(file) ? read_json(file) : nlohmann::json::object();
}

using KeysByVersion = std::map<std::string, std::vector<std::string>>;

const KeysByVersion& keys_of_domain(const std::string& domain) {
  static std::map<std::string, KeysByVersion> known;
  const auto [found, fresh] = known.try_emplace(domain);
  if (fresh) document(domain_text(domain)).get_to(found->second);
  return found->second;
}

}  // namespace

const std::vector<std::string>& numbered_keys(const Schema& schema) {
  static const std::vector<std::string> none;
  const KeysByVersion& keys = keys_of_domain(schema.domain);
  const auto found = keys.find(schema.label());
  return found == keys.end() ? none : found->second;
}

const std::map<std::string, std::string>& reasons_without_case() {
  static const std::map<std::string, std::string> reasons = [] {
    std::map<std::string, std::string> found;
    const nlohmann::json listed = document("without_case");
    for (const auto& [reason, ids] : listed.items()) {
      for (const std::string id : ids) {
        if (!found.emplace(id, reason).second) {
          throw InvalidInput("without_case.json lists {} twice", id);
        }
      }
    }
    return found;
  }();
  return reasons;
}

}  // namespace etalon::explain
