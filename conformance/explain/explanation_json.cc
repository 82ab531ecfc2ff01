#include "conformance/explain/explanation.h"

#include <cmath>

#include "conformance/check/value_text.h"
#include "conformance/explain/open_text.h"
#include "conformance/explain/runtimes.h"
#include "conformance/explain/schema_text.h"

namespace etalon::explain {

namespace {

using Json = nlohmann::ordered_json;

Json formals_json(const std::vector<FormalParameter>& formals) {
  Json list = Json::array();
  for (const FormalParameter& formal : formals) {
    const char* option = formal.option == FormalParameter::Option::single     ? "single"
                         : formal.option == FormalParameter::Option::optional ? "optional"
                                                                              : "variadic";
    list.push_back({{"name", formal.name}, {"type", formal.type}, {"option", option}});
  }
  return list;
}

Json attribute_json(const Facts& facts, const FormalAttribute& formal) {
  Json entry = {{"name", formal.name},
                {"type", std::string(name(formal.type))},
                {"required", formal.required}};
  if (formal.default_value) entry["default"] = attribute_text(*formal.default_value);
  if (!formal.supported.empty()) entry["supported"] = formal.supported;
  if (!formal.meaning.empty()) entry["meaning"] = formal.meaning;
  const auto found = facts.attributes.find(formal.name);
  if (found == facts.attributes.end()) return entry;
  if (!found->second.words.empty()) entry["words"] = found->second.words;
  for (const std::string& said : found->second.said) entry["said"].push_back(said);
  for (const CodeLine& line : found->second.read) {
    entry["read"].push_back({{"path", line.path}, {"line", line.line}, {"text", line.text}});
  }
  return entry;
}

Json values_json(const std::vector<NamedValue>& values) {
  Json list = Json::array();
  for (const auto& [name, value] : values) {
    list.push_back({{"name", name}, {"type", type_text(value)}, {"value", value_text(value)}});
  }
  return list;
}

Json example_json(const Example& example) {
  Json entry = {{"case", example.source}, {"inputs", values_json(example.values.inputs)}};
  if (example.call.written.contains("attributes")) {
    entry["attributes"] = Json(example.call.written.at("attributes"));
  }
  entry["outputs"] = values_json(example.values.outputs);
  return entry;
}

Json erratum_json(const Erratum& erratum) {
  return {{"id", erratum.id},
          {"expected", erratum.expected},
          {"specification", erratum.specification},
          {"follow", erratum.follows_data ? "data" : "specification"},
          {"why", erratum.why},
          {"proof", erratum.proof},
          {"cases", erratum.cases},
          {"releases", erratum.release_text()}};
}

Json runtimes_json(const std::string& label) {
  Json entry = Json::object();
  const auto found = verdicts().operators.find(label);
  if (found == verdicts().operators.end()) return entry;
  for (const auto& [runtime, verdict] : found->second) {
    Json counts = Json(verdict.counts);
    for (const FailedCase& one : verdict.cases) {
      counts["cases"].push_back(
          {{"name", one.name}, {"status", one.status}, {"message", one.message}});
    }
    entry[runtime + " " + verdicts().runtimes.at(runtime)] = std::move(counts);
  }
  return entry;
}

// Errors are "NaN" where a number and NaN stand for each other, null without results.
Json accuracy_json(const std::vector<const Accuracy*>& rows) {
  Json list = Json::array();
  for (const Accuracy* row : rows) {
    Json entry = {{"of", row->of}, {"type", row->type}, {"results", row->results}};
    for (const RuntimeAccuracy& one : row->runtimes) {
      const Json figures = {{"max_ulp", std::isinf(one.ulp) ? Json("NaN") : Json(one.ulp)},
                            {"results", one.results},
                            {"misrounded", one.misrounded}};
      entry["runtimes"][one.runtime] = one.results == 0 ? Json() : figures;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

void add_cases(Json& entry, const char* kind, const OperatorIndex& index,
               const std::string& label) {
  const auto found = index.find(label);
  if (found != index.end()) entry["cases"][kind] = found->second;
}

void add_schema(Json& entry, const Facts& facts) {
  const Schema& schema = *facts.schema;
  entry["inputs"] = formals_json(schema.inputs);
  entry["outputs"] = formals_json(schema.outputs);
  entry["attributes"] = Json::array();
  for (const FormalAttribute& formal : schema.attributes) {
    entry["attributes"].push_back(attribute_json(facts, formal));
  }
  entry["types"] = Json::object();
  for (const TypeConstraint& constraint : schema.types) {
    entry["types"][constraint.variable] = constraint.types;
  }
  if (facts.before != nullptr) entry["changes"] = changes(*facts.before, schema);
}

// The formula and its family; the code of each open point; the files of other rooms.
void add_code(Json& entry, const Facts& facts) {
  for (const Source& source : facts.sources) {
    entry["code"].push_back({{"path", source.path}, {"text", source.text}});
  }
  for (const OpenPoint* point : facts.points) {
    const std::string name = name_of_point(point->id);
    for (const CodePart& part : code_of_point(facts.open_code, facts.sources, name)) {
      entry["open_code"].push_back(
          {{"point", point->id}, {"path", part.path}, {"line", part.line}, {"text", part.text}});
    }
  }
  for (const RoomFile& file : facts.rooms) {
    entry["rooms"].push_back(
        {{"room", std::string(file.room)}, {"path", file.source.path}, {"text", file.source.text}});
  }
}

}  // namespace

Json explanation_json(const Facts& facts, const OperatorIndex& official, const OperatorIndex& own,
                      bool code) {
  const Schema& schema = *facts.schema;
  Json entry = {{"domain", domain_text(schema.domain)},
                {"name", schema.name},
                {"since_version", schema.since_version},
                {"deprecated", schema.deprecated},
                {"implemented", facts.row != nullptr}};
  if (facts.row != nullptr) entry["source"] = facts.row->source;
  if (!facts.header.formula.empty()) entry["formula"] = facts.header.formula;
  const std::string said = meaning(facts.header, schema.since_version);
  if (!said.empty()) entry["meaning"] = said;
  add_schema(entry, facts);
  if (facts.body != nullptr) {
    entry["function_body"] = {{"opset", facts.body->opset}, {"lines", facts.body->lines}};
    if (!facts.body->of.empty()) entry["function_body"]["of"] = facts.body->of;
  }
  if (facts.example) entry["example"] = example_json(*facts.example);
  for (const Erratum* erratum : facts.errata) entry["errata"].push_back(erratum_json(*erratum));
  std::vector<ChosenPoint> points;
  for (const OpenPoint* point : facts.points) points.push_back({open_points().of(schema), point});
  if (!points.empty()) entry["open_points"] = Json::parse(list_json(open_points(), points));
  const Json runtimes = runtimes_json(schema.label());
  if (!runtimes.empty()) entry["runtimes"] = runtimes;
  if (!facts.accuracy.empty()) entry["accuracy"] = accuracy_json(facts.accuracy);
  add_cases(entry, "official", official, schema.label());
  add_cases(entry, "own", own, schema.label());
  if (code) add_code(entry, facts);
  return entry;
}

}  // namespace etalon::explain
