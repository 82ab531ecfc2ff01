#include "conformance/bisect/bisect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "conformance/bisect/as_released.h"
#include "conformance/bisect/descent.h"
#include "conformance/bisect/exposed.h"
#include "conformance/bisect/fused_groups.h"
#include "conformance/bounds/bound_walk.h"
#include "conformance/generate/model_case.h"
#include "conformance/judge/refusals.h"
#include "conformance/judge/statistics.h"
#include "engine/loader/loader.h"
#include "engine/loader/wire.h"

namespace etalon {

namespace {

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

class Bisector {
 public:
  // `bytes` are the model's, with all that it needs; request.model may be empty.
  Bisector(const BisectRequest& request, std::string bytes, const BoundModel& model,
           Runtime& backend)
      : request_(request),
        bytes_(std::move(bytes)),
        model_(model),
        backend_(backend),
        tolerance_(request.rule.of(request.tolerance, model.graph.nodes.size())),
        scope_(Recording::on, request.choices) {
    parse_message(std::string_view(bytes_), "the model", proto_);
    if (!request.model.empty()) bytes_.clear();
    Options options = whole_evaluation();
    options.on_value = [&](const std::string& name, const Value& value) { values_[name] = value; };
    outputs_ = evaluate(model, request.inputs, options);
    result_.nodes = model.graph.nodes.size();
  }

  Bisection run() {
    try {
      search();
    } catch (const LimitExceeded& limit) {
      if (result_.outputs.empty() && result_.refusal.empty()) throw;
      result_.outcome = Outcome::stopped;
      result_.stopped = fmt::format("{}: {}", work_, limit.what());
    }
    return std::move(result_);
  }

 private:
  using Outcome = Bisection::Outcome;

  void search() {
    announce("the runtime runs the model");
    RuntimeAnswer answer = request_.model.empty()
                               ? backend_.run(bytes_, model_, request_.inputs)
                               : backend_.run(request_.model, model_, request_.inputs);
    answer.status = status_for_valid_call(answer.status, answer.message);
    if (answer.status != Status::pass) {
      result_.refusal = refusal_text(answer);
      causes_ = find_causes();
      search_alone(answer.status == Status::unsupported);
      if (result_.outcome == Outcome::not_found) search_groups();
      return;
    }
    CheckRequest request;
    request.tolerances.assign(outputs_.size(), tolerance_);
    request.evaluation = whole_evaluation();
    request.choices = request_.choices;
    request.on_progress = [this](const std::string& work) { announce(work); };
    result_.outputs = check_outputs(model_, request_.inputs, answer.outputs, request).outputs;
    if (!any_fails(result_.outputs)) {
      announce("the runtime runs the model with more outputs");
      result_.node_check =
          check_nodes_of(backend_, proto_, request_.inputs, tolerance_, whole_evaluation());
      if (result_.node_check) search_beyond(*result_.node_check);
      if (result_.outcome == Outcome::right) search_bodies();
      return;
    }
    causes_ = find_causes();
    search_exposed();
    if (result_.outcome != Outcome::found) search_groups();
  }

  Options evaluation() const { return evaluation_from_now(request_); }

  // The same for the whole model, or a model derived from it, whose nodes are announced.
  Options whole_evaluation() const {
    Options options = evaluation();
    options.on_node = [this](const Node& node, const Values&, const Values&) {
      announce(numbered_label(model_.graph, node));
    };
    return options;
  }

  std::string node_text(size_t node) const {
    return numbered_label(model_.graph, model_.graph.nodes[node]);
  }

  void announce(const std::string& work) const {
    work_ = work;
    if (request_.on_progress) request_.on_progress(work);
  }

  OutputReport judged(const std::string& name, const Value& got, const Value& expected) const {
    return check_output(name, got, Answer::without_roundings(expected, "compared by the tolerance"),
                        tolerance_);
  }

