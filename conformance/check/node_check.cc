#include "conformance/check/node_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "conformance/bounds/bound_walk.h"
#include "conformance/check/check_text.h"
#include "engine/operators/model.h"
#include "engine/operators/observed.h"
#include "engine/values/json.h"
#include "engine/values/side.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

constexpr size_t most_listed = 10;

enum class Level { identical, within, open, unbounded, unlikely, beyond };

Level level_of(const OutputReport& report) {
  switch (report.judgement) {
    case Judgement::identical:
      return Level::identical;
    case Judgement::within_rounding:
    case Judgement::outside_tolerance_within_rounding:
      return Level::within;
    case Judgement::open:
      return Level::open;
    case Judgement::within_tolerance:
    case Judgement::outside_tolerance:
      return Level::unbounded;
    case Judgement::unlikely_rounding:
    case Judgement::outside_tolerance_unlikely_rounding:
      return Level::unlikely;
    default:
      return Level::beyond;
  }
}

// True where one value can stand for the other.
bool are_alike(const Value& a, const Value& b) {
  return a.is_tensor() && b.is_tensor() && a.tensor().dtype() == b.tensor().dtype() &&
         a.tensor().shape() == b.tensor().shape();
}

class NodeCheck {
 public:
  NodeCheck(const BoundModel& model, const Bindings& got, const Tolerance& tolerance)
      : graph_(model.graph), got_(got), tolerance_(tolerance), walk_(Roundings::any, graph_) {}

  // A node's outputs: the runtime's where they are known, which its readers then get.
  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    const std::optional<size_t> position = place_in(graph_, node);
    const Values known = position ? got_for(node) : Values();
    const ObservedScope observed(position ? &known : nullptr);
    Values outputs = walk_(node, inputs, ordinary);
    if (!position) return outputs;
    judge(node, *position, known, inputs, outputs, ordinary);
    for (size_t i = 0; i < std::min(outputs.size(), known.size()); ++i) {
      if (are_alike(known[i], outputs[i])) outputs[i] = known[i];
    }
    return outputs;
  }

  NodeReports take() {
    std::stable_sort(reports_.listed.begin(), reports_.listed.end(),
                     [](const NodeReport& a, const NodeReport& b) {
                       return worst(a.outputs) > worst(b.outputs);
                     });
    if (reports_.listed.size() > most_listed) reports_.listed.resize(most_listed);
    return std::move(reports_);
  }

 private:
  // The runtime's values of a node's outputs; absent where they are not known.
  Values got_for(const Node& node) const {
    Values known(node.outputs.size());
    for (size_t i = 0; i < known.size(); ++i) {
      const auto value = got_.find(node.outputs[i]);
      if (value != got_.end()) known[i] = value->second;
    }
    return known;
  }

  static Level worst(const std::vector<OutputReport>& outputs) {
    Level level = Level::identical;
    for (const OutputReport& report : outputs) level = std::max(level, level_of(report));
    return level;
  }

  // True where a value that is known differs from Etalon's.
  static bool any_differs(const Values& known, const Values& outputs) {
    for (size_t i = 0; i < std::min(outputs.size(), known.size()); ++i) {
      if (known[i].is_tensor() && outputs[i].is_tensor() && are_alike(known[i], outputs[i]) &&
          !identical(known[i].tensor(), outputs[i].tensor().with_side(nullptr))) {
        return true;
      }
    }
    return false;
  }

  // True where an input is not the runtime's own, and so not exact.
  static bool any_carries_errors(const Values& inputs) {
    return std::any_of(inputs.begin(), inputs.end(), [](const Value& input) {
      if (!input.is_tensor() || !has_errors(input.tensor())) return false;
      const Reals errors = errors_of(input.tensor());
      return std::any_of(errors.begin(), errors.end(), [](double error) { return error != 0; });
    });
  }

  void judge(const Node& node, size_t position, const Values& known, const Values& inputs,
             const Values& outputs, const Ordinary& ordinary) {
    reports_.nodes += !node.outputs.empty();
    std::vector<Spread> spreads(outputs.size());
    if (any_differs(known, outputs) && !any_carries_errors(inputs)) {
      spreads = spreads_of(node, inputs, outputs, ordinary);
    }
    std::vector<OutputReport> judged;
    for (size_t i = 0; i < std::min(outputs.size(), known.size()); ++i) {
      if (known[i].absent()) continue;
      judged.push_back(check_output(node.outputs[i], known[i], outputs[i],
                                    {walk_.bound_of(outputs[i]), spreads[i]}, tolerance_));
    }
    if (judged.empty()) return;
    ++reports_.seen;
    const Level level = worst(judged);
    count(level) += 1;
    if (level < Level::unbounded) return;
    std::erase_if(judged, [&](const OutputReport& report) { return level_of(report) != level; });
    reports_.listed.push_back({label_of(node), position, std::move(judged)});
  }

  size_t& count(Level level) {
    switch (level) {
      case Level::identical:
        return reports_.identical;
      case Level::within:
        return reports_.within;
      case Level::open:
        return reports_.open;
      case Level::unbounded:
        return reports_.unbounded;
      case Level::unlikely:
        return reports_.unlikely;
      case Level::beyond:
        break;
    }
    return reports_.beyond;
  }

  const Graph& graph_;
  const Bindings& got_;
  const Tolerance& tolerance_;
  BoundWalk walk_;
  NodeReports reports_;
};

