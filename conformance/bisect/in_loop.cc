#include "conformance/bisect/in_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conformance/bisect/body_models.h"
#include "conformance/generate/one_node.h"
#include "conformance/judge/compare.h"
#include "engine/loader/loader.h"
#include "engine/loader/wire.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

// A model of one Loop or Scan whose body's values are outputs, stacked over its iterations.
class SeenLoop {
 public:
  SeenLoop(const NodeFault& fault, const Options& evaluation) : fault_(fault) {
    parse_message(std::string_view(fault.model.model), "the model", proto_);
    each_run(evaluation, [&](const BodyRun& run) {
      add_shapes(run, evaluation);
      return Bindings();
    });
    std::erase_if(shapes_, [](const auto& value) { return !value.second; });
    for (const auto& [name, type] : shapes_) expose(name, *type);
  }

  void each_run(const Options& evaluation, const OnBody& on_body) const {
    const CaseValues& inputs = fault_.model.inputs;
    each_body_run(fault_.model.model, {inputs.begin(), inputs.end()}, evaluation, on_body);
  }

  size_t iterations() const { return iterations_; }
  std::string model() const { return proto_.SerializeAsString(); }

  // The runtime's values of one iteration.
  Bindings values_at(const Bindings& outputs, size_t iteration) const {
    Bindings values;
    for (const auto& [name, type] : shapes_) {
      const Tensor& all = outputs.at(prefix + name).tensor();
      const Shape shape(all.shape().begin() + 1, all.shape().end());
      values[name] = slice(all, 0, iteration, iteration + 1).reshaped(shape);
    }
    return values;
  }

 private:
  static inline const std::string prefix = "etalon_seen_";

  // Values of which an iteration has another type or shape, or none, cannot be stacked.
  void add_shapes(const BodyRun& run, const Options& evaluation) {
    std::map<std::string, std::optional<Type>> own;
    const BoundModel model = parse_model(run.model.model);
    Options keeping = evaluation;
    keeping.on_node = [&](const Node& node, const Values&, const Values& outputs) {
      for (size_t i = 0; i < outputs.size(); ++i) {
        const bool seen = outputs[i].is_tensor() && i < node.outputs.size();
        if (seen && !node.outputs[i].empty()) own[node.outputs[i]] = outputs[i].type();
      }
    };
    evaluate(model, {run.model.inputs.begin(), run.model.inputs.end()}, keeping);
    if (iterations_++ == 0) shapes_ = own;
    for (auto& [name, type] : shapes_) {
      const auto found = own.find(name);
      const bool same = type && found != own.end() && found->second->dtype == type->dtype &&
                        found->second->shape == type->shape;
      if (!same) type.reset();
    }
  }

  void expose(const std::string& name, const Type& type) {
    onnx::NodeProto& node = *proto_.mutable_graph()->mutable_node(0);
    const std::string seen = prefix + name;
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.name() == "body") {
        onnx::NodeProto& identity = *attribute.mutable_g()->add_node();
        identity.set_op_type("Identity");
        identity.add_input(name);
        identity.add_output(seen);
        declare(seen, type, *attribute.mutable_g()->add_output());
      } else if (attribute.name().starts_with("scan_output_")) {
        attribute.add_ints(0);  // the axis, or the direction
      }
    }
    node.add_output(seen);
    Type stacked = type;
    stacked.shape->insert(stacked.shape->begin(), static_cast<int64_t>(iterations_));
    declare(seen, stacked, *proto_.mutable_graph()->add_output());
  }

  const NodeFault& fault_;
  onnx::ModelProto proto_;
  size_t iterations_ = 0;
  std::map<std::string, std::optional<Type>> shapes_;  // of the values of an iteration
};

// The wrong node of a body with the runtime's own values that comes first.
std::optional<std::string> first_wrong(const BodyRun& run, const Bindings& got,
                                       const Tolerance& tolerance, const Options& evaluation) {
  const NodeReports reports =
      check_nodes(parse_model(run.model.model), {run.model.inputs.begin(), run.model.inputs.end()},
                  got, tolerance, evaluation);
  const NodeReport* first = nullptr;
  for (const NodeReport& node : reports.listed) {
    const bool wrong = any_node_is_wrong(node.outputs);
    if (wrong && (first == nullptr || node.position < first->position)) first = &node;
  }
  return first == nullptr ? std::nullopt : std::optional(first->node);
}

// The outputs by name, where they are wrong, and have the types and shapes that are declared.
std::optional<Bindings> wrong_values(const RuntimeAnswer& answer, const BoundModel& model,
                                     const NodeFault& fault, const Tolerance& tolerance) {
  if (answer.status != Status::pass) return std::nullopt;
  const size_t own = fault.model.outputs.size();
  bool wrong = false;
  Bindings values;
  for (size_t i = 0; i < answer.outputs.size(); ++i) {
    const Value& got = answer.outputs[i];
    const ValueInfo& declared = model.graph.outputs[i];
    if (i < own) {
      wrong |= !compare(got, fault.model.outputs[i].second, tolerance).pass();
    } else if (!got.is_tensor() || got.tensor().dtype() != declared.type.dtype ||
               got.type().shape != declared.type.shape) {
      return std::nullopt;
    }
    values[declared.name] = got;
  }
  return wrong ? std::optional(values) : std::nullopt;
}

}  // namespace

std::string in_the_loop(const NodeFault& fault, const BisectRequest& request, Runtime& backend) {
  Options evaluation = request.evaluation;
  evaluation.on_node = nullptr;
  const SeenLoop seen(fault, evaluation);
  const std::string bytes = seen.model();
  const BoundModel model = parse_model(bytes);
  const Tolerance tolerance = request.rule.of(request.tolerance, 1);
  const CaseValues& inputs = fault.model.inputs;
  const std::optional<Bindings> got = wrong_values(
      backend.run(bytes, model, {inputs.begin(), inputs.end()}), model, fault, tolerance);
  if (!got) return "";
  std::string sentence;
  seen.each_run(evaluation, [&](const BodyRun& run) {
    if (!sentence.empty() || run.iteration >= seen.iterations()) return Bindings();
    const Bindings values = seen.values_at(*got, run.iteration);
    if (const auto node = first_wrong(run, values, tolerance, evaluation)) {
      sentence =
          fmt::format("; in the loop, {} is, and iteration {} is the first", *node, run.iteration);
    }
    return values;
  });
  return sentence.empty() ? "; nor in the loop" : sentence;
}

}  // namespace etalon
