#include "conformance/equivalent/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "conformance/generate/one_node.h"
#include "conformance/judge/statistics.h"
#include "engine/numerics/ball.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"
#include "engine/values/rounding.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

constexpr size_t most_rows = 4096;

bool is_comparison(const Node& node) {
  static const std::set<std::string_view> names = {"Greater", "GreaterOrEqual", "Less",
                                                   "LessOrEqual", "Equal"};
  return node.domain.empty() && names.contains(node.op_type);
}

constexpr size_t most_of_formula = 1024;  // of a node at whose formula is looked
constexpr int most_looks = 12;

// Nodes whose formulas compare numbers of their inputs, one by one.
bool has_formula(const Node& node) {
  return !holds_nodes(node) && node.op_type != "Constant" && !is_random(node) &&
         !is_comparison(node) && node.op_type != "Clip" && node.op_type != "Gather";
}

bool is_small(const Values& inputs, const Values& outputs) {
  size_t elements = 0;
  bool floats = false;
  for (const Values* values : {&inputs, &outputs}) {
    for (const Value& value : *values) {
      if (!value.is_tensor()) continue;
      elements += value.tensor().size();
      floats = floats || is_float(value.tensor().dtype());
    }
  }
  return floats && elements <= most_of_formula;
}

// The sides that it takes, without those of comparisons that come after most others, and with what
// is infinite, as a maximum begins.
Decisions taken(const Node& node, const Values& inputs, const Ordinary& ordinary) {
  const LimitScope scope(limited({}).limits);
  const Rounding rounding = rounding_of(DType::float64);
  const Setting over_balls(&Evaluation::rounding, &rounding);
  DecisionLog log;
  try {
    ordinary(node, inputs);
  } catch (const Error&) {
  } catch (const Undecided&) {
  }
  std::vector<DecisionLog::Comparison> comparisons = log.comparisons();
  std::erase_if(comparisons, [](const DecisionLog::Comparison& each) {
    return each.place >= DecisionLog::most_places || !std::isfinite(each.a - each.b);
  });
  return decisions_of(comparisons);
}

std::optional<double> first_number(const Value& value) {
  if (!value.is_tensor() || value.tensor().size() == 0) return std::nullopt;
  const DType type = value.tensor().dtype();
  if (!is_float(type) && !is_integer(type)) return std::nullopt;
  return value.tensor().as<double>().data()[0];
}

// "0, 1, 2"; of many the first ones.
std::string numbers_text(const std::set<size_t>& numbers) {
  constexpr size_t most = 24;
  std::string text;
  size_t count = 0;
  for (const size_t number : numbers) {
    if (++count > most) return text + ", …";
    text += fmt::format("{}{}", text.empty() ? "" : ", ", number);
  }
  return text;
}

std::vector<const char*> sides_of(const Node& node) {
  if (is_comparison(node)) return {"true", "false"};
  if (node.op_type == "If") return {"true", "false"};
  if (node.op_type == "Clip") return {"below its minimum", "above its maximum"};
  return {};
}

// Any of one value, of a tensor of bools.
bool holds(const Value& value, bool wanted) {
  if (!value.is_tensor() || value.tensor().dtype() != DType::boolean) return false;
  const Bools elements = value.tensor().as<bool>();
  return std::find(elements.begin(), elements.end(), wanted) != elements.end();
}

bool has_numbers_of_clip(const Value& value) {
  return value.is_tensor() &&
         (is_float(value.tensor().dtype()) || is_integer(value.tensor().dtype()));
}

// An element that Clip makes greater (or less).
bool is_moved(const Value& from, const Value& to, bool greater) {
  if (!has_numbers_of_clip(from) || !has_numbers_of_clip(to)) return false;
  const Reals x = from.tensor().as<double>(), y = to.tensor().as<double>();
  if (x.size() != y.size()) return false;
  for (size_t i = 0; i < x.size(); ++i) {
    if (greater ? y.data()[i] > x.data()[i] : y.data()[i] < x.data()[i]) return true;
  }
  return false;
}

}  // namespace

Coverage::Coverage(const Model& before, const Model& after) {
  add(before.graph);
  add(after.graph);
}

void Coverage::add(const Graph& graph) {
  for (const Node& node : graph.nodes) {
    each_subgraph(node, [&](const Graph& inner) { add(inner); });
    Seen seen{label_of(node), sides_of(node), {}, {}};
    seen.reached.resize(seen.sides.size());
    if (node.op_type == "Gather" && !node.inputs.empty()) {
      const auto table = graph.initializers.find(node.inputs[0]);
      const bool known = table != graph.initializers.end() && table->second.is_tensor() &&
                         !table->second.tensor().shape().empty();
      const size_t rows = known ? table->second.tensor().dim(0) : 0;
      if (rows <= most_rows) seen.reached.resize(rows);
    }
    for (size_t i = 0; is_comparison(node) && i < node.inputs.size(); ++i) {
      if (graph.initializers.contains(node.inputs[i])) seen.constant = i;
    }
    const bool counts = !seen.reached.empty() || node.op_type == "Loop" || has_formula(node);
    if (counts) nodes_.emplace(&node, std::move(seen));
  }
}

void Coverage::reach(Seen& seen, size_t side) {
  if (side >= seen.reached.size() || seen.reached[side]) return;
  seen.reached[side] = true;
  ++reached_;
}

