#include "conformance/cases/operator_index.h"

#include "conformance/cases/corpus.h"
#include "conformance/cases/labels.h"
#include "conformance/cases/mdf_cases.h"
#include "conformance/cases/releases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"
#include "engine/operators/schema.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::string_view cache_name = ".operators.json";

using Labels = std::vector<std::string>;

Labels read_labels(const Case& test) {
  if (test.function) return {mdf_case_label(test)};
  Labels labels;
  try {
    const BoundModel model = unchecked_model(model_message(test), test.folder);
    for (const OperatorUse& use : operators_used(model)) labels.push_back(use.label);
  } catch (const Error&) {
    // A model that cannot be read has no labels; `etalon test` reports what is wrong with it.
  }
  return labels;
}

// Labels depend on the schemas: a cache made with other schemas is not used.
std::string schema_stamp() {
  std::string stamp = std::to_string(all_schemas().size());
  for (const char* domain : {"", "ai.onnx.ml"}) stamp += fmt::format("-{}", newest_opset(domain));
  return stamp;
}

// The labels that earlier runs found, by the identity of the case.
json read_cache() {
  const fs::path file = downloads_folder() / cache_name;
  json cache;
  if (fs::exists(file)) cache = try_parse_json(file_text(file));
  const bool good = cache.is_object() && cache.value("stamp", "") == schema_stamp() &&
                    cache.contains("labels") && cache.at("labels").is_object();
  return good ? cache : json{{"stamp", schema_stamp()}, {"labels", json::object()}};
}

void write_cache(const json& cache) {
  try {
    write_file(downloads_folder() / cache_name, cache.dump());
  } catch (const Error&) {
    // Without the cache, the next run only takes longer: it reads the models again.
  }
}

}  // namespace

std::vector<Labels> labels_of(const std::vector<Case>& cases) {
  json cache = read_cache();
  json& known = cache.at("labels");
  const size_t before = known.size();
  std::vector<Labels> all;
  for (const Case& test : cases) {
    const auto found = known.find(test.identity);
    all.push_back(found == known.end() ? read_labels(test) : found->get<Labels>());
    if (found == known.end() && !test.identity.empty()) known[test.identity] = all.back();
  }
  if (known.size() != before) write_cache(cache);
  return all;
}

OperatorIndex official_index() {
  const std::vector<Case> cases = all_official_cases(read_manifest());
  const std::vector<Labels> labels = labels_of(cases);
  OperatorIndex index;
  for (size_t i = cases.size(); i-- > 0;) {
    const Case& test = cases[i];
    const std::string name = release_span(test.releases) + "/" + test.suite + "/" + test.name;
    for (const std::string& label : labels[i]) index[label].push_back(name);
  }
  return index;
}

OperatorIndex own_index() {
  OperatorIndex index;
  if (!fs::is_directory(own_cases_folder())) return index;
  for (const Case& test : discover(own_cases_folder())) {
    if (test.function) {
      index[mdf_case_label(test)].push_back(test.suite + "/" + test.name);
      continue;
    }
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
