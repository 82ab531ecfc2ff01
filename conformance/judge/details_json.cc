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
  entry.at("operator").get_to(node.op);
  entry.at("inputs").get_to(node.inputs);
  entry.at("outputs").get_to(node.outputs);
  node.name = entry.value("name", "");
  if (!entry.contains("attributes")) return;
  for (const auto& [name, value] : entry.at("attributes").items()) {
    node.attributes.emplace_back(name, value.get<std::string>());
  }
}

static void to_json(json& entry, const ValueText& value) {
  entry = {{"name", value.name}, {"type", value.type}};
  if (value.shape) entry["shape"] = *value.shape;
  if (!value.elements.empty()) entry["elements"] = value.elements;
}

static void from_json(const json& entry, ValueText& value) {
  entry.at("name").get_to(value.name);
  entry.at("type").get_to(value.type);
  if (entry.contains("shape")) value.shape = entry.at("shape").get<Shape>();
  value.elements = entry.value("elements", std::vector<std::string>{});
}

static void to_json(json& entry, const DifferingPlace& place) {
  entry = {{"where", place.where}, {"got", place.got}, {"expected", place.expected}};
}

static void from_json(const json& entry, DifferingPlace& place) {
  entry.at("where").get_to(place.where);
  entry.at("got").get_to(place.got);
  entry.at("expected").get_to(place.expected);
}

static void to_json(json& entry, const DifferingOutput& output) {
  entry = {{"expected", output.expected},
           {"got", output.got},
           {"differing", output.differing},
           {"worst", output.places},
           {"among_shown", output.among_shown}};
}

static void from_json(const json& entry, DifferingOutput& output) {
  entry.at("expected").get_to(output.expected);
  entry.at("got").get_to(output.got);
  entry.at("differing").get_to(output.differing);
  entry.at("worst").get_to(output.places);
  output.among_shown = entry.value("among_shown", std::vector<size_t>{});
}

static void to_json(json& entry, const Tolerance& tolerance) {
  entry = {{"rtol", tolerance.rtol}, {"atol", tolerance.atol}};
  if (tolerance.max_ulp) entry["max_ulp"] = *tolerance.max_ulp;
  if (tolerance.rule == Tolerance::Rule::scaled) entry["rule"] = "scaled";
}

static void from_json(const json& entry, Tolerance& tolerance) {
  entry.at("rtol").get_to(tolerance.rtol);
  entry.at("atol").get_to(tolerance.atol);
  if (entry.contains("max_ulp")) tolerance.max_ulp = entry.at("max_ulp").get<uint64_t>();
  if (entry.value("rule", "official") == "scaled") tolerance.rule = Tolerance::Rule::scaled;
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
    if (entry.contains(field)) entry.at(field).get_to(to);
  };
  read("nodes", details.nodes);
  read("more_nodes", details.more_nodes);
  read("inputs", details.inputs);
  read("outputs", details.outputs);
  if (entry.contains("tolerance")) entry.at("tolerance").get_to(details.tolerance.emplace());
  if (entry.contains("data_set")) entry.at("data_set").get_to(details.data_set.emplace());
  read("differences", details.differences);
  return details;
}

}  // namespace etalon
