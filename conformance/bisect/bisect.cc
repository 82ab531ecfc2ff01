#include "conformance/bisect/bisect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "conformance/bisect/exposed.h"
#include "conformance/generate/model_case.h"
#include "conformance/judge/statistics.h"
#include "engine/loader/loader.h"
#include "engine/loader/wire.h"

namespace etalon {

namespace {

bool any_fails(const std::vector<OutputReport>& reports) {
  return std::any_of(reports.begin(), reports.end(),
                     [](const OutputReport& report) { return report.fails(); });
}

// True when an output fails and rounding does not explain it.
bool any_is_wrong(const std::vector<OutputReport>& reports) {
  return std::any_of(reports.begin(), reports.end(), [](const OutputReport& report) {
    return report.fails() && report.judgement != Judgement::outside_tolerance_within_rounding;
  });
}

std::string refusal_text(const RuntimeAnswer& answer) {
  return fmt::format("{}: {}", to_string(answer.status), answer.message);
}

std::vector<std::string> captured_by(const Node& node) {
  std::vector<std::string> names;
  each_subgraph(node, [&](const Graph& graph) {
    names.insert(names.end(), graph.captured.begin(), graph.captured.end());
  });
  return names;
}

// The largest difference relative to the largest expected magnitude; infinite for values that are
// no float tensors of one shape and differ.
double relative_error(const Value& got, const Value& expected) {
  const Verdict verdict = compare(got, expected, {0, 0, {}});
  if (verdict.pass()) return 0;
  const bool floats = got.is_tensor() && expected.is_tensor() &&
                      is_float(expected.tensor().dtype()) && verdict.kind == Mismatch::values;
  if (!floats) return std::numeric_limits<double>::infinity();
  const double scale = largest_magnitude(expected.tensor().as<double>());
  const bool same_specials =
      compare(got, expected, {0, std::numeric_limits<double>::max(), {}}).pass();
  if (!same_specials || scale == 0) return std::numeric_limits<double>::infinity();
  return verdict.max_abs / scale;
}

class Bisector {
 public:
  Bisector(const BisectRequest& request, const BoundModel& model, Runtime& backend)
      : request_(request),
        model_(model),
        backend_(backend),
        tolerance_(request.rule.of(request.tolerance, model.graph.nodes.size())),
        scope_(Recording::on, request.choices) {
    const std::string bytes = self_contained_model(request.model, request.links);
    parse_message(std::string_view(bytes), "the model", proto_);
    Options options = whole_evaluation();
    options.on_value = [&](const std::string& name, const Value& value) { values_[name] = value; };
    outputs_ = evaluate(model, request.inputs, options);
    result_.nodes = model.graph.nodes.size();
  }

  Bisection run() {
    announce("the runtime runs the model");
    const RuntimeAnswer answer = backend_.run(request_.model, model_, request_.inputs);
    if (answer.status != Status::pass) {
      result_.refusal = refusal_text(answer);
      causes_ = find_causes();
      search_alone(answer.status == Status::unsupported);
      return std::move(result_);
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      result_.outputs.push_back(
          judged(model_.graph.outputs[i].name, answer.outputs[i], outputs_[i]));
    }
    add_exact_errors(result_.outputs, model_, request_.inputs, answer.outputs, outputs_,
                     whole_evaluation());
    if (!any_fails(result_.outputs)) {
      announce("the runtime runs the model with more outputs");
      result_.node_check =
          check_nodes_of(backend_, proto_, request_.inputs, tolerance_, whole_evaluation());
      return std::move(result_);
    }
    causes_ = find_causes();
    search_exposed();
    return std::move(result_);
  }

 private:
  using Outcome = Bisection::Outcome;

  // The options of an evaluation that begins now.
  Options evaluation() const {
    Options options = request_.evaluation;
    if (!request_.timeout) return options;
    using Clock = std::chrono::steady_clock;
    options.limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                 std::chrono::duration<double>(*request_.timeout));
    return options;
  }

  // The same for the whole model, whose nodes are announced.
  Options whole_evaluation() const {
    Options options = evaluation();
    options.on_node = [this](const Node& node, const Values&, const Values&) {
      announce(node_text(static_cast<size_t>(&node - model_.graph.nodes.data())));
    };
    return options;
  }

  std::string node_text(size_t node) const {
    return fmt::format("node {} of {}", node + 1, model_.graph.nodes.size());
  }

