#include "conformance/check/node_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "conformance/bounds/bound_walk.h"
#include "conformance/check/check_text.h"
#include "engine/operators/model.h"
#include "engine/operators/observed.h"
#include "engine/values/evaluation.h"
#include "engine/values/json.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

constexpr size_t most_listed = 10;

// True where one value can stand for the other.
bool are_alike(const Value& a, const Value& b) {
  return a.is_tensor() && b.is_tensor() && a.tensor().dtype() == b.tensor().dtype() &&
         a.tensor().shape() == b.tensor().shape();
}

// The tensor with `factor` times its errors, and `roundings` more that are relative to its
// elements.
Tensor widened(const Tensor& y, double factor, double roundings) {
  Reals errors = errors_of(y);
  const Reals elements = y.with_side(nullptr).as<double>();
  const double share = roundings * rounding_of(computed_in(y.dtype())).unit();
  for (size_t i = 0; i < errors.size(); ++i) {
    const double magnitude = std::fabs(elements.data()[i]);
    errors.data()[i] *= factor;
    if (std::isfinite(magnitude)) errors.data()[i] += share * magnitude;
  }
  return with_errors(y, errors);
}

// How many products each element of a node's output is the sum of; 0 for other operators.
double addends_of(const Node& node, const Values& inputs) {
  if (!node.domain.empty() || inputs.size() < 2 || !is_float_tensor(inputs[0]) ||
      !is_float_tensor(inputs[1])) {
    return 0;
  }
  const Tensor& A = inputs[0].tensor();
  const Tensor& B = inputs[1].tensor();
  const auto each = [&](size_t axis) {
    const bool known = axis < B.shape().size() && B.shape()[axis] != 0;
    return known ? static_cast<double>(B.size()) / static_cast<double>(B.shape()[axis]) : 0;
  };
  if (node.op_type == "Conv") return each(0);
  if (node.op_type == "ConvTranspose") return each(1);
  const bool product = node.op_type == "MatMul" || node.op_type == "Gemm";
  if (!product || A.shape().empty()) return 0;
  const auto last = A.shape().rbegin();
  const bool transposed = node.op_type == "Gemm" && A.shape().size() == 2;
  return static_cast<double>(transposed ? std::max(last[0], last[1]) : last[0]);
}

// True if an element of the output is one of an input times a factor, plus an addend.
bool passes_on(const Node& node) {
  static const std::set<std::string_view> names = {"Add", "Sub", "Mul", "Div",
                                                   "BatchNormalization"};
  return node.domain.empty() && names.contains(node.op_type);
}

class NodeCheck {
 public:
  NodeCheck(const BoundModel& model, const Bindings& got, const Tolerance& tolerance,
            const Arithmetic& arithmetic)
      : graph_(model.graph),
        got_(got),
        tolerance_(tolerance),
        arithmetic_(arithmetic),
        walk_(Roundings::any, graph_, arithmetic) {
    tolerance_.decides = Tolerance::Decides::verdict;
    seen_.resize(graph_.nodes.size());
    for (size_t k = 0; k < graph_.nodes.size(); ++k) {
      for (const std::string& name : graph_.nodes[k].outputs) makers_[name] = k;
    }
  }

