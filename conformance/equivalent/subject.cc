#include "conformance/equivalent/subject.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "conformance/bounds/bound_walk.h"
#include "conformance/generate/one_node.h"
#include "conformance/judge/statistics.h"
#include "engine/interpreter/substitute.h"
#include "engine/loader/wire.h"
#include "engine/values/limits.h"

namespace etalon::equivalent {
namespace {

constexpr int least_ir_of_pure_initializers = 4;  // before, each initializer is also an input

Value in_dense_form(const Value& value) {
  return value.is_sparse() ? Value(dense(value.sparse())) : value;
}

// A substitute that keeps the results of the main graph's nodes by what they compute.
class Keeper {
 public:
  Keeper(const Subject& subject, Evaluated& known, Computations& computations, Coverage* coverage)
      : subject_(subject), known_(known), computations_(computations), coverage_(coverage) {}

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    if (!place_in(subject_.graph(), node))
      return seen(node, inputs, ordinary(node, inputs), ordinary);
    std::vector<Digest> digests;
    for (const std::string& name : node.inputs) digests.push_back(known_.digests[name]);
    const auto computation = computation_of(node, digests);
    Values outputs = seen(node, inputs, ordinary(node, inputs), ordinary);
    for (size_t i = 0; i < std::min(node.outputs.size(), outputs.size()); ++i) {
      keep(node.outputs[i], outputs[i]);
    }
    mark_constant(node);
    if (computation) computations_.emplace(*computation, outputs);
    return outputs;
  }

  void keep(const std::string& name, const Value& value) {
    if (name.empty()) return;
    const Digest digest = digest_of(value);
    known_.values[name] = value;
    known_.digests[name] = digest;
    known_.names[digest].push_back(name);
  }

 private:
  Values seen(const Node& node, const Values& inputs, Values outputs,
              const Ordinary& ordinary) const {
    if (coverage_ != nullptr) coverage_->saw(node, inputs, outputs, ordinary);
    return outputs;
  }

  void mark_constant(const Node& node) {
    if (is_random(node)) return;
    for (const std::string& name : Subject::names_read(node)) {
      const bool constant =
          subject_.constants().contains(name) || known_.constant.contains(name) || name.empty();
      if (!constant) return;
    }
    known_.constant.insert(node.outputs.begin(), node.outputs.end());
    known_.constant.erase("");
  }

  const Subject& subject_;
  Evaluated& known_;
  Computations& computations_;
  Coverage* coverage_;
};

}  // namespace

Subject::Subject(const std::filesystem::path& file, SymbolicLinks links, const Leniency& leniency)
    : model_(load_model(file, {}, links, leniency)) {
  parse_file(file.string(), "the model", skeleton_);
  prepare(leniency);
}

Subject::Subject(const std::string& bytes) : model_(parse_model(bytes)) {
  parse_message(std::string_view(bytes), "the model", skeleton_);
  prepare({});
}

void Subject::prepare(const Leniency& leniency) {
  etalon::prepare(skeleton_, {.sorts = leniency.sorts, .dialect = leniency.dialect});
  skeleton_.mutable_graph()->clear_initializer();
  skeleton_.mutable_graph()->clear_sparse_initializer();
  skeleton_.clear_training_info();
  for (size_t i = 0; i < model_.graph.nodes.size(); ++i) {
    for (const std::string& name : model_.graph.nodes[i].outputs) {
      if (!name.empty()) makers_[name] = i;
    }
  }
  for (const auto& [name, value] : model_.graph.initializers) {
    constants_[name] = in_dense_form(value);
    constant_digests_[name] = digest_of(constants_[name]);
  }
}

void Subject::declare_length(const std::string& input, size_t axis, int64_t length) {
  for (ValueInfo& info : model_.graph.inputs) {
    if (info.name == input) info.type.shape->at(axis) = length;
  }
  for (ValueInfo& info : model_.graph.outputs) {
    if (info.type.shape) std::fill(info.type.shape->begin(), info.type.shape->end(), Dim());
  }
}

std::optional<size_t> Subject::maker(const std::string& name) const {
  const auto found = makers_.find(name);
  return found == makers_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Subject::names_read(const Node& node) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> known;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && known.insert(name).second) names.push_back(name);
  };
  std::for_each(node.inputs.begin(), node.inputs.end(), add);
  each_subgraph(node, [&](const Graph& graph) {
    std::for_each(graph.captured.begin(), graph.captured.end(), add);
  });
  return names;
}

std::vector<size_t> Subject::nodes_behind(
    const std::string& name, const std::function<bool(const std::string&)>& given) const {
  std::set<size_t> nodes;
  std::vector<std::string> wanted = {name};
  while (!wanted.empty()) {
    const std::optional<size_t> node = maker(wanted.back());
    wanted.pop_back();
    if (!node || !nodes.insert(*node).second) continue;
    for (const std::string& read : names_read(graph().nodes[*node])) {
      if (!given(read)) wanted.push_back(read);
    }
  }
  return {nodes.begin(), nodes.end()};
}

std::string Subject::part(const std::vector<size_t>& nodes, const Bindings& values,
                          const std::string& output, const Type& type, CaseValues& inputs) const {
  onnx::ModelProto part = skeleton_;
  part.clear_graph();
  onnx::GraphProto& graph = *part.mutable_graph();
  graph.set_name("piece");
  std::set<std::string> made;
  for (const size_t node : nodes) {
    const auto& outputs = model_.graph.nodes[node].outputs;
    made.insert(outputs.begin(), outputs.end());
  }
  const auto add_value = [&](const std::string& name) {
    if (!made.insert(name).second) return;
    const auto value = values.find(name);
    const auto constant = constants_.find(name);
    if (value == values.end() && constant != constants_.end() && constant->second.is_tensor()) {
      write_tensor(constant->second.tensor(), name, *graph.add_initializer());
      if (model_.ir_version >= least_ir_of_pure_initializers) return;
      return declare(name, constant->second.type(), *graph.add_input());
    }
    if (value == values.end() || value->second.absent()) return;
    declare(name, value->second.type(), *graph.add_input());
    inputs.emplace_back(name, value->second);
  };
  for (const size_t node : nodes) {
    *graph.add_node() = skeleton_.graph().node(static_cast<int>(node));
    for (const std::string& name : names_read(model_.graph.nodes[node])) add_value(name);
  }
  declare(output, type, *graph.add_output());
  return part.SerializeAsString();
}

bool is_telling(const Value& value) {
  constexpr size_t few = 4;
  if (!value.is_tensor()) return true;
  const Tensor& tensor = value.tensor();
  if (tensor.size() < few) return false;
  return by_slot(tensor.dtype(), [&]<class W>() {
    const auto slots = tensor.slots<W>();
    return std::any_of(slots.begin(), slots.end(), [&](const W& slot) { return slot != slots[0]; });
  });
}

Evaluated evaluated(const Subject& subject, const Bindings& inputs, const Options& options,
                    Computations& computations, Coverage* coverage) {
  Evaluated known;
  for (const auto& [name, digest] : subject.constant_digests()) {
    known.values[name] = subject.constants().at(name);
    known.digests[name] = digest;
    known.names[digest].push_back(name);
  }
  Keeper keeper(subject, known, computations, coverage);
  for (const auto& [name, value] : inputs) keeper.keep(name, value);
  const SubstituteScope scope(std::ref(keeper));
  known.outputs = evaluate(subject.model(), inputs, options);
  return known;
}

}  // namespace etalon::equivalent