void Coverage::look_at_formula(Seen& seen, const Node& node, const Values& inputs,
                               const Values& outputs, const Ordinary& ordinary) {
  if (seen.looks == most_looks || !is_small(inputs, outputs)) return;
  const size_t before = seen.decisions.size();
  seen.decisions.merge(taken(node, inputs, ordinary));
  const size_t grown = seen.decisions.size() - before;
  reached_ += grown;
  seen.looks = grown != 0 ? 0 : seen.looks + 1;
}

void Coverage::saw_lengths(const Graph& graph, const Bindings& inputs) {
  for (const ValueInfo& input : graph.inputs) {
    const auto value = inputs.find(input.name);
    if (value == inputs.end() || !value->second.is_tensor() || !input.type.shape) continue;
    const Shape& shape = value->second.tensor().shape();
    for (size_t i = 0; i < std::min(shape.size(), input.type.shape->size()); ++i) {
      const auto* symbol = std::get_if<std::string>(&(*input.type.shape)[i]);
      if (symbol == nullptr || symbol->empty() || *symbol == "?") continue;
      if (lengths_[*symbol].insert(shape[i]).second) ++reached_;
    }
  }
}

void Coverage::saw(const Node& node, const Values& inputs, const Values& outputs,
                   const Ordinary& ordinary) {
  const auto found = nodes_.find(&node);
  if (found == nodes_.end() || inputs.empty() || outputs.empty()) return;
  Seen& seen = found->second;
  if (has_formula(node)) return look_at_formula(seen, node, inputs, outputs, ordinary);
  if (seen.constant && !seen.operands && inputs.size() == 2) {
    const auto a = first_number(inputs[0]), b = first_number(inputs[1]);
    if (a && b) seen.operands = {*a, *b};
  }
  if (node.op_type == "Loop") {
    const bool counted = inputs[0].is_tensor() && inputs[0].tensor().size() == 1;
    if (counted && seen.trips.insert(inputs[0].tensor().as<int64_t>().data()[0]).second) ++reached_;
  } else if (node.op_type == "Clip") {
    if (is_moved(inputs[0], outputs[0], true)) reach(seen, 0);
    if (is_moved(inputs[0], outputs[0], false)) reach(seen, 1);
  } else if (node.op_type == "Gather") {
    if (inputs.size() < 2 || !inputs[1].is_tensor()) return;
    const auto rows = static_cast<int64_t>(seen.reached.size());
    for (const int64_t index : inputs[1].tensor().as<int64_t>()) {
      reach(seen, static_cast<size_t>(index < 0 ? index + rows : index));
    }
  } else {
    const Value& decided = node.op_type == "If" ? inputs[0] : outputs[0];
    if (holds(decided, true)) reach(seen, 0);
    if (holds(decided, false)) reach(seen, 1);
  }
}

size_t Coverage::all() const {
  size_t count = 0;
  for (const auto& [node, seen] : nodes_) {
    count += seen.reached.size() + seen.trips.size() + seen.decisions.size() +
             missing_in(seen.decisions).size();
  }
  for (const auto& [symbol, lengths] : lengths_) count += lengths.size();
  return count;
}

std::vector<std::string> Coverage::unreached() const {
  std::set<std::string> texts;  // nodes of both models have equal names
  for (const auto& [node, seen] : nodes_) {
    for (const Decision& missing : missing_in(seen.decisions)) {
      texts.insert(fmt::format("{} {}", seen.label, to_string(missing)));
    }
    const auto left = std::count(seen.reached.begin(), seen.reached.end(), false);
    if (left == 0) continue;
    if (seen.sides.empty()) {
      texts.insert(fmt::format("{} of {} rows of {}", left, seen.reached.size(), seen.label));
    }
    for (size_t i = 0; i < seen.sides.size(); ++i) {
      if (seen.reached[i]) continue;
      const bool branch = node->op_type == "If";
      texts.insert(branch ? fmt::format("the {} branch of {}", i == 0 ? "then" : "else", seen.label)
                          : fmt::format("{} {}", seen.label, seen.sides[i]));
    }
  }
  return {texts.begin(), texts.end()};
}

std::vector<std::string> Coverage::trips() const {
  std::set<std::string> texts;
  for (const auto& [node, seen] : nodes_) {
    if (seen.trips.empty()) continue;
    texts.insert(fmt::format("{}: {} trips", seen.label, fmt::join(seen.trips, ", ")));
  }
  return {texts.begin(), texts.end()};
}

std::vector<std::string> Coverage::lengths() const {
  std::vector<std::string> texts;
  for (const auto& [symbol, lengths] : lengths_) {
    texts.push_back(fmt::format("{} = {}", symbol, numbers_text(lengths)));
  }
  return texts;
}

std::vector<std::string> Coverage::one_sided() const {
  std::set<std::string> texts;
  for (const auto& [node, seen] : nodes_) {
    if (node->op_type != "If" || seen.reached[0] == seen.reached[1]) continue;
    texts.insert(seen.label + " took one branch only");
  }
  return {texts.begin(), texts.end()};
}

std::vector<Coverage::Aside> Coverage::asides() const {
  std::vector<Aside> asides;
  for (const auto& [node, seen] : nodes_) {
    if (!seen.constant || !seen.operands) continue;
    const bool second = *seen.constant == 1;
    const auto [a, b] = *seen.operands;
    const int greater = node->op_type.starts_with("Greater") ? 1
                        : node->op_type.starts_with("Less")  ? -1
                                                             : 0;
    for (size_t side = 0; side < 2; ++side) {
      if (seen.reached[side]) continue;
      const int way = (side == 0 ? 1 : -1) * (second ? greater : -greater);
      asides.push_back({seen.label, second ? a : b, second ? b : a, side == 0, way});
    }
  }
  return asides;
}

}  // namespace etalon::equivalent
