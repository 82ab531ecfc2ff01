#include "conformance/operator_index.h"

#include <nlohmann/json.hpp>

#include "conformance/labels.h"
#include "conformance/paths.h"
#include "engine/loader/file.h"
#include "engine/schema.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::string_view cache_name = ".operators.json";

OperatorIndex read_models(const Corpus& corpus) {
  OperatorIndex index;
  for (const Case& test : corpus_cases(corpus)) {
    for (const OperatorUse& use : operators_used(model_bytes(test))) {
      index[use.label].push_back(test.suite + "/" + test.name);
    }
  }
  return index;
}

// Labels depend on the schemas: an index made with others is not used.
std::string schema_stamp() {
  std::string stamp = std::to_string(all_schemas().size());
  for (const char* domain : {"", "ai.onnx.ml"}) stamp += fmt::format("-{}", newest_opset(domain));
  return stamp;
}

}  // namespace

OperatorIndex official_index(const Corpus& corpus) {
  if (!is_fetched(corpus)) return {};
  const fs::path cache = corpus_folder(corpus) / cache_name;
  if (fs::exists(cache)) {
    const json document = json::parse(file_text(cache), nullptr, false);
    if (document.is_object() && document.value("stamp", "") == schema_stamp()) {
      return document.at("operators").get<OperatorIndex>();
    }
  }
  const OperatorIndex index = read_models(corpus);
  try {
    write_file(cache, json{{"stamp", schema_stamp()}, {"operators", index}}.dump());
  } catch (const Error&) {
    // A folder that cannot be written only costs the time of reading the models again.
  }
  return index;
}

OperatorIndex own_index() {
  OperatorIndex index;
  if (!fs::is_directory(own_cases_folder())) return index;
  for (const Case& test : discover(own_cases_folder())) {
    const auto domain = test.document->at("domain").get<std::string>();
    const auto name = test.document->at("operator").get<std::string>();
    const json& entry = test.document->at("cases").at(test.index);
    const int64_t opset = entry.value("opset", int64_t{newest_opset(domain)});
    const Schema* schema = find_schema(domain, name, opset);
    if (schema != nullptr) index[schema->label()].push_back(test.suite + "/" + test.name);
  }
  return index;
}

}  // namespace etalon