  // A node's outputs: the runtime's where they are known, which its readers then get.
  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    const std::optional<size_t> position = place_in(graph_, node);
    const Values known = position ? got_for(node) : Values();
    const Setting observed(&Evaluation::observed, position ? &known : nullptr);
    Values outputs = walk_(node, inputs, ordinary);
    if (!position) return outputs;
    allow_fusion(node, inputs, known, outputs);
    judge(node, *position, known, inputs, outputs, ordinary);
    for (size_t i = 0; i < std::min(outputs.size(), known.size()); ++i) {
      if (are_alike(known[i], outputs[i])) outputs[i] = known[i];
    }
    return outputs;
  }

  NodeReports take() {
    count_through();
    for (NodeReport& report : reports_.listed) report.group = group_of(report.position);
    const auto first =
        std::find_if(reports_.listed.begin(), reports_.listed.end(),
                     [](const NodeReport& node) { return worst(node.outputs) >= Grade::unlikely; });
    if (first != reports_.listed.end()) reports_.first_wrong = *first;
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

  static Grade worst(const std::vector<OutputReport>& outputs) {
    Grade grade = Grade::same;
    for (const OutputReport& report : outputs) grade = std::max(grade, report.verdict.grade);
    return grade;
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

  void judge(const Node& node, size_t position, const Values& known, const Values& inputs,
             const Values& outputs, const Ordinary& ordinary) {
    reports_.nodes += !node.outputs.empty();
    std::vector<Spread> spreads(outputs.size());
    for (Spread& spread : spreads) spread.arithmetic = arithmetic_;
    // An input that is not the runtime's own is not exact.
    if (any_differs(known, outputs) && std::none_of(inputs.begin(), inputs.end(), carries_errors)) {
      spreads = spreads_of(node, inputs, outputs, ordinary, arithmetic_);
    }
    std::vector<OutputReport> judged;
    for (size_t i = 0; i < std::min(outputs.size(), known.size()); ++i) {
      if (known[i].absent()) continue;
      const Answer answer{outputs[i], {walk_.bound_of(outputs[i]), spreads[i]}};
      judged.push_back(check_output(node.outputs[i], known[i], answer, tolerance_));
    }
    if (judged.empty()) return;
    ++reports_.seen;
    seen_[position] = 1;
    const Grade grade = worst(judged);
    ++reports_.graded[static_cast<size_t>(grade)];
    if (grade < Grade::unknown) return;
    std::erase_if(judged,
                  [&](const OutputReport& report) { return report.verdict.grade != grade; });
    reports_.listed.push_back({label_of(node), position, {}, std::move(judged)});
  }

  // Widens the bound of the first output of a node that is a sum of products, if the runtime does
  // not give it, and of the sums of it and other values; see check_nodes().
  void allow_fusion(const Node& node, const Values& inputs, const Values& known, Values& outputs) {
    // A sum of one product may be off by one rounding, and by four if its factors are folded.
    constexpr double folded = 4;
    if (outputs.empty() || !is_float_tensor(outputs[0])) return;
    const bool hidden = known.empty() || known[0].absent();
    const double own = hidden ? addends_of(node, inputs) : 0;
    double given = 0;
    for (const std::string& name : node.inputs) {
      const auto sum = hidden_sums_.find(name);
      if (passes_on(node) && sum != hidden_sums_.end()) given = std::max(given, sum->second);
    }
    if (own == 0 && given == 0) return;
    outputs[0] = widened(outputs[0].tensor(), own != 0 ? folded : 1, given);
    if (hidden) hidden_sums_[node.outputs[0]] = std::max(own, given);
  }

  // Calls `visit(position, name)` for each node that makes a value, of this name, which the node or
  // a graph inside it reads.
  template <class Visit>
  void each_maker(const Node& node, Visit visit) const {
    const auto make = [&](const std::string& name) {
      const auto maker = makers_.find(name);
      if (!name.empty() && maker != makers_.end()) visit(maker->second, name);
    };
    for (const std::string& name : node.inputs) make(name);
    each_subgraph(node, [&](const Graph& graph) {
      for (const std::string& name : graph.captured) make(name);
    });
  }

  // Marks the nodes of which a value that is not known reaches a node's outputs.
  void mark_hidden_before(size_t position, std::vector<char>& marked) const {
    marked[position] = 1;
    for (size_t k = position + 1; k-- > 0;) {
      if (!marked[k]) continue;
      each_maker(graph_.nodes[k], [&](size_t maker, const std::string& name) {
        if (!got_.contains(name)) marked[maker] = 1;
      });
    }
  }

  // See NodeReport.
  std::vector<std::string> group_of(size_t position) const {
    std::vector<char> marked(graph_.nodes.size());
    mark_hidden_before(position, marked);
    std::vector<std::string> labels;
    for (size_t k = 0; k <= position; ++k) {
      if (marked[k]) labels.push_back(label_of(graph_.nodes[k]));
    }
    return labels.size() > 1 ? labels : std::vector<std::string>();
  }

  void count_through() {
    std::vector<char> judged = seen_;
    for (size_t k = judged.size(); k-- > 0;) {
      if (!judged[k]) continue;
      each_maker(graph_.nodes[k], [&](size_t maker, const std::string&) { judged[maker] = 1; });
    }
    const auto is_set = [](char flag) { return flag != 0; };
    reports_.through =
        static_cast<size_t>(std::count_if(judged.begin(), judged.end(), is_set)) - reports_.seen;
  }

  const Graph& graph_;
  const Bindings& got_;
  Tolerance tolerance_;
  Arithmetic arithmetic_;
  BoundWalk walk_;
  NodeReports reports_;
  std::map<std::string, size_t> makers_;       // of each value, by position
  std::vector<char> seen_;                     // by position
  std::map<std::string, double> hidden_sums_;  // with the number of their addends
};

std::string listed_text(const NodeReport& node) {
  const Verdict& verdict = node.outputs.front().verdict;
  return fmt::format("  {}: {}: {}\n", node.group.empty() ? node.node : group_text(node.group),
                     words_of(verdict), to_string(verdict));
}

}  // namespace

