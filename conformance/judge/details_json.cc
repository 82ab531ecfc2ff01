// Details of a case as JSON.

#include "conformance/common/json.h"
#include "conformance/judge/details.h"
#include "engine/values/json.h"

namespace etalon {

using nlohmann::json;

namespace {

json node_json(const NodeText& node) {
  json entry = {{"operator", node.op}, {"inputs", node.inputs}, {"outputs", node.outputs}};
  if (!node.name.empty()) entry["name"] = node.name;
  json attributes = json::object();
  for (const auto& [name, value] : node.attributes) attributes[name] = value;
  if (!attributes.empty()) entry["attributes"] = attributes;
  return entry;
}

NodeText node_from_json(const json& entry) {
  NodeText node;
  entry.at("operator").get_to(node.op);
  entry.at("inputs").get_to(node.inputs);
  entry.at("outputs").get_to(node.outputs);
  node.name = entry.value("name", "");
  if (!entry.contains("attributes")) return node;
  for (const auto& [name, value] : entry.at("attributes").items()) {
    node.attributes.emplace_back(name, value.get<std::string>());
  }
  return node;
}

json value_json(const ValueText& value) {
  json entry = {{"name", value.name}, {"type", value.type}};
  if (value.shape) entry["shape"] = *value.shape;
  if (!value.elements.empty()) entry["elements"] = value.elements;
  return entry;
}

ValueText value_text_from_json(const json& entry) {
  ValueText value;
  entry.at("name").get_to(value.name);
  entry.at("type").get_to(value.type);
  if (entry.contains("shape")) value.shape = entry.at("shape").get<Shape>();
  value.elements = entry.value("elements", std::vector<std::string>{});
  return value;
}

json output_json(const DifferingOutput& output) {
  json places = json::array();
  for (const DifferingPlace& place : output.places) {
    places.push_back({{"where", place.where}, {"got", place.got}, {"expected", place.expected}});
  }
  return {{"expected", value_json(output.expected)},
          {"got", value_json(output.got)},
          {"differing", output.differing},
          {"worst", places},
          {"among_shown", output.among_shown}};
}

DifferingOutput output_from_json(const json& entry) {
  DifferingOutput output{value_text_from_json(entry.at("expected")),
                         value_text_from_json(entry.at("got")),
                         entry.at("differing").get<size_t>(),
                         {},
                         {}};
  output.among_shown = entry.value("among_shown", std::vector<size_t>{});
  for (const json& place : entry.at("worst")) {
    output.places.push_back({place.at("where").get<std::string>(),
                             place.at("got").get<std::string>(),
                             place.at("expected").get<std::string>()});
  }
  return output;
}

json tolerance_json(const Tolerance& tolerance) {
  json entry = {{"rtol", tolerance.rtol}, {"atol", tolerance.atol}};
  if (tolerance.max_ulp) entry["max_ulp"] = *tolerance.max_ulp;
  if (tolerance.rule == Tolerance::Rule::scaled) entry["rule"] = "scaled";
  return entry;
}

Tolerance tolerance_from_json(const json& entry) {
  Tolerance tolerance;
  entry.at("rtol").get_to(tolerance.rtol);
  entry.at("atol").get_to(tolerance.atol);
  if (entry.contains("max_ulp")) tolerance.max_ulp = entry.at("max_ulp").get<uint64_t>();
  if (entry.value("rule", "official") == "scaled") tolerance.rule = Tolerance::Rule::scaled;
  return tolerance;
}

template <class Item, class Write>
void add_list(json& entry, const char* field, const std::vector<Item>& items, Write write) {
  if (items.empty()) return;
  json list = json::array();
  for (const Item& item : items) list.push_back(write(item));
  entry[field] = std::move(list);
}

template <class Item, class Read>
void read_list(const json& entry, const char* field, std::vector<Item>& items, Read read) {
  if (!entry.contains(field)) return;
  for (const json& item : entry.at(field)) items.push_back(read(item));
}

}  // namespace

void add_details(json& entry, const CaseDetails& details) {
  add_list(entry, "nodes", details.nodes, node_json);
  if (details.more_nodes != 0) entry["more_nodes"] = details.more_nodes;
  add_list(entry, "inputs", details.inputs, value_json);
  add_list(entry, "outputs", details.outputs, value_json);
  if (details.tolerance) entry["tolerance"] = tolerance_json(*details.tolerance);
  if (details.data_set) entry["data_set"] = *details.data_set;
  add_list(entry, "differences", details.differences, output_json);
}

CaseDetails details_from_json(const json& entry) {
  CaseDetails details;
  read_list(entry, "nodes", details.nodes, node_from_json);
  details.more_nodes = entry.value("more_nodes", size_t{0});
  read_list(entry, "inputs", details.inputs, value_text_from_json);
  read_list(entry, "outputs", details.outputs, value_text_from_json);
  if (entry.contains("tolerance")) details.tolerance = tolerance_from_json(entry.at("tolerance"));
  if (entry.contains("data_set")) details.data_set = entry.at("data_set").get<size_t>();
  read_list(entry, "differences", details.differences, output_from_json);
  return details;
}

}  // namespace etalon
