#include "conformance/cases/operator_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conformance/cases/corpus.h"
#include "conformance/cases/mdf_cases.h"
#include "conformance/cases/releases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"
#include "engine/operators/schema.h"
#include "engine/values/limits.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::string_view cache_name = ".operators.json";

void add_types(const Type& type, std::set<std::string>& types) {
  if (type.dtype != DType::undefined) types.emplace(name(type.dtype));
  if (type.element) add_types(*type.element, types);
}

CaseFacts read_facts(const Case& test) {
  CaseFacts facts;
  if (test.function) {
    facts.operators = {mdf_case_label(test)};
    return facts;
  }
  try {
    const BoundModel model = unchecked_model(model_message(test), test.folder);
    for (const OperatorUse& use : operators_used(model)) facts.operators.push_back(use.label);
    facts.opsets = model.opsets;
    for (const ValueInfo& input : model.graph.inputs) add_types(input.type, facts.types);
    for (const ValueInfo& output : model.graph.outputs) add_types(output.type, facts.types);
  } catch (const Error&) {
    // `etalon test` reports what is wrong with such a model.
  }
  return facts;
}

json to_json(const CaseFacts& facts) {
  return {{"operators", facts.operators}, {"opsets", facts.opsets}, {"types", facts.types}};
}

CaseFacts facts_from_json(const json& written) {
  CaseFacts facts;
  written.at("operators").get_to(facts.operators);
  written.at("types").get_to(facts.types);
  for (const auto& [domain, version] : written.at("opsets").items()) {
    facts.opsets[domain] = version.get<int64_t>();
  }
  return facts;
}

// Labels depend on the schemas: a cache made with other schemas is not used. The first number is
// that of the cache's form.
std::string schema_stamp() {
  std::string stamp = fmt::format("2-{}", all_schemas().size());
  for (const char* domain : {"", "ai.onnx.ml"}) stamp += fmt::format("-{}", newest_opset(domain));
  return stamp;
}

// The facts that earlier runs found, by the identity of the case.
json read_cache() {
  const fs::path file = downloads_folder() / cache_name;
  json cache;
  if (fs::exists(file)) cache = try_parse_json(file_text(file));
  const bool good = cache.is_object() && cache.value("stamp", "") == schema_stamp() &&
                    cache.contains("facts") && cache.at("facts").is_object();
  return good ? cache : json{{"stamp", schema_stamp()}, {"facts", json::object()}};
}

void write_cache(const json& cache) {
  try {
    write_file(downloads_folder() / cache_name, cache.dump());
  } catch (const Error&) {
    // Without the cache, the next run only takes longer: it reads the models again.
  }
}

using Uses = std::map<std::string, bool>;  // label → whether the operator is implemented

void collect(const Graph& graph, Uses& uses) {
  for (const Node& node : graph.nodes) {
    each_subgraph(node, [&](const Graph& inner) { collect(inner, uses); });
    if (node.function) continue;
    const std::string label =
        node.schema ? node.schema->label()
                    : fmt::format("{}{}{}-{}", node.domain, node.domain.empty() ? "" : ".",
                                  node.op_type, std::max<int64_t>(node.opset, 1));
    uses[label] = node.implementation != nullptr;
  }
}

}  // namespace

std::vector<CaseFacts> facts_of(const std::vector<Case>& cases) {
  json cache = read_cache();
  json& known = cache.at("facts");
  const size_t before = known.size();
  std::vector<CaseFacts> all;
  for (const Case& test : cases) {
    check_deadline();
    const auto found = test.identity.empty() ? known.end() : known.find(test.identity);
    all.push_back(found == known.end() ? read_facts(test) : facts_from_json(*found));
    if (found == known.end() && !test.identity.empty()) known[test.identity] = to_json(all.back());
  }
  if (known.size() != before) write_cache(cache);
  return all;
}

OperatorIndex official_index() {
  const std::vector<Case> cases = all_official_cases(read_manifest());
  const std::vector<CaseFacts> facts = facts_of(cases);
  OperatorIndex index;
  for (size_t i = cases.size(); i-- > 0;) {
    const Case& test = cases[i];
    const std::string name = release_span(test.releases) + "/" + test.suite + "/" + test.name;
    for (const std::string& label : facts[i].operators) index[label].push_back(name);
  }
  return index;
}

OperatorIndex own_index() {
  OperatorIndex index;
  for (const Case& test : own_cases()) {
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

std::vector<OperatorUse> operators_used(const BoundModel& model) {
  Uses uses;
  collect(model.graph, uses);
  for (const Function& function : model.functions) collect(function.body, uses);
  std::vector<OperatorUse> list;
  for (const auto& [label, implemented] : uses) list.push_back({label, implemented});
  return list;
}

}  // namespace etalon
