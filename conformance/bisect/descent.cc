#include "conformance/bisect/descent.h"

#include <fmt/format.h>

#include "conformance/bisect/body_models.h"
#include "conformance/bisect/exposed.h"
#include "conformance/bisect/in_loop.h"
#include "engine/loader/loader.h"

namespace etalon {

namespace {

class Descent {
 public:
  Descent(const NodeFault& fault, const BisectRequest& request, Runtime& backend)
      : fault_(fault),
        request_(request),
        backend_(backend),
        wanted_(fault.confirmed ? Outcome::found : Outcome::unsupported),
        model_(parse_model(fault.model.model)) {}

  // Runs the bodies until one is wrong.
  void run() {
    const CaseValues& inputs = fault_.model.inputs;
    each_body_run(fault_.model.model, {inputs.begin(), inputs.end()}, request_.evaluation,
                  [this](const BodyRun& body) { return ended_ ? Bindings() : go_on(body); });
  }

  std::optional<NodeFault> found() {
    if (!inner_ || inner_->outcome != wanted_ || !inner_->fault) return std::nullopt;
    NodeFault fault = std::move(*inner_->fault);
    fault.inside.insert(fault.inside.begin(), where_);
    return fault;
  }

  // The runtime has run all iterations of a Loop or Scan, and is right.
  bool is_of_right_iterations() const {
    return stacks_ && runs_ != 0 && !inner_ && refusal_.empty();
  }

  // What is known where nothing is found.
  std::string sentence() const {
    if (!refusal_.empty()) {
      return fmt::format("the runtime does not run {} as a model: {}", place_, refusal_);
    }
    if (inner_) {
      const std::string end = inner_->stopped.empty()
                                  ? "no node of it is wrong by itself"
                                  : "it is not searched further: " + inner_->stopped;
      return fmt::format("{} is wrong when run as a model, but {}", place_, end);
    }
    if (runs_ == 0) return "no body of it is evaluated";
    const std::string times = repeats_ ? fmt::format(", in any of {} iterations", runs_) : "";
    return fmt::format("no node of the body is wrong by itself{}", runs_ == 1 ? "" : times);
  }

 private:
  using Outcome = Bisection::Outcome;

  const Node& node() const { return model_.graph.nodes.at(0); }

  // The runtime's outputs where they are right.
  Bindings go_on(const BodyRun& body) {
    ++runs_;
    where_ = {fault_.node, fault_.position, body.body,
              repeats_ ? std::optional(body.iteration) : std::nullopt};
    place_ = repeats_            ? fmt::format("the body of iteration {}", body.iteration)
             : body.body.empty() ? "the function's body"
                                 : body.body;
    announce("the runtime runs it as a model");
    const OneNodeModel& part = body.model;
    if (part.outputs.empty()) return {};
    const BoundModel model = parse_model(part.model);
    const Bindings inputs(part.inputs.begin(), part.inputs.end());
    const RuntimeAnswer answer = backend_.run(part.model, model, inputs);
    if (answer.status == Status::unsupported && wanted_ == Outcome::found) {
      refusal_ = answer.message;
      ended_ = true;
      return {};
    }
    if (answer.status != Status::pass || is_wrong(model, inputs, answer.outputs)) {
      search(part.model, inputs);
      return {};
    }
    Bindings known;
    for (size_t i = 0; i < answer.outputs.size(); ++i) {
      known[model.graph.outputs[i].name] = answer.outputs[i];
    }
    return known;
  }

  bool is_wrong(const BoundModel& model, const Bindings& inputs, const Values& got) const {
    CheckRequest request;
    request.tolerances.assign(got.size(),
                              request_.rule.of(request_.tolerance, model.graph.nodes.size()));
    request.evaluation = evaluation_from_now(request_);
    request.choices = request_.choices;
    return any_is_wrong(check_outputs(model, inputs, got, request).outputs);
  }

  void search(const std::string& model, const Bindings& inputs) {
    ended_ = true;
    BisectRequest request = request_;
    request.inputs = inputs;
    request.on_progress = [this](const std::string& work) { announce(work); };
    inner_ = bisect(request, model, backend_);
  }

  void announce(const std::string& work) const {
    if (!request_.on_progress) return;
    request_.on_progress(fmt::format("{}, {}: {}", fault_.node, place_, work));
  }

  const NodeFault& fault_;
  const BisectRequest& request_;
  Runtime& backend_;
  const Outcome wanted_;
  const BoundModel model_;  // of the node
  // Only an If and a call of a function evaluate a body no more than once.
  const bool repeats_ = node().function == nullptr && node().op_type != "If";
  const bool stacks_ = node().op_type == "Loop" || node().op_type == "Scan";
  size_t runs_ = 0;
  Enclosing where_;
  std::string place_;
  std::string refusal_;
  bool ended_ = false;
  std::optional<Bisection> inner_;
};

}  // namespace

namespace {

bool has_wrong_node(const Bisection& body) {
  using Outcome = Bisection::Outcome;
  return body.refusal.empty() &&
         (body.outcome == Outcome::found || body.outcome == Outcome::in_context ||
          body.outcome == Outcome::hidden || body.outcome == Outcome::unconfirmed);
}

// What is said of the body, said of the model that it is in.
Bisection outside(Bisection body, const Enclosing& where) {
  if (body.fault) body.fault->inside.insert(body.fault->inside.begin(), where);
  if (body.body_check) body.node_check = std::move(body.body_check);
  if (!body.node_check) return body;
  for (NodeReport& node : body.node_check->listed) node.node = to_string({where}) + node.node;
  return body;
}

}  // namespace

std::optional<Bisection> fault_in_right_body(const NodeFault& holder, const BisectRequest& request,
                                             Runtime& backend) {
  std::optional<Bisection> found;
  const BoundModel model = parse_model(holder.model.model);
  const Node& node = model.graph.nodes.at(0);
  const bool repeats = node.function == nullptr && node.op_type != "If";
  const auto search = [&](const BodyRun& body) -> Bindings {
    if (found || body.iteration != 0 || body.model.outputs.empty()) return {};
    const Enclosing where{holder.node, holder.position, body.body,
                          repeats ? std::optional(body.iteration) : std::nullopt};
    BisectRequest inner = request;
    inner.inputs = {body.model.inputs.begin(), body.model.inputs.end()};
    inner.on_progress = [&](const std::string& work) {
      if (request.on_progress) request.on_progress(to_string({where}) + work);
    };
    Bisection bisection = bisect(inner, body.model.model, backend);
    if (has_wrong_node(bisection)) found = outside(std::move(bisection), where);
    return {};
  };
  const CaseValues& inputs = holder.model.inputs;
  try {
    each_body_run(holder.model.model, {inputs.begin(), inputs.end()}, request.evaluation, search);
  } catch (const LimitExceeded&) {
    throw;
  } catch (const Error&) {  // it is not searched
  }
  return found;
}

NodeFault innermost_fault(NodeFault fault, const BisectRequest& request, Runtime& backend) {
  Descent descent(fault, request, backend);
  try {
    descent.run();
  } catch (const Error& problem) {
    fault.bodies = fmt::format("its body is not searched further: {}", problem.what());
    return fault;
  }
  if (std::optional<NodeFault> inner = descent.found()) return std::move(*inner);
  fault.bodies = descent.sentence();
  if (!descent.is_of_right_iterations()) return fault;
  try {
    fault.bodies += in_the_loop(fault, request, backend);
  } catch (const Error& problem) {
    fault.bodies += fmt::format("; it is not searched in the loop: {}", problem.what());
  }
  return fault;
}

}  // namespace etalon
