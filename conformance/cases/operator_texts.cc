#include "conformance/cases/operator_texts.h"

#include "conformance/common/json.h"
#include "conformance/common/paths.h"

namespace etalon {
namespace {

using nlohmann::json;

// "MaxPool-12" → {"inputs": {"X": …}, …}, what is not as in the version before.
const json& all_texts() {
  static const json all = [] {
    json texts = json::object();
    const std::filesystem::path folder = data_folder() / "texts";
    if (!std::filesystem::is_directory(folder)) return texts;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      texts.update(read_json(file.path()));
    }
    return texts;
  }();
  return all;
}

void add(const json& said, const char* kind, std::map<std::string, std::string>& texts) {
  if (!said.contains(kind)) return;
  for (const auto& [name, text] : said.at(kind).items()) texts[name] = text;
}

}  // namespace

OperatorTexts texts_of(const Schema& schema) {
  OperatorTexts texts;
  for (const Schema& version : all_schemas()) {  // by name and version
    const bool same = version.domain == schema.domain && version.name == schema.name;
    if (!same || version.since_version > schema.since_version) continue;
    const auto said = all_texts().find(version.label());
    if (said == all_texts().end()) continue;
    if (said->contains("summary")) texts.summary = said->at("summary").at("");
    add(*said, "inputs", texts.inputs);
    add(*said, "outputs", texts.outputs);
    add(*said, "attributes", texts.attributes);
  }
  return texts;
}

}  // namespace etalon
