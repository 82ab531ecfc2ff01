#include "conformance/mdf/case.h"

#include "conformance/cases/mdf_cases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/common/usage_error.h"
#include "conformance/mdf/evaluate.h"
#include "conformance/mdf/names.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using nlohmann::ordered_json;

mdf::Value executed_ids(const mdf::Graph& graph, const std::vector<std::vector<size_t>>& sets) {
  mdf::List list;
  for (const std::vector<size_t>& set : sets) {
    mdf::List ids;
    for (const size_t node : set) ids.push_back(graph.nodes[node].id);
    list.push_back(ids);
  }
  return list;
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
  const ordered_json expected = mdf_expected(entry);
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

ordered_json answer_of(const ordered_json& document, size_t index) {
  try {
    return {{"value", mdf::to_typed_json(run_model(document.at("cases").at(index)))}};
  } catch (const ordered_json::exception& problem) {
    return {{"sentence", json_sentence(problem)}};
  } catch (const UsageError& problem) {  // a name that the graph lacks
    return {{"sentence", problem.what()}};
  } catch (const Error& error) {
    return {{"error", to_string(error.kind())}, {"sentence", error.what()}};
  }
}

}  // namespace

void answer_mdf_case(const std::filesystem::path& file, size_t index,
                     const std::filesystem::path& answer) {
  write_file(answer, answer_of(parse_ordered_json(file_text(file)), index).dump());
}

}  // namespace etalon
