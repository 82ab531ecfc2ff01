#include "conformance/mdf/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/common/usage_error.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// The ids of `node` that `name` can mean: itself, or what follows "node." in it.
template <class List>
void add_matches(const mdf::Graph& graph, size_t node, const List& list, const std::string& name,
                 bool is_output, std::vector<MdfName>& found) {
  for (const auto& each : list) {
    if (each.id == name || graph.nodes[node].id + "." + each.id == name) {
      found.push_back({node, each.id, is_output});
    }
  }
}

std::vector<std::string> labels(const mdf::Graph& graph, const std::vector<MdfName>& names) {
  constexpr size_t most = 12;
  std::vector<std::string> list;
  for (const MdfName& name : names) {
    if (list.size() == most) {
      list.emplace_back("…");
      break;
    }
    list.push_back(mdf_label(graph, name));
  }
  return list;
}

// Throws UsageError unless there is just one.
MdfName only(const mdf::Graph& graph, const std::string& what, const std::string& name,
             const std::vector<MdfName>& found, const std::vector<MdfName>& all) {
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    throw UsageError(fmt::format("the graph has no {} {}; there are {}", what, in_quotes(name),
                                 fmt::join(labels(graph, all), ", ")));
  }
  throw UsageError(
      fmt::format("{} could be {}", in_quotes(name), fmt::join(labels(graph, found), " or ")));
}

}  // namespace

std::vector<MdfName> mdf_outputs(const mdf::Graph& graph) {
  std::vector<MdfName> all;
  for (size_t node = 0; node < graph.nodes.size(); ++node) {
    for (const mdf::OutputPort& port : graph.nodes[node].outputs)
      all.push_back({node, port.id, true});
  }
  return all;
}

std::string mdf_label(const mdf::Graph& graph, const MdfName& name) {
  return graph.nodes[name.node].id + "." + name.id;
}

const mdf::Value* mdf_value(const mdf::GraphRun& run, const MdfName& name) {
  return name.is_output ? run.output(name.node, name.id) : run.inner(name.node, name.id);
}

MdfName find_mdf_value(const mdf::Graph& graph, const std::string& name) {
  std::vector<MdfName> outputs;
  std::vector<MdfName> inner;
  for (size_t node = 0; node < graph.nodes.size(); ++node) {
    const mdf::Node& each = graph.nodes[node];
    add_matches(graph, node, each.outputs, name, true, outputs);
    add_matches(graph, node, each.parameters, name, false, inner);
    add_matches(graph, node, each.functions, name, false, inner);
    add_matches(graph, node, each.inputs, name, false, inner);
  }
  return only(graph, "value", name, outputs.empty() ? inner : outputs, mdf_outputs(graph));
}

MdfPort find_mdf_input(const mdf::Graph& graph, const std::string& name) {
  std::vector<MdfName> found;
  std::vector<MdfName> all;
  for (size_t node = 0; node < graph.nodes.size(); ++node) {
    add_matches(graph, node, graph.nodes[node].inputs, name, false, found);
    for (const mdf::InputPort& port : graph.nodes[node].inputs)
      all.push_back({node, port.id, false});
  }
  const MdfName chosen = only(graph, "input port", name, found, all);
  const std::vector<mdf::InputPort>& ports = graph.nodes[chosen.node].inputs;
  const auto port = std::find_if(ports.begin(), ports.end(),
                                 [&](const mdf::InputPort& each) { return each.id == chosen.id; });
  const MdfPort result{chosen.node, static_cast<size_t>(port - ports.begin())};
  for (const mdf::PortEdge& edge : graph.edges) {
    if (edge.receiver == result.node && edge.receiver_port == result.port) {
      throw UsageError(fmt::format("the input port {} takes its value from edge {}",
                                   in_quotes(mdf_label(graph, chosen)), in_quotes(edge.id)));
    }
  }
  return result;
}

}  // namespace etalon