  // The names of the outputs that fail (all of them if the runtime returned none, or if none of
  // them fails), and of all values that they are computed from.
  std::set<std::string> find_causes() const {
    std::set<std::string> names;
    const bool any = any_fails(result_.outputs);
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const bool right = any && !result_.outputs.empty() && !result_.outputs[i].fails();
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

  static bool any_among(const std::vector<std::string>& some, const std::set<std::string>& names) {
    return std::any_of(some.begin(), some.end(),
                       [&](const std::string& name) { return names.contains(name); });
  }
  static bool makes_any(const Node& node, const std::set<std::string>& names) {
    return any_among(node.outputs, names);
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
    seen_ = *got;
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
    Introduced introduced;
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

  Introduced introduced_by(const Node& node, const Bindings& got) const {
    const Deviation made = largest_deviation(node.outputs, got);
    const Deviation given = largest_deviation(node.inputs, got);
    return {label_of(node), std::isinf(given.size) ? 0 : made.size - given.size, made.what};
  }

  // Of the named values that `got` has.
  Deviation largest_deviation(const std::vector<std::string>& names, const Bindings& got) const {
    Deviation largest;
    for (const std::string& name : names) {
      const auto value = got.find(name);
      if (value == got.end() || !values_.contains(name)) continue;
      Deviation one = deviation(value->second, values_.find(name)->second);
      if (one.size > largest.size) largest = std::move(one);
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
      return a.introduced.error > b.introduced.error;
    });
    for (size_t i = 0; i < std::min(list.size(), most_listed); ++i) {
      result_.introduced.push_back(list[i].introduced);
    }
    std::optional<NodeFault> in_context, rounded;
    for (Suspect& suspect : list) {
      NodeFault fault = alone(suspect.position);
      fault.in_model = std::move(suspect.reports);
      if (fault.confirmed) {
        conclude(Outcome::found, std::move(fault));
        return true;
      }
      const bool is_off =
          std::any_of(fault.alone.begin(), fault.alone.end(),
                      [](const OutputReport& each) { return each.verdict.outside; });
      std::optional<NodeFault>& first = is_off ? rounded : in_context;
      const bool earlier = !first || suspect.position < first->position;
      if (!suspect.inherited && earlier) first = std::move(fault);
    }
    if (search_unseen(got)) return true;
    if (in_context) {
      conclude(Outcome::in_context, std::move(*in_context));
    } else if (rounded) {
      conclude(Outcome::rounding, std::move(*rounded));
    }
    return in_context || rounded;
  }

  // Runs the nodes alone that give causes but no tensors, such as sequences, until one is wrong:
  // outcome `found`.
  bool search_unseen(const Bindings& got) {
    for (size_t k = 0; k < model_.graph.nodes.size(); ++k) {
      const Node& node = model_.graph.nodes[k];
      if (!makes_any(node, causes_) || !reports_of(node, got).empty()) continue;
      NodeFault fault = alone(k);
      if (!fault.confirmed) continue;
      conclude(Outcome::found, std::move(fault));
      return true;
    }
    return false;
  }

  static bool reads_any(const Node& node, const std::set<std::string>& names) {
    return any_among(node.inputs, names) || any_among(captured_by(node), names);
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
    announce(node_text(k) + ", alone");
    const Node& node = model_.graph.nodes[k];
    NodeFault fault;
    fault.node = label_of(node);
    fault.position = k;
    fault.model = one_node_model(proto_, static_cast<int>(k), values_for(node), captured_by(node));
    const Status status = run_alone(fault);
    fault.confirmed = status == Status::pass ? makes_any(node, causes_) && any_is_wrong(fault.alone)
                                             : status != Status::unsupported;
    return fault;
  }

  bool is_inner_constant(size_t k) const {
    const onnx::NodeProto& node = proto_.graph().node(static_cast<int>(k));
    const auto& outputs = model_.graph.outputs;
    return is_constant(node) && std::none_of(outputs.begin(), outputs.end(), [&](const auto& each) {
             return each.name == node.output(0);
           });
  }

  // Runs the fault's model, and judges its outputs, as of a model of its own.
  Status run_alone(NodeFault& fault) {
    const BoundModel model = parse_model(fault.model.model);
    const Bindings inputs(fault.model.inputs.begin(), fault.model.inputs.end());
    RuntimeAnswer answer = backend_.run(fault.model.model, model, inputs);
    answer.status = status_for_valid_call(answer.status, answer.message);
    if (answer.status != Status::pass) {
      fault.refusal = refusal_text(answer);
      return answer.status;
    }
    if (fault.group.empty() && is_inner_constant(fault.position)) {
      answer.outputs[0] = in_declared_type(answer.outputs[0], fault.model.outputs[0].second);
    }
    CheckRequest request;
    request.tolerances.assign(answer.outputs.size(), request_.rule.of(request_.tolerance, 1));
    request.evaluation = evaluation();
    fault.alone = check_outputs(model, inputs, answer.outputs, request).outputs;
    fault.got = answer.outputs;
    return Status::pass;
  }

  // Runs the nodes alone that are wrong on the runtime's own values, or the groups of such nodes,
  // until one is wrong: outcome `found`. If none is, the first is in_context.
  void search_beyond(const NodeReports& check) {
    if (tolerance_.decides == Tolerance::Decides::tolerance || check.wrong() == 0) return;
    result_.outcome = Outcome::unconfirmed;
    const Unbranched whole = with_branches(proto_, request_.inputs, whole_evaluation());
    if (std::any_of(whole.places.begin(), whole.places.end(),
                    [](const auto& place) { return !place.inside.empty(); })) {
      return search_branches(whole);
    }
    causes_ = find_causes();
    std::optional<NodeFault> first;
    for (const NodeReport& node : check.listed) {
      if (!any_node_is_wrong(node.outputs)) continue;
      NodeFault fault = alone(node.position);
      fault.in_model = node.outputs;
      if (fault.confirmed) return conclude(Outcome::found, std::move(fault));
      if (!node.group.empty() && search_group_of(node)) return;
      if (!first) first = std::move(fault);
    }
    if (first) conclude(Outcome::in_context, std::move(*first));
  }

  // Searches the bodies of nodes that are right themselves.
  void search_bodies() {
    if (tolerance_.decides == Tolerance::Decides::tolerance) return;
    for (size_t k = 0; k < model_.graph.nodes.size(); ++k) {
      const Node& node = model_.graph.nodes[k];
      if (!holds_nodes(node)) continue;
      NodeFault holder;
      holder.node = label_of(node);
      holder.position = k;
      holder.model =
          one_node_model(proto_, static_cast<int>(k), values_for(node), captured_by(node));
      std::optional<Bisection> found = fault_in_right_body(holder, request_, backend_);
      if (!found) continue;
      result_.outcome = found->outcome;
      result_.fault = std::move(found->fault);
      result_.body_check = std::move(found->node_check);
      return;
    }
  }

  // Searches the model with branches in place of its Ifs, whose nodes the check is of.
  void search_branches(const Unbranched& whole) {
    Bisection found = bisect(request_, whole.model.SerializeAsString(), backend_);
    if (found.outcome == Outcome::stopped) result_.outcome = found.outcome;
    result_.stopped = std::move(found.stopped);
    if (!found.fault) return;
    const Unbranched::Place& place = whole.places.at(
        found.fault->inside.empty() ? found.fault->position : found.fault->inside[0].position);
    std::vector<Enclosing>& inside = found.fault->inside;
    (inside.empty() ? found.fault->position : inside[0].position) = place.position;
    inside.insert(inside.begin(), place.inside.begin(), place.inside.end());
    result_.outcome = found.outcome;
    result_.fault = std::move(found.fault);
  }

  // Runs the groups with this node alone.
  bool search_group_of(const NodeReport& node) {
    const std::optional<Bindings> ends = group_ends();
    for (const GrowingGroup& group : fused_groups(model_.graph)) {
      if (!holds(group.back(), node.position)) continue;
      if (search_group(group, ends.value_or(Bindings()), node.outputs)) return true;
    }
    return false;
  }

  // Runs groups of nodes alone, until one is wrong: outcome `found`. See the first lines of
  // bisect.h.
  void search_groups() {
    std::vector<GrowingGroup> groups = fused_groups(model_.graph);
    std::erase_if(groups, [&](const GrowingGroup& group) {
      return !any_among(group.back().outputs, causes_);
    });
    if (groups.empty()) return;
    const std::optional<Bindings> ends = result_.refusal.empty() ? group_ends() : std::nullopt;
    if (!ends || vanishes(*ends)) return search_all_groups(groups);
    const NodeReports check = node_check(*ends);
    if (check.wrong() == 0) return;
    result_.node_check = check;
    for (const NodeReport& node : check.listed) {
      for (const GrowingGroup& group : groups) {
        if (holds(group.back(), node.position) && search_group(group, *ends, node.outputs)) return;
      }
    }
  }

  // The runtime's values, without those inside groups.
  std::optional<Bindings> group_ends() {
    const std::set<std::string> fused = fused_values(model_.graph, fused_groups(model_.graph));
    CaseValues ends = inner_values(model_.graph, values_);
    std::erase_if(ends, [&](const auto& value) {
      return !causes_.contains(value.first) || fused.contains(value.first);
    });
    return exposed(ends);
  }

  static bool holds(const FusedGroup& group, size_t position) {
    return std::binary_search(group.nodes.begin(), group.nodes.end(), position);
  }

  // Runs the largest groups alone; those inside one that is right are taken to be right.
  void search_all_groups(const std::vector<GrowingGroup>& groups) {
    std::vector<std::vector<size_t>> right;
    for (const GrowingGroup& group : groups) {
      const std::vector<size_t>& nodes = group.back().nodes;
      const auto contains = [&](const std::vector<size_t>& larger) {
        return std::includes(larger.begin(), larger.end(), nodes.begin(), nodes.end());
      };
      if (std::any_of(right.begin(), right.end(), contains)) continue;
      if (alone(group.back(), seen_).confirmed && search_group(group, seen_, {})) return;
      right.push_back(nodes);
    }
  }

  // Runs a group's stages alone on the values of `got`, the smallest first, until one is wrong.
  bool search_group(const GrowingGroup& group, const Bindings& got,
                    const std::vector<OutputReport>& in_model) {
    for (const FusedGroup& stage : group) {
      NodeFault fault = alone(stage, got);
      if (!fault.confirmed) continue;
      fault.in_model = in_model;
      conclude(Outcome::found, std::move(fault));
      return true;
    }
    return false;
  }

  // Runs the group alone, as a model, on the values of `got`, or Etalon's where it has none. The
  // fault is confirmed if an output fails and is further off than rounding allows, or if the
  // runtime refuses the group as it refused the whole model.
  NodeFault alone(const FusedGroup& group, const Bindings& got) {
    announce(fmt::format("nodes {} to {} of {}, alone", group.nodes.front() + 1,
                         group.nodes.back() + 1, model_.graph.nodes.size()));
    NodeFault fault;
    fault.position = group.nodes.back();
    fault.node = label_of(model_.graph.nodes[fault.position]);
    fault.own_inputs = !got.empty();
    for (const size_t k : group.nodes) fault.group.push_back(label_of(model_.graph.nodes[k]));
    Bindings values = got;
    values.insert(values_.begin(), values_.end());
    fault.model = group_model(proto_, group.nodes, values, group.outputs);
    const Values expected =
        evaluate(parse_model(fault.model.model),
                 {fault.model.inputs.begin(), fault.model.inputs.end()}, evaluation());
    for (size_t i = 0; i < expected.size(); ++i) fault.model.outputs[i].second = expected[i];
    const Status status = run_alone(fault);
    fault.confirmed = status == Status::pass
                          ? any_node_is_wrong(fault.alone)
                          : !result_.refusal.empty() && status != Status::unsupported;
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
    if (any_fails(fault.alone)) {
      fault.as_of = release_that_meant(fault.model, fault.got,
                                       request_.rule.of(request_.tolerance, 1), evaluation());
    }
    const bool searchable = outcome == Outcome::found || outcome == Outcome::unsupported;
    const bool descends =
        searchable && fault.group.empty() && holds_nodes(model_.graph.nodes[fault.position]);
    result_.fault =
        descends ? innermost_fault(std::move(fault), request_, backend_) : std::move(fault);
  }

  const BisectRequest& request_;
  std::string bytes_;  // only where request_.model is empty
  const BoundModel& model_;
  Runtime& backend_;
  const Tolerance tolerance_;
  const ChoiceScope scope_;  // marks what is open
  onnx::ModelProto proto_;
  Bindings values_;
  Values outputs_;
  std::set<std::string> causes_;  // see find_causes()
  Bindings seen_;  // the runtime's values in a run with all causes as outputs; empty without one
  Bisection result_;
  mutable std::string work_;  // what was announced last
};

}  // namespace

Options evaluation_from_now(const BisectRequest& request) {
  Options options = request.evaluation;
  if (!request.timeout) return options;
  using Clock = std::chrono::steady_clock;
  options.limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                               std::chrono::duration<double>(*request.timeout));
  return options;
}

std::string_view to_string(Bisection::Outcome outcome) {
  static constexpr std::string_view names[] = {"right",     "found",       "in_context",
                                               "rounding",  "hidden",      "unconfirmed",
                                               "not_found", "unsupported", "stopped"};
  return names[static_cast<size_t>(outcome)];
}

CaseFiles node_case(const NodeFault& fault, const Tolerance& tolerance) {
  CaseFiles files;
  files.model = fault.model.model;
  files.sets.push_back({fault.model.inputs, fault.model.outputs});
  files.rtol = tolerance.rtol;
  files.atol = tolerance.atol;
  return files;
}

namespace {

Bisection bisected(const BisectRequest& request, std::string bytes, const BoundModel& model,
                   Runtime& backend) {
  if (draws_freely(model, request.inputs)) {
    throw Unspecified("the model draws random numbers that no seed determines");
  }
  BisectRequest declared = request;
  declared.evaluation.arithmetic = joined(request.evaluation.arithmetic, backend.arithmetic());
  return Bisector(declared, std::move(bytes), model, backend).run();
}

}  // namespace

Bisection bisect(const BisectRequest& request, const BoundModel& model, Runtime& backend) {
  return bisected(request,
                  self_contained_model(request.model, request.links, request.evaluation.lenient),
                  model, backend);
}

Bisection bisect(BisectRequest request, const std::string& model, Runtime& backend) {
  request.model.clear();
  return bisected(request, model, parse_model(model), backend);
}

}  // namespace etalon