  void announce(const std::string& work) const {
    if (request_.on_progress) request_.on_progress(work);
  }

  OutputReport judged(const std::string& name, const Value& got, const Value& expected) const {
    Allowance unknown;
    unknown.bound.kind = Bound::Kind::none;
    return check_output(name, got, expected, unknown, tolerance_);
  }

  // The names of the outputs that fail (all of them if the runtime returned none), and of all
  // values that they are computed from.
  std::set<std::string> find_causes() const {
    std::set<std::string> names;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const bool right = !result_.outputs.empty() && !result_.outputs[i].fails();
      if (!right) names.insert(model_.graph.outputs[i].name);
    }
    const std::vector<Node>& nodes = model_.graph.nodes;
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
      if (!makes_any(*node, names)) continue;
      const std::vector<std::string> captured = captured_by(*node);
      names.insert(node->inputs.begin(), node->inputs.end());
      names.insert(captured.begin(), captured.end());
      names.erase("");
    }
    return names;
  }

  static bool makes_any(const Node& node, const std::set<std::string>& names) {
    return std::any_of(node.outputs.begin(), node.outputs.end(),
                       [&](const std::string& name) { return names.count(name) != 0; });
  }

  // The node's outputs that are causes, are tensors, and are not outputs of the graph.
  CaseValues values_of(const Node& node) const {
    CaseValues values = inner_values(model_.graph, values_);
    std::erase_if(values, [&](const auto& value) {
      const auto& names = node.outputs;
      const bool own = std::find(names.begin(), names.end(), value.first) != names.end();
      return !own || causes_.count(value.first) == 0;
    });
    return values;
  }

  // The runtime's outputs by name for the model with `values` as additional outputs; nothing when
  // it does not run that model.
  std::optional<Bindings> exposed(const CaseValues& values) {
    announce("the runtime runs the model with more outputs");
    return values_of_runtime(backend_, proto_, request_.inputs, values);
  }

  NodeReports node_check(const Bindings& got) const {
    return check_nodes(model_, request_.inputs, got, tolerance_, whole_evaluation());
  }

  // Judges the node's outputs that are causes and are in `got`.
  std::vector<OutputReport> reports_of(const Node& node, const Bindings& got) const {
    std::vector<OutputReport> reports;
    for (const std::string& name : node.outputs) {
      const auto value = got.find(name);
      if (causes_.count(name) == 0 || value == got.end()) continue;
      reports.push_back(judged(name, value->second, values_.at(name)));
    }
    return reports;
  }

  void search_exposed() {
    CaseValues all = inner_values(model_.graph, values_);
    std::erase_if(all, [&](const auto& value) { return causes_.count(value.first) == 0; });
    const std::optional<Bindings> got = exposed(all);
    if (!got) {
      search_alone(false);
      return result_.outcome == Outcome::found ? void() : search_hidden();
    }
    result_.node_check = node_check(*got);
    if (vanishes(*got) || !search_values(*got)) search_hidden();
  }

  // True when the graph's own outputs are right in a run with additional outputs.
  bool vanishes(const Bindings& got) const {
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const std::string& name = model_.graph.outputs[i].name;
      if (judged(name, got.at(name), outputs_[i]).fails()) return false;
    }
    return true;
  }

  // A node with wrong outputs in a run with all values as outputs.
  struct Suspect {
    size_t position = 0;
    bool inherited = false;  // an input is wrong, too
    double introduced = 0;   // see Introduced
    std::vector<OutputReport> reports;
  };

  std::vector<Suspect> suspects(const Bindings& got) const {
    std::set<std::string> off;
    std::vector<Suspect> list;
    for (size_t k = 0; k < model_.graph.nodes.size(); ++k) {
      const Node& node = model_.graph.nodes[k];
      std::vector<OutputReport> reports = reports_of(node, got);
      const bool inherited = reads_any(node, off);
      const bool fails = any_fails(reports);
      if (fails || (inherited && reports.empty())) {
        off.insert(node.outputs.begin(), node.outputs.end());
      }
      if (fails) list.push_back({k, inherited, introduced_by(node, got), std::move(reports)});
    }
    return list;
  }

  double introduced_by(const Node& node, const Bindings& got) const {
    const double made = largest_error(node.outputs, got);
    const double given = largest_error(node.inputs, got);
    return std::isinf(given) ? 0 : made - given;
  }

  // Of the named values that `got` has.
  double largest_error(const std::vector<std::string>& names, const Bindings& got) const {
    double largest = 0;
    for (const std::string& name : names) {
      const auto value = got.find(name);
      if (value != got.end() && values_.contains(name)) {
        largest = std::max(largest, relative_error(value->second, values_.find(name)->second));
      }
    }
    return largest;
  }

  // Runs the suspects alone, those that introduce most first, until one is wrong alone: outcome
  // `found`. If there is none, the first node with right inputs determines the outcome:
  // `in_context` has precedence over `rounding`. False when there is no such node.
  bool search_values(const Bindings& got) {
    constexpr size_t most_listed = 10;
    std::vector<Suspect> list = suspects(got);
    std::stable_sort(list.begin(), list.end(), [](const Suspect& a, const Suspect& b) {
      return a.introduced > b.introduced;
    });
    for (size_t i = 0; i < std::min(list.size(), most_listed); ++i) {
      result_.introduced.push_back(
          {label_of(model_.graph.nodes[list[i].position]), list[i].introduced});
    }
    std::optional<NodeFault> in_context, rounded;
    for (Suspect& suspect : list) {
      NodeFault fault = alone(suspect.position);
      fault.in_model = std::move(suspect.reports);
      if (fault.confirmed) {
        conclude(Outcome::found, std::move(fault));
        return true;
      }
      std::optional<NodeFault>& first = any_fails(fault.alone) ? rounded : in_context;
      const bool earlier = !first || suspect.position < first->position;
      if (!suspect.inherited && earlier) first = std::move(fault);
    }
    if (in_context) {
      conclude(Outcome::in_context, std::move(*in_context));
    } else if (rounded) {
      conclude(Outcome::rounding, std::move(*rounded));
    }
    return in_context || rounded;
  }

  bool reads_any(const Node& node, const std::set<std::string>& names) const {
    const auto among = [&](const std::string& name) { return names.count(name) != 0; };
    const std::vector<std::string> captured = captured_by(node);
    return std::any_of(node.inputs.begin(), node.inputs.end(), among) ||
           std::any_of(captured.begin(), captured.end(), among);
  }

  // All values. If one of the node's outputs is a cause, those of its outputs that are not causes
  // are left out.
  Bindings values_for(const Node& node) const {
    Bindings values = values_;
    if (!makes_any(node, causes_)) return values;
    for (const std::string& name : node.outputs) {
      if (causes_.count(name) == 0) values.erase(name);
    }
    return values;
  }

  // Runs the node alone, as a model. The fault is confirmed if the runtime refuses the node in
  // another way than "unsupported", or if an output is wrong and one of the outputs is a cause.
  NodeFault alone(size_t k) {
    announce(node_text(k) + " alone");
    const Node& node = model_.graph.nodes[k];
    NodeFault fault;
    fault.node = label_of(node);
    fault.position = k;
    fault.model = one_node_model(proto_, static_cast<int>(k), values_for(node), captured_by(node));
    const BoundModel model = parse_model(fault.model.model);
    const Bindings inputs(fault.model.inputs.begin(), fault.model.inputs.end());
    const RuntimeAnswer answer = backend_.run(fault.model.model, model, inputs);
    if (answer.status == Status::pass) {
      CheckRequest request;
      request.tolerances.assign(answer.outputs.size(), request_.rule.of(request_.tolerance, 1));
      request.evaluation = evaluation();
      fault.alone = check_outputs(model, inputs, answer.outputs, request).outputs;
      fault.confirmed = makes_any(node, causes_) && any_is_wrong(fault.alone);
      fault.got = answer.outputs;
    } else {
      fault.refusal = refusal_text(answer);
      fault.confirmed = answer.status != Status::unsupported;
    }
    return fault;
  }

  // Runs every node alone. Used when the runtime does not run the whole model.
  void search_alone(bool unsupported) {
    std::optional<NodeFault> first_unsupported;
    for (size_t k = 0; k < model_.graph.nodes.size(); ++k) {
      if (model_.graph.nodes[k].outputs.empty()) continue;
      NodeFault fault = alone(k);
      if (fault.confirmed) return conclude(Outcome::found, std::move(fault));
      if (!fault.refusal.empty() && !first_unsupported) first_unsupported = std::move(fault);
    }
    if (first_unsupported) return conclude(Outcome::unsupported, std::move(*first_unsupported));
    result_.outcome = unsupported ? Outcome::unsupported : Outcome::not_found;
  }

  // The first node with an output of the graph that fails.
  std::optional<NodeFault> first_failing_output() const {
    for (size_t k = 0; k < model_.graph.nodes.size(); ++k) {
      const Node& node = model_.graph.nodes[k];
      NodeFault fault;
      fault.position = k;
      for (const OutputReport& report : result_.outputs) {
        const bool made =
            std::find(node.outputs.begin(), node.outputs.end(), report.name) != node.outputs.end();
        if (made && report.fails()) fault.in_model.push_back(report);
      }
      if (!fault.in_model.empty()) return fault;
    }
    return std::nullopt;
  }

  // Searches, by bisection, the first node whose value is wrong when only that node's outputs are
  // additional outputs.
  void search_hidden() {
    result_.outcome = Outcome::not_found;
    std::optional<NodeFault> off = first_failing_output();
    if (!off) return;
    size_t right = 0;
    while (right < off->position) {
      const size_t k = right + (off->position - right) / 2;
      const std::optional<Bindings> got = exposed(values_of(model_.graph.nodes[k]));
      std::vector<OutputReport> reports;
      if (got) reports = reports_of(model_.graph.nodes[k], *got);
      if (any_fails(reports)) {
        off->position = k;
        off->in_model = std::move(reports);
      } else {
        right = k + 1;
      }
    }
    NodeFault fault = alone(off->position);
    fault.in_model = std::move(off->in_model);
    if (!fault.confirmed) result_.fused_with = fused_with(fault.position);
    conclude(fault.confirmed ? Outcome::found : Outcome::hidden, std::move(fault));
  }

  // The nodes next to node `k` (those that make its inputs or read its outputs) whose values, as
  // additional outputs with those of `k`, make these right.
  std::vector<std::string> fused_with(size_t k) {
    const Node& node = model_.graph.nodes[k];
    const std::set<std::string> inputs(node.inputs.begin(), node.inputs.end());
    const std::set<std::string> outputs(node.outputs.begin(), node.outputs.end());
    std::vector<std::string> labels;
    for (const Node& other : model_.graph.nodes) {
      if (&other == &node || (!makes_any(other, inputs) && !reads_any(other, outputs))) continue;
      CaseValues values = values_of(node);
      const CaseValues more = values_of(other);
      if (more.empty()) continue;
      values.insert(values.end(), more.begin(), more.end());
      const std::optional<Bindings> got = exposed(values);
      if (got && !any_fails(reports_of(node, *got))) labels.push_back(label_of(other));
    }
    return labels;
  }

  void conclude(Outcome outcome, NodeFault fault) {
    result_.outcome = outcome;
    result_.fault = std::move(fault);
  }

  const BisectRequest& request_;
  const BoundModel& model_;
  Runtime& backend_;
  const Tolerance tolerance_;
  const ChoiceScope scope_;  // marks what is open
  onnx::ModelProto proto_;
  Bindings values_;
  Values outputs_;
  std::set<std::string> causes_;  // see find_causes()
  Bisection result_;
};

}  // namespace

std::string_view to_string(Bisection::Outcome outcome) {
  switch (outcome) {
    case Bisection::Outcome::right:
      return "right";
    case Bisection::Outcome::found:
      return "found";
    case Bisection::Outcome::in_context:
      return "in_context";
    case Bisection::Outcome::rounding:
      return "rounding";
    case Bisection::Outcome::hidden:
      return "hidden";
    case Bisection::Outcome::not_found:
      return "not_found";
    case Bisection::Outcome::unsupported:
      return "unsupported";
  }
  return "not_found";
}

CaseFiles node_case(const NodeFault& fault, const Tolerance& tolerance) {
  CaseFiles files;
  files.model = fault.model.model;
  files.sets.push_back({fault.model.inputs, fault.model.outputs});
  files.rtol = tolerance.rtol;
  files.atol = tolerance.atol;
  return files;
}

Bisection bisect(const BisectRequest& request, const BoundModel& model, Runtime& backend) {
  if (draws_freely(model, request.inputs)) {
    throw Unspecified("the model draws random numbers that no seed determines");
  }
  return Bisector(request, model, backend).run();
}

}  // namespace etalon
