// Details of a case as JSON.

#include "conformance/common/json.h"
#include "conformance/judge/details.h"
#include "engine/values/json.h"

namespace etalon {

using nlohmann::json;

// The JSON library finds to_json(to, from) and from_json(from, to) by their arguments, for lists,
// too.

static void to_json(json& entry, const NodeText& node) {
  entry = {{"operator", node.op}, {"inputs", node.inputs}, {"outputs", node.outputs}};
  if (!node.name.empty()) entry["name"] = node.name;
  for (const auto& [name, value] : node.attributes) entry["attributes"][name] = value;
}

static void from_json(const json& entry, NodeText& node) {
  read_field(entry, "operator", node.op);
  read_field(entry, "inputs", node.inputs);
  read_field(entry, "outputs", node.outputs);
  node.name = field_or<std::string>(entry, "name", "");
  if (!entry.contains("attributes")) return;
  for (const auto& [name, text] : field<std::map<std::string, std::string>>(entry, "attributes")) {
    node.attributes.emplace_back(name, text);
  }
}

static void to_json(json& entry, const ValueText& value) {
  entry = {{"name", value.name}, {"type", value.type}};
  if (value.shape) entry["shape"] = *value.shape;
  if (!value.elements.empty()) entry["elements"] = value.elements;
}

static void from_json(const json& entry, ValueText& value) {
  read_field(entry, "name", value.name);
  read_field(entry, "type", value.type);
  if (entry.contains("shape")) value.shape = field<Shape>(entry, "shape");
  value.elements = field_or(entry, "elements", std::vector<std::string>{});
}

static void to_json(json& entry, const DifferingPlace& place) {
  entry = {{"where", place.where}, {"got", place.got}, {"expected", place.expected}};
}

static void from_json(const json& entry, DifferingPlace& place) {
  read_field(entry, "where", place.where);
  read_field(entry, "got", place.got);
  read_field(entry, "expected", place.expected);
}

static void to_json(json& entry, const DifferingOutput& output) {
  entry = {{"expected", output.expected},
           {"got", output.got},
           {"differing", output.differing},
           {"worst", output.places},
           {"among_shown", output.among_shown}};
}

static void from_json(const json& entry, DifferingOutput& output) {
  read_field(entry, "expected", output.expected);
  read_field(entry, "got", output.got);
  read_field(entry, "differing", output.differing);
  read_field(entry, "worst", output.places);
  output.among_shown = field_or(entry, "among_shown", std::vector<size_t>{});
}

static void to_json(json& entry, const Tolerance& tolerance) {
  entry = {{"rtol", tolerance.rtol}, {"atol", tolerance.atol}};
  if (tolerance.max_ulp) entry["max_ulp"] = *tolerance.max_ulp;
  if (tolerance.rule == Tolerance::Rule::scaled) entry["rule"] = "scaled";
}

static void from_json(const json& entry, Tolerance& tolerance) {
  read_field(entry, "rtol", tolerance.rtol);
  read_field(entry, "atol", tolerance.atol);
  if (entry.contains("max_ulp")) tolerance.max_ulp = field<uint64_t>(entry, "max_ulp");
  if (field_or<std::string>(entry, "rule", "official") == "scaled")
    tolerance.rule = Tolerance::Rule::scaled;
}

void add_details(json& entry, const CaseDetails& details) {
  const auto add = [&](const char* field, const auto& list) {
    if (!list.empty()) entry[field] = list;
  };
  add("nodes", details.nodes);
  if (details.more_nodes != 0) entry["more_nodes"] = details.more_nodes;
  add("inputs", details.inputs);
  add("outputs", details.outputs);
  if (details.tolerance) entry["tolerance"] = *details.tolerance;
  if (details.data_set) entry["data_set"] = *details.data_set;
  add("differences", details.differences);
}

CaseDetails details_from_json(const json& entry) {
  CaseDetails details;
  const auto read = [&]<class Field>(const char* field, Field& to) {
    if (entry.contains(field)) read_field(entry, field, to);
  };
  read("nodes", details.nodes);
  read("more_nodes", details.more_nodes);
  read("inputs", details.inputs);
  read("outputs", details.outputs);
  if (entry.contains("tolerance")) read_field(entry, "tolerance", details.tolerance.emplace());
  if (entry.contains("data_set")) read_field(entry, "data_set", details.data_set.emplace());
  read("differences", details.differences);
  return details;
}

}  // namespace etalon
