#include "conformance/cases/mdf_cases.h"

#include "conformance/common/json.h"
#include "conformance/common/usage_error.h"
#include "conformance/mdf/names.h"
#include "engine/mdf/evaluate.h"
#include "engine/mdf/function.h"
#include "engine/numerics/random.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using nlohmann::ordered_json;

// Turns what is wrong with an entry into InvalidInput with the case's name.
template <class F>
auto reading_entry(const Case& test, F&& f) {
  try {
    return f(test.function->at("cases").at(test.index));
  } catch (const ordered_json::exception& problem) {
    throw InvalidInput("case {}: {}", test.id(), json_sentence(problem));
  } catch (const UsageError& problem) {  // a name that the graph lacks
    throw InvalidInput("case {}: {}", test.id(), problem.what());
  }
}

struct MdfCall {
  mdf::List positional;
  mdf::Dictionary named;
  int64_t opset = mdf::default_onnx_opset;
  uint32_t seed = default_seed;
};

MdfCall read_call(const ordered_json& entry) {
  MdfCall call;
  for (const ordered_json& value : entry.value("positional", ordered_json::array())) {
    call.positional.push_back(mdf::from_json(value));
  }
  const ordered_json named = entry.value("args", ordered_json::object());
  for (const auto& [name, value] : named.items()) call.named.set(name, mdf::from_json(value));
  call.opset = entry.value("opset", call.opset);
  call.seed = entry.value("seed", call.seed);
  return call;
}

// ---------------------------------------------------------------------------------------- models

mdf::Value executed_ids(const mdf::Graph& graph, const std::vector<std::vector<size_t>>& sets) {
  mdf::List list;
  for (const std::vector<size_t>& set : sets) {
    mdf::List ids;
    for (const size_t node : set) ids.push_back(graph.nodes[node].id);
    list.push_back(ids);
  }
  return list;
}

// The expected values of an entry: its "output", and its "executed" under that name.
ordered_json expected_of(const ordered_json& entry) {
  ordered_json expected = entry.value("output", ordered_json::object());
  if (entry.contains("executed")) expected["executed"] = entry.at("executed");
  return expected;
}

mdf::Value run_model(const ordered_json& entry) {
  const mdf::Model model = mdf::model_from(entry.at("model"));
  if (model.graphs.size() != 1) throw InvalidInput("the model must have one graph");
  const mdf::Graph& graph = model.graphs.front();
  mdf::RunOptions options;
  options.seed = entry.value("seed", options.seed);
  mdf::GraphRun run(model, graph, options);
  const ordered_json inputs = entry.value("inputs", ordered_json::object());
  for (const auto& [name, value] : inputs.items()) {
    const MdfPort port = find_mdf_input(graph, name);
    run.set_input(port.node, port.port, mdf::from_json(value));
  }
  std::optional<double> dt;
  if (entry.contains("dt")) dt = entry.at("dt").get<double>();
  std::vector<std::vector<size_t>> executed;
  for (int step = 0; step < entry.value("steps", 1); ++step) {
    executed = run.evaluate(step == 0 ? std::nullopt : dt);
  }
  mdf::Dictionary values;
  const ordered_json expected = expected_of(entry);
  for (const auto& [name, value] : expected.items()) {
    if (name == "executed") {
      values.set(name, executed_ids(graph, executed));
    } else if (const mdf::Value* got = mdf_value(run, find_mdf_value(graph, name))) {
      values.set(name, *got);
    } else {
      throw InvalidInput("{} has no value", in_quotes(name));
    }
  }
  return values;
}

bool is_of_model(const Case& test) { return test.function->at("function") == "model"; }

}  // namespace

std::string mdf_case_label(const Case& test) {
  return "mdf." + test.function->at("function").get<std::string>();
}

mdf::Value call_mdf_case(const Case& test) {
  if (is_of_model(test)) return reading_entry(test, run_model);
  const MdfCall call = reading_entry(test, read_call);
  RandomStream random(call.seed);
  const std::string function = test.function->at("function");
  return mdf::call_function(function, call.positional, call.named, {call.opset, &random});
}

mdf::Value mdf_case_output(const Case& test) {
  return reading_entry(test, [&](const ordered_json& entry) {
    return mdf::from_json(is_of_model(test) ? expected_of(entry) : entry.at("output"));
  });
}

}  // namespace etalon