NodeReports check_nodes(const BoundModel& model, const Bindings& inputs, const Bindings& got,
                        const Tolerance& tolerance, const Options& options) {
  NodeCheck check(model, got, tolerance, options.arithmetic);
  const SubstituteScope scope(std::ref(check));
  evaluate(model, inputs, options);
  return check.take();
}

std::string headline(const NodeReports& reports) {
  const NodeReport& first = reports.listed.at(0);
  return fmt::format(
      "fails ({}): {} of {} nodes, on the runtime's own values, first {}; the outputs pass",
      to_string(first.outputs.front().verdict.grade), reports.wrong(), reports.nodes,
      printable(first.node));
}

std::string group_text(const std::vector<std::string>& labels) {
  constexpr size_t most_named = 3;
  const auto last = labels.end() - 1;
  const std::string first = labels.size() > most_named
                                ? labels.front() + ", …,"
                                : fmt::format("{} and", fmt::join(labels.begin(), last, ", "));
  return fmt::format("the group {} {}, {} nodes", first, *last, labels.size());
}

bool any_node_is_wrong(const std::vector<OutputReport>& outputs) {
  return std::any_of(outputs.begin(), outputs.end(), [](const OutputReport& report) {
    return report.verdict.grade >= Grade::unlikely;
  });
}

std::string to_string(const NodeReports& reports) {
  if (reports.seen == 0) return "nodes: the runtime did not give the values of its nodes\n";
  std::vector<std::string> parts;
  const auto add = [&](size_t count, std::string_view what) {
    if (count != 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  for (size_t i = 0; i < reports.graded.size(); ++i) {
    add(reports.graded[i], to_string(static_cast<Grade>(i)));
  }
  add(reports.through, "judged through the nodes that read them");
  add(reports.nodes - reports.seen - reports.through, "not seen");
  std::string text = fmt::format("nodes: of {}, on the runtime's own values: {}\n", reports.nodes,
                                 fmt::join(parts, ", "));
  for (const NodeReport& node : reports.listed) text += listed_text(node);
  return text;
}

nlohmann::json to_json(const NodeReports& reports) {
  nlohmann::json listed = nlohmann::json::array();
  for (const NodeReport& node : reports.listed) {
    nlohmann::json outputs = nlohmann::json::array();
    for (const OutputReport& output : node.outputs) outputs.push_back(report_json(output));
    listed.push_back({{"node", node.node},
                      {"position", node.position},
                      {"group", node.group},
                      {"outputs", outputs}});
  }
  nlohmann::json all = {{"nodes", reports.nodes},
                        {"seen", reports.seen},
                        {"through", reports.through},
                        {"listed", listed}};
  for (size_t i = 0; i < reports.graded.size(); ++i) {
    all[std::string(to_string(static_cast<Grade>(i)))] = reports.graded[i];
  }
  return all;
}

}  // namespace etalon
