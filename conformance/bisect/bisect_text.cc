#include "conformance/bisect/bisect_text.h"

#include <fmt/format.h>

#include <cmath>

#include "conformance/check/check_text.h"
#include "conformance/common/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using nlohmann::json;
using Outcome = Bisection::Outcome;

// The error needs the graph as it is; with more of its values as outputs, the runtime computes
// other kernels.
std::string fusion_text(const Bisection& bisection) {
  if (bisection.fused_with.empty()) return "the runtime fuses it with other nodes";
  return fmt::format("the error comes with the fusion of {} and {}",
                     fmt::join(bisection.fused_with, ", "), bisection.fault->node);
}

std::string introduced_text(const std::vector<Introduced>& introduced) {
  if (introduced.size() < 2) return "";
  std::string text = "\nerror introduced, relative to the largest value:\n";
  for (const Introduced& one : introduced) {
    const std::string size = std::isinf(one.error) ? "-" : fmt::format("{:.3g}", one.error);
    text += fmt::format("  {:<10}  {}", size, one.node);
    text += one.what.empty() ? "\n" : ": " + printable(one.what) + "\n";
  }
  return text;
}

std::string conclusion(const Bisection& bisection) {
  switch (bisection.outcome) {
    case Outcome::right:
      return "nothing is wrong";
    case Outcome::unconfirmed:
      return "no output is wrong, and no node was wrong again";
    case Outcome::found:
      if (!bisection.fault->in_model.empty()) {
        return fmt::format("is wrong in {} and when run alone",
                           bisection.fault->inside.empty() ? "the model" : "its body");
      }
      return bisection.fault->group.empty() ? "is the first node that is wrong when run alone"
                                            : "is the first group that is wrong when run alone";
    case Outcome::in_context:
      return "is the first node with a wrong output and right inputs, but it is right when run "
             "alone: small errors of its inputs add up, or the runtime fuses it with other nodes";
    case Outcome::rounding:
      return "is the first node with a wrong output and right inputs, but when run alone it is no "
             "further off than sampled evaluations, and no other node is wrong";
    case Outcome::hidden:
      return "is the first node whose value is wrong when it is an output of the model, but it is "
             "right when run alone and when all values are outputs: " +
             fusion_text(bisection);
    case Outcome::not_found:
      return "every node is right when run alone";
    case Outcome::unsupported:
      return bisection.fault ? "is the first node that the runtime does not support"
                             : "the runtime does not support the model";
    case Outcome::stopped:
      return "not searched further: " + bisection.stopped;
  }
  return "";
}

json reports_json(const std::vector<OutputReport>& reports) {
  json list = json::array();
  for (const OutputReport& report : reports) list.push_back(report_json(report));
  return list;
}

json inside_json(const std::vector<Enclosing>& nodes) {
  json list = json::array();
  for (const Enclosing& each : nodes) {
    list.push_back({{"node", each.node},
                    {"position", each.position},
                    {"body", each.body},
                    {"iteration", each.iteration ? json(*each.iteration) : json()}});
  }
  return list;
}

std::string brief(const OutputReport& report) {
  return fmt::format("{}: {}\n{}", printable(report.name), sentence(report), exact_lines(report));
}

std::string alone_text(const NodeFault& fault) {
  std::string text =
      fmt::format("\nalone, with {} inputs:\n", fault.own_inputs ? "the runtime's" : "the right");
  if (!fault.refusal.empty()) text += printable(fault.refusal) + "\n";
  for (const OutputReport& report : fault.alone) text += report_text(report);
  return text;
}

}  // namespace

std::string conclusion_text(const Bisection& bisection) {
  if (!bisection.fault) return conclusion(bisection) + "\n";
  if (!bisection.fault->group.empty()) {
    return fmt::format("{}{}, {}\n", to_string(bisection.fault->inside),
                       group_text(bisection.fault->group), conclusion(bisection));
  }
  if (!bisection.fault->inside.empty()) {
    return fmt::format("{}, {}\n", whole_label(*bisection.fault), conclusion(bisection));
  }
  return fmt::format("{}, node {} of {}, {}\n", bisection.fault->node,
                     bisection.fault->position + 1, bisection.nodes, conclusion(bisection));
}

std::string whole_label(const NodeFault& fault) { return to_string(fault.inside) + fault.node; }

std::string headline_text(const Bisection& bisection) {
  const std::vector<OutputReport>& outputs = bisection.outputs;
  const auto& check = bisection.body_check ? bisection.body_check : bisection.node_check;
  const bool shown = check && check->wrong() != 0 && !outputs.empty() && !any_fails(outputs) &&
                     outputs[0].tolerance.decides != Tolerance::Decides::tolerance;
  return shown ? headline(*check) : "";
}

std::string as_of_text(const NodeFault& fault) {
  if (fault.as_of.empty()) return "";
  const std::string label = fault.node.substr(0, fault.node.find(' '));
  return fmt::format("the runtime's answer is {}'s as release {} defined it (--as-of {})\n", label,
                     fault.as_of, fault.as_of);
}

std::string bisection_text(const Bisection& bisection) {
  std::string text;
  if (!bisection.refusal.empty()) text += "the model: " + printable(bisection.refusal) + "\n";
  for (const OutputReport& report : bisection.outputs) text += brief(report);
  const std::string nodes = bisection.node_check ? to_string(*bisection.node_check) : "";
  if (!bisection.fault) return text + conclusion_text(bisection) + nodes;
  const NodeFault& fault = *bisection.fault;
  text += "\n" + conclusion_text(bisection);
  for (const std::string& label : fault.group) text += "  " + label + "\n";
  if (!fault.bodies.empty()) text += "  " + printable(fault.bodies) + "\n";
  for (const OutputReport& report : fault.in_model) {
    text += fault.confirmed ? brief(report) : report_text(report);
  }
  text += alone_text(fault) + as_of_text(fault) + introduced_text(bisection.introduced);
  return nodes.empty() ? text : text + "\n" + nodes;
}

json bisection_json(const Bisection& bisection) {
  json introduced = json::array();
  for (const Introduced& one : bisection.introduced) {
    introduced.push_back(
        {{"node", one.node}, {"error", number_to_json(one.error)}, {"what", one.what}});
  }
  json fault = nullptr;
  if (bisection.fault) {
    fault = {{"node", bisection.fault->node},
             {"position", bisection.fault->position},
             {"inside", inside_json(bisection.fault->inside)},
             {"bodies", bisection.fault->bodies.empty() ? json() : json(bisection.fault->bodies)},
             {"group", bisection.fault->group},
             {"confirmed", bisection.fault->confirmed},
             {"refusal", bisection.fault->refusal},
             {"as_of", bisection.fault->as_of.empty() ? json() : json(bisection.fault->as_of)},
             {"in_model", reports_json(bisection.fault->in_model)},
             {"alone", reports_json(bisection.fault->alone)}};
  }
  const std::string first = headline_text(bisection);
  return {{"outcome", to_string(bisection.outcome)},
          {"pass", bisection.outcome == Outcome::right},
          {"headline", first.empty() ? json() : json(first)},
          {"nodes", bisection.nodes},
          {"refusal", bisection.refusal},
          {"outputs", reports_json(bisection.outputs)},
          {"introduced", introduced},
          {"node_check", bisection.node_check ? to_json(*bisection.node_check) : json()},
          {"fused_with", bisection.fused_with},
          {"stopped", bisection.stopped.empty() ? json() : json(bisection.stopped)},
          {"fault", fault}};
}

}  // namespace etalon
