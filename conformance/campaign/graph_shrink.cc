#include "conformance/campaign/graph_shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "conformance/generate/one_node.h"
#include "conformance/judge/open.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/operators/choice_scope.h"
#include "onnx.pb.h"

namespace etalon {

namespace {

// A Loop without its trip count may not end.
constexpr auto longest_graph_evaluation = std::chrono::seconds(5);

struct ShrinkingGraph {
  onnx::ModelProto model;
  Bindings inputs;

  onnx::GraphProto& graph() { return *model.mutable_graph(); }
};

// Removes from a list what `unused` names.
template <class List, class Unused>
void erase_from(List& list, Unused unused) {
  for (int i = list.size() - 1; i >= 0; --i) {
    if (unused(list.Get(i))) list.DeleteSubrange(i, 1);
  }
}

void prune(ShrinkingGraph& graph) {
  std::set<std::string> needed;
  for (const onnx::ValueInfoProto& output : graph.graph().output()) needed.insert(output.name());
  auto& nodes = *graph.graph().mutable_node();
  for (int i = nodes.size() - 1; i >= 0; --i) {
    const auto& outputs = nodes.Get(i).output();
    const bool used = std::any_of(outputs.begin(), outputs.end(),
                                  [&](const std::string& name) { return needed.contains(name); });
    if (used) {
      needed.merge(names_read(nodes.Get(i)));
    } else {
      nodes.DeleteSubrange(i, 1);
    }
  }
  const auto unused = [&](const auto& named) { return !needed.contains(named.name()); };
  erase_from(*graph.graph().mutable_initializer(), unused);
  erase_from(*graph.graph().mutable_input(), unused);
  std::erase_if(graph.inputs, [&](const auto& input) { return !needed.contains(input.first); });
  graph.graph().clear_value_info();
}

class GraphShrinker {
 public:
  GraphShrinker(const CaseFiles& files, const std::function<bool(const CaseFiles&)>& fails,
                const Options& evaluation, const ShrinkLimits& limits)
      : result_{files}, fails_(fails), evaluation_(evaluation), limits_(limits) {
    graph_.model.ParseFromString(files.model);
    const CaseValues& given = files.sets.at(0).inputs;
    graph_.inputs = Bindings(given.begin(), given.end());
  }

  Shrunk run() {
    while (result_.checks < limits_.checks) {
      bool smaller = keep_one_output();
      smaller |= end_earlier();
      smaller |= begin_later();
      if (!smaller) break;
    }
    initializers_as_inputs();
    return std::move(result_);
  }

 private:
  int node_count() const { return graph_.model.graph().node_size(); }

  // The model with Etalon's outputs, whose types it declares anew; notes all values of the graph.
  CaseFiles evaluated(ShrinkingGraph& graph, Bindings& values) const {
    const ChoiceScope scope(Recording::on);
    Options options = evaluation_;
    options.limits.deadline = std::chrono::steady_clock::now() + longest_graph_evaluation;
    options.on_value = [&](const std::string& name, const Value& value) { values[name] = value; };
    for (onnx::ValueInfoProto& output : *graph.graph().mutable_output()) output.clear_type();
    const BoundModel bound = parse_model(graph.model.SerializeAsString());
    const Values outputs = evaluate(bound, graph.inputs, options);
    CaseFiles files;
    CaseFiles::Set& set = files.sets.emplace_back();
    for (const onnx::ValueInfoProto& input : graph.graph().input()) {
      const auto given = graph.inputs.find(input.name());
      if (given != graph.inputs.end()) set.inputs.emplace_back(given->first, given->second);
    }
    for (int i = 0; i < graph.graph().output_size(); ++i) {
      const Value& output = outputs.at(static_cast<size_t>(i));
      check_decided(output);
      const std::string name = graph.graph().output(i).name();
      declare(name, output.type(), *graph.graph().mutable_output(i));
      set.outputs.emplace_back(name, output);
    }
    files.model = graph.model.SerializeAsString();
    return files;
  }

  bool take(ShrinkingGraph graph) {
    if (result_.checks >= limits_.checks || evaluations_ >= limits_.evaluations) return false;
    ++evaluations_;
    prune(graph);
    if (graph.graph().node_size() == 0) return false;
    try {
      Bindings values;
      CaseFiles files = evaluated(graph, values);
      ++result_.checks;
      if (!fails_(files)) return false;
      result_.files = std::move(files);
      graph_ = std::move(graph);
      values_ = std::move(values);
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  bool keep_one_output() {
    const int outputs = graph_.graph().output_size();
    for (int i = 0; outputs > 1 && i < outputs; ++i) {
      ShrinkingGraph graph = graph_;
      const onnx::ValueInfoProto kept = graph_.graph().output(i);
      graph.graph().clear_output();
      *graph.graph().add_output() = kept;
      if (take(std::move(graph))) return true;
    }
    return false;
  }

  // An output of a node, the earlier the better, in place of the outputs.
  bool end_earlier() {
    for (int i = 0; i + 1 < node_count(); ++i) {
      for (const std::string& name : graph_.graph().node(i).output()) {
        if (name.empty()) continue;
        ShrinkingGraph graph = graph_;
        graph.graph().clear_output();
        graph.graph().add_output()->set_name(name);
        if (take(std::move(graph))) return true;
      }
    }
    return false;
  }

  // The outputs of a node, the later the better, as inputs.
  bool begin_later() {
    if (values_.empty()) note_values();
    bool smaller = false;
    for (int i = node_count() - 2; i >= 0; --i) {
      if (i >= node_count()) continue;
      ShrinkingGraph graph = graph_;
      const onnx::NodeProto node = graph_.graph().node(i);
      graph.graph().mutable_node()->DeleteSubrange(i, 1);
      for (const std::string& name : node.output()) {
        const auto value = values_.find(name);
        if (name.empty() || value == values_.end() || value->second.absent()) continue;
        declare(name, value->second.type(), *graph.graph().add_input());
        graph.inputs[name] = value->second;
      }
      smaller |= take(std::move(graph));
    }
    return smaller;
  }

  void note_values() {
    ShrinkingGraph graph = graph_;
    try {
      evaluated(graph, values_);
    } catch (const Error&) {
      values_.clear();
    }
  }

  // So that a case of one node can be shrunk further.
  void initializers_as_inputs() {
    for (int i = graph_.graph().initializer_size() - 1; i >= 0; --i) {
      ShrinkingGraph graph = graph_;
      const onnx::TensorProto proto = graph_.graph().initializer(i);
      graph.graph().mutable_initializer()->DeleteSubrange(i, 1);
      if (graph.inputs.contains(proto.name())) continue;
      const Tensor tensor = read_tensor(proto, {});
      const auto& inputs = graph.graph().input();
      const bool declared = std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) {
        return input.name() == proto.name();
      });
      if (!declared) declare(proto.name(), Value(tensor).type(), *graph.graph().add_input());
      graph.inputs[proto.name()] = tensor;
      take(std::move(graph));
    }
  }

  ShrinkingGraph graph_;
  Bindings values_;  // of the graph as it is
  Shrunk result_;
  const std::function<bool(const CaseFiles&)>& fails_;
  const Options& evaluation_;
  const ShrinkLimits limits_;
  size_t evaluations_ = 0;
};

}  // namespace

Shrunk with_fewer_nodes(const CaseFiles& files, const std::function<bool(const CaseFiles&)>& fails,
                        const Options& evaluation, const ShrinkLimits& limits) {
  if (files.sets.size() != 1 || !files.error.empty()) return {files};
  return GraphShrinker(files, fails, evaluation, limits).run();
}

}  // namespace etalon