std::string listed_text(const NodeReport& node) {
  const OutputReport& output = node.outputs.front();
  const auto& rounding = output.measurement.rounding;
  std::string text = fmt::format("  {}: {}", node.node, sentence(output));
  if (rounding && rounding->share.amount > 1) {
    text +=
        fmt::format("; {:.3g} times its bound at {}: got {}, expected {}", rounding->share.amount,
                    rounding->share.where, rounding->share.got, rounding->share.expected);
  }
  if (!output.no_bound.empty()) text += "; " + output.no_bound;
  return text + "\n";
}

}  // namespace

NodeReports check_nodes(const BoundModel& model, const Bindings& inputs, const Bindings& got,
                        const Tolerance& tolerance, const Options& options) {
  NodeCheck check(model, got, tolerance);
  const SubstituteScope scope(
      [&](const Node& node, const Values& values, const Ordinary& ordinary) {
        return check(node, values, ordinary);
      });
  evaluate(model, inputs, options);
  return check.take();
}

std::string to_string(const NodeReports& reports) {
  if (reports.seen == 0) return "nodes: the runtime gives no values of its nodes\n";
  const size_t fine = reports.identical + reports.within + reports.open;
  std::string text = "nodes: on the runtime's own values, ";
  text += fine == reports.nodes
              ? fmt::format("each of {} is within what rounding allows", fine)
              : fmt::format("{} of {} are within what rounding allows", fine, reports.nodes);
  text += fmt::format(" ({} identical", reports.identical);
  if (reports.open != 0) text += fmt::format(", {} open", reports.open);
  text += ")";
  const auto add = [&](size_t count, std::string_view what) {
    if (count != 0) text += fmt::format(", {} {}", count, what);
  };
  add(reports.beyond, reports.beyond == 1 ? "is further off" : "are further off");
  add(reports.unlikely,
      reports.unlikely == 1 ? "is unlikely to be rounding" : "are unlikely to be rounding");
  add(reports.unbounded, reports.unbounded == 1 ? "has no bound" : "have no bound");
  add(reports.nodes - reports.seen, "were not seen");
  text += "\n";
  for (const NodeReport& node : reports.listed) text += listed_text(node);
  return text;
}

nlohmann::json to_json(const NodeReports& reports) {
  nlohmann::json listed = nlohmann::json::array();
  for (const NodeReport& node : reports.listed) {
    nlohmann::json outputs = nlohmann::json::array();
    for (const OutputReport& output : node.outputs) outputs.push_back(report_json(output));
    listed.push_back({{"node", node.node}, {"position", node.position}, {"outputs", outputs}});
  }
  return {
      {"nodes", reports.nodes},       {"seen", reports.seen},     {"identical", reports.identical},
      {"within", reports.within},     {"open", reports.open},     {"unbounded", reports.unbounded},
      {"unlikely", reports.unlikely}, {"beyond", reports.beyond}, {"listed", listed}};
}

}  // namespace etalon
