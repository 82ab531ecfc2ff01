#include "conformance/equivalent/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

constexpr size_t most_rows = 4096;

bool is_comparison(const Node& node) {
  static const std::set<std::string_view> names = {"Greater", "GreaterOrEqual", "Less",
                                                   "LessOrEqual", "Equal"};
  return node.domain.empty() && names.contains(node.op_type);
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
    if (!seen.reached.empty() || node.op_type == "Loop") nodes_.emplace(&node, std::move(seen));
  }
}

void Coverage::reach(Seen& seen, size_t side) {
  if (side >= seen.reached.size() || seen.reached[side]) return;
  seen.reached[side] = true;
  ++reached_;
}

void Coverage::saw(const Node& node, const Values& inputs, const Values& outputs) {
  const auto found = nodes_.find(&node);
  if (found == nodes_.end() || inputs.empty() || outputs.empty()) return;
  Seen& seen = found->second;
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
  for (const auto& [node, seen] : nodes_) count += seen.reached.size() + seen.trips.size();
  return count;
}

std::vector<std::string> Coverage::unreached() const {
  std::set<std::string> texts;  // nodes of both models have equal names
  for (const auto& [node, seen] : nodes_) {
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

}  // namespace etalon::equivalent
