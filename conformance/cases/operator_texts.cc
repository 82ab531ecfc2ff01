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
    for (const char* name : {"onnx.json", "com.microsoft.json"}) {
      const auto file = data_folder() / "texts" / name;
      if (std::filesystem::exists(file)) texts.update(read_json(file));
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
    add(*said, "inputs", texts.inputs);
    add(*said, "outputs", texts.outputs);
    add(*said, "attributes", texts.attributes);
  }
  return texts;
}

}  // namespace etalon
