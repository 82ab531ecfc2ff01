#include "conformance/explain/example.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "conformance/cases/cases.h"
#include "conformance/cases/own_cases.h"
#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "conformance/common/text_lines.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/values/errors.h"
#include "onnx.pb.h"

namespace etalon::explain {

using nlohmann::json;

namespace {

constexpr size_t most_tried = 12;
// What such a case costs, in elements.
constexpr size_t of_another_version = 15;
constexpr size_t of_a_part = 100;  // one with attributes that this version does not have

// The number of elements in a value as written.
size_t elements(const json& written) {
  if (written.is_array()) {
    size_t sum = 0;
    for (const json& each : written) sum += elements(each);
    return sum;
  }
  if (!written.is_object()) return 1;
  size_t sum = 0;
  for (const char* key : {"data", "items", "value", "keys", "values"}) {
    if (written.contains(key)) sum += elements(written.at(key));
  }
  return sum;
}

// True where the values of the inputs differ among themselves: zeros alone show little.
bool is_varied(const json& inputs) {
  for (const json& input : inputs) {
    const json data = input.is_object() ? input.value("data", json()) : json();
    for (const json& each : data) {
      if (data.is_array() && each != data.front()) return true;
    }
  }
  return false;
}

// True where an output is an input as it is: the operator does nothing.
bool does_nothing(const json& inputs, const json& outputs) {
  const auto same = [&](const json& output) {
    return !output.is_null() && std::find(inputs.begin(), inputs.end(), output) != inputs.end();
  };
  return std::any_of(outputs.begin(), outputs.end(), same);
}

// Smaller is better: few elements, but more than one in the output, ordinary numbers, and an
// operator that does something.
size_t cost(const json& written) {
  const json outputs = written.value("outputs", json::array());
  const json inputs = written.value("inputs", json::array());
  const std::string text = json_text(inputs);
  size_t sum = elements(inputs) + elements(outputs);
  if (elements(outputs) < 2) sum += elements(outputs) == 0 ? 90 : 40;
  if (!is_varied(inputs)) sum += 60;
  if (does_nothing(inputs, outputs)) sum += 80;
  if (text.find("nan\"") != std::string::npos || text.find("inf\"") != std::string::npos) sum += 30;
  if (text.find("\"float\"") == std::string::npos) sum += 6;
  return sum;
}

json as_call(const Schema& schema, const json& written, bool of_version) {
  json call = {{"opset", schema.since_version}, {"inputs", written.value("inputs", json::array())}};
  if (of_version) call["outputs"] = written.value("outputs", json::array());
  const json attributes = written.value("attributes", json::object());
  for (const auto& [name, value] : attributes.items()) {
    if (schema.open_attributes || schema.attribute(name) != nullptr || !schema.forms.empty()) {
      call["attributes"][name] = value;
    }
  }
  return call;
}

// "X", or "inputs 2" of a variadic parameter.
std::string formal_name(const std::vector<FormalParameter>& formals, size_t index) {
  const FormalParameter* formal = parameter_at(formals, index);
  if (formal == nullptr) return std::to_string(index);
  const bool variadic = formal->option == FormalParameter::Option::variadic;
  return variadic ? formal->name + " " + std::to_string(index) : formal->name;
}

}  // namespace

Evaluated evaluate(const OperatorCall& call) {
  const std::string& domain = call.schema->domain;
  const json document = {{"domain", domain.empty() ? "ai.onnx" : domain},
                         {"operator", call.schema->name}};
  const BoundModel model = parse_model(own_case_model(document, call.written).SerializeAsString());
  const json written = call.written.value("inputs", json::array());
  const Schema& form = call.schema->form_for(model.graph.nodes.front().attributes);
  Evaluated result;
  Bindings inputs;
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i].is_null()) continue;
    const Value value = value_from_json(written[i]);
    inputs[fmt::format("input_{}", i)] = value;
    result.inputs.push_back({formal_name(form.inputs, i), value});
  }
  const Values outputs = etalon::evaluate(model, inputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    // The graph's outputs are named after their position: output_0, …
    const std::string& name = model.graph.outputs[i].name;
    const size_t position = std::stoul(name.substr(name.rfind('_') + 1));
    result.outputs.push_back({formal_name(form.outputs, position), outputs[i]});
  }
  return result;
}

const std::vector<Case>& own_cases_of(const Schema& schema) {
  static const auto cases = [] {
    std::map<std::pair<std::string, std::string>, std::vector<Case>> found;
    for (const Case& test : own_cases()) {
      if (test.function || !test.document || !test.problem.empty()) continue;
      const auto domain = test.document->at("domain").get<std::string>();
      const auto name = test.document->at("operator").get<std::string>();
      found[{std::string(canonical_domain(domain)), name}].push_back(test);
    }
    return found;
  }();
  static const std::vector<Case> none;
  const auto found = cases.find({schema.domain, schema.name});
  return found == cases.end() ? none : found->second;
}

std::vector<Candidate> candidates(const Schema& schema) {
  std::vector<std::pair<size_t, Candidate>> ranked;
  for (const Case& test : own_cases_of(schema)) {
    const json& written = test.document->at("cases").at(test.index);
    if (written.contains("error")) continue;
    const int64_t opset = written.value("opset", int64_t{newest_opset(schema.domain)});
    const bool of_version = find_schema(schema.domain, schema.name, opset) == &schema;
    const json call = as_call(schema, written, of_version);
    const bool whole = call.value("attributes", json::object()).size() ==
                       written.value("attributes", json::object()).size();
    ranked.push_back(
        {cost(written) + (of_version ? 0 : of_another_version) + (whole ? 0 : of_a_part),
         {{&schema, call}, test.name}});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Candidate> sorted;
  for (auto& [rank, candidate] : ranked) sorted.push_back(std::move(candidate));
  return sorted;
}

std::optional<Example> example_of(const Schema& schema) {
  size_t tried = 0;
  for (const Candidate& candidate : candidates(schema)) {
    if (++tried > most_tried) break;
    try {
      return Example{candidate.call, candidate.source, evaluate(candidate.call)};
    } catch (const std::exception&) {
      // Another version's case, which this version does not take.
    }
  }
  return std::nullopt;
}

std::vector<std::string> allowed_words(const Example& example, const std::string& attribute) {
  OperatorCall call = example.call;
  call.written["attributes"][attribute] = "?";
  std::string list;
  try {
    evaluate(call);
  } catch (const std::exception& refusal) {
    RE2::PartialMatch(refusal.what(), R"(is '\?'; it may be (.*)$)", &list);
  }
  return list.empty() ? std::vector<std::string>{} : text_parts(list, ", ");
}

}  // namespace etalon::explain
