#include "conformance/mdf/scheduler.h"

#include <algorithm>

#include "conformance/mdf/arithmetic.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon::mdf {

namespace {

// A cycle among nodes each of which has a sender among them: follow senders until one repeats.
std::string cycle_text(const std::vector<std::string>& node_ids, const std::vector<Edge>& edges,
                       const std::vector<bool>& placed) {
  const auto sender_of = [&](size_t node) {
    const auto edge = std::find_if(edges.begin(), edges.end(), [&](const Edge& each) {
      return each.receiver == node && !placed[each.sender];
    });
    return edge->sender;
  };
  const auto first = std::find(placed.begin(), placed.end(), false);
  std::vector<size_t> path = {static_cast<size_t>(first - placed.begin())};
  std::vector<bool> seen(placed.size());
  while (!seen[path.back()]) {
    seen[path.back()] = true;
    path.push_back(sender_of(path.back()));
  }
  const auto start = std::find(path.begin(), path.end(), path.back());
  std::string text;
  for (auto node = path.rbegin(); node.base() != start; ++node) {
    text += (text.empty() ? "" : " → ") + node_ids[*node];
  }
  return text;
}

bool count_agrees(const Condition& condition, int64_t count) {
  switch (condition.kind) {
    case ConditionKind::every_n_calls:
    case ConditionKind::after_n_calls:
      return count >= condition.n;
    case ConditionKind::after_call:
    case ConditionKind::after_pass:
      return count > condition.n;
    case ConditionKind::before_n_calls:
    case ConditionKind::before_pass:
      return count < condition.n;
    case ConditionKind::every_n_passes:
      return count % condition.n == 0;
    default:
      return count == condition.n;
  }
}

}  // namespace

std::vector<std::vector<size_t>> layers_of(const std::vector<std::string>& node_ids,
                                           const std::vector<Edge>& edges) {
  std::vector<size_t> senders(node_ids.size());
  std::vector<std::vector<size_t>> receivers(node_ids.size());
  for (const Edge& edge : edges) {
    ++senders[edge.receiver];
    receivers[edge.sender].push_back(edge.receiver);
  }
  std::vector<std::vector<size_t>> layers;
  std::vector<bool> placed(node_ids.size());
  std::vector<size_t> layer;
  for (size_t node = 0; node < node_ids.size(); ++node) {
    if (senders[node] == 0) layer.push_back(node);
  }
  while (!layer.empty()) {
    std::vector<size_t> next;
    for (const size_t node : layer) {
      placed[node] = true;
      for (const size_t receiver : receivers[node]) {
        if (--senders[receiver] == 0) next.push_back(receiver);
      }
    }
    layers.push_back(std::move(layer));
    std::sort(next.begin(), next.end());
    layer = std::move(next);
  }
  if (std::find(placed.begin(), placed.end(), false) != placed.end()) {
    throw InvalidModel("the edges form a cycle: {}",
                       in_quotes(cycle_text(node_ids, edges, placed)));
  }
  return layers;
}

Condition default_condition(size_t node, const std::vector<Edge>& edges) {
  std::vector<size_t> senders;
  for (const Edge& edge : edges) {
    if (edge.receiver == node) senders.push_back(edge.sender);
  }
  std::sort(senders.begin(), senders.end());
  senders.erase(std::unique(senders.begin(), senders.end()), senders.end());
  Condition condition;
  if (senders.empty()) return condition;
  condition.kind = ConditionKind::all;
  for (const size_t sender : senders) {
    Condition part;
    part.kind = ConditionKind::every_n_calls;
    part.nodes = {sender};
    part.n = 1;
    condition.parts.push_back(part);
  }
  return condition;
}

Scheduler::Scheduler(const Schedule& schedule, ValueReader values, uint64_t max_passes)
    : schedule_(schedule),
      values_(std::move(values)),
      max_passes_(max_passes),
      counters_of_(schedule.node_ids.size()),
      runs_(schedule.node_ids.size()),
      chosen_(schedule.node_ids.size()) {
  for (size_t node = 0; node < schedule.conditions.size(); ++node) {
    count_calls_of(schedule.conditions[node], node);
  }
}

void Scheduler::count_calls_of(const Condition& condition, size_t owner) {
  for (const Condition& part : condition.parts) count_calls_of(part, owner);
  if (condition.kind != ConditionKind::every_n_calls) return;
  const size_t dependency = condition.nodes.front();
  if (!counter_at_.emplace(std::pair(dependency, owner), counters_.size()).second) return;
  counters_of_[dependency].push_back(counters_.size());
  if (owner != dependency) counters_of_[owner].push_back(counters_.size());
  counters_.push_back({dependency, owner});
}

bool Scheduler::reaches_threshold(const Condition& condition) const {
  const Value* value = values_(condition.nodes.front(), condition.parameter);
  if (value == nullptr) return false;
  std::vector<Index> indices;
  for (const int64_t index : condition.indices) indices.emplace_back(Value::integer(index));
  return is_true(combined(condition.comparator, element_of(*value, indices), condition.threshold));
}

// What a condition on a number of calls, or on the pass, counts.
int64_t Scheduler::count_for(const Condition& condition, size_t owner) const {
  switch (condition.kind) {
    case ConditionKind::after_pass:
    case ConditionKind::before_pass:
    case ConditionKind::at_pass:
    case ConditionKind::every_n_passes:
      return static_cast<int64_t>(pass_);
    case ConditionKind::every_n_calls:
      return counters_[counter_at_.at({condition.nodes.front(), owner})].calls;
    default:
      return runs_[condition.nodes.front()];
  }
}

bool Scheduler::holds(const Condition& condition, size_t owner) const {
  const auto part_holds = [&](const Condition& part) { return holds(part, owner); };
  const auto has_run = [&](size_t node) { return runs_[node] > 0; };
  const std::vector<Condition>& parts = condition.parts;
  const std::vector<size_t>& nodes = condition.nodes;
  switch (condition.kind) {
    case ConditionKind::always:
      return true;
    case ConditionKind::never:
      return false;
    case ConditionKind::opposite:
      return !part_holds(parts.front());
    case ConditionKind::all:
      return std::all_of(parts.begin(), parts.end(), part_holds);
    case ConditionKind::any:
      return std::any_of(parts.begin(), parts.end(), part_holds);
    case ConditionKind::just_ran:
      return std::find(last_set_.begin(), last_set_.end(), nodes.front()) != last_set_.end();
    case ConditionKind::all_have_run:
      return std::all_of(nodes.begin(), nodes.end(), has_run);
    case ConditionKind::threshold:
      return reaches_threshold(condition);
    default:
      return count_agrees(condition, count_for(condition, owner));
  }
}

// A termination condition has no node of its own, which only every_n_calls would need.
bool Scheduler::ended() const {
  constexpr size_t no_node = -1;
  return std::any_of(schedule_.terminations.begin(), schedule_.terminations.end(),
                     [&](const Termination& each) { return holds(each.condition, no_node); });
}

// True when the node joins the set.
bool Scheduler::choose(size_t node) {
  if (chosen_[node] || !holds(schedule_.conditions[node], node)) return false;
  chosen_[node] = true;
  ++runs_[node];
  for (const size_t at : counters_of_[node]) {
    Counter& counter = counters_[at];
    counter.calls = counter.owner == node ? 0 : counter.calls + 1;
  }
  return true;
}

void Scheduler::begin_next_layer() {
  if (++layer_ < schedule_.layers.size()) return;
  layer_ = 0;
  if (++pass_ < max_passes_) return;
  std::vector<std::string> ids;
  for (const Termination& each : schedule_.terminations) ids.push_back(in_quotes(each.id));
  std::vector<std::string> idle;
  for (size_t node = 0; node < runs_.size(); ++node) {
    if (runs_[node] == 0 && idle.size() < 4) idle.push_back(in_quotes(schedule_.node_ids[node]));
  }
  const std::string never =
      idle.empty() ? "" : fmt::format("; {} never ran", fmt::join(idle, ", "));
  throw LimitExceeded(
      "{} passes have not met the termination condition {}{}; --max-passes raises the limit",
      max_passes_, fmt::join(ids, " or "), never);
}

// How many nodes of the layer join the set.
size_t Scheduler::choose_from(const std::vector<size_t>& layer) {
  for (const size_t node : layer) chosen_[node] = false;
  size_t chosen = 0;
  for (size_t before = size_t(-1); chosen != before && chosen != layer.size();) {
    before = chosen;
    for (const size_t node : layer) chosen += choose(node) ? 1 : 0;
  }
  return chosen;
}

std::optional<std::vector<size_t>> Scheduler::next() {
  if (schedule_.layers.empty()) return std::nullopt;
  while (!ended()) {
    count_step();
    const std::vector<size_t>& layer = schedule_.layers[layer_];
    const size_t chosen = choose_from(layer);
    const bool ends_pass = layer_ + 1 == schedule_.layers.size();
    idle_pass_ = idle_pass_ && chosen == 0;
    const bool is_set = chosen > 0 || (ends_pass && idle_pass_);
    if (ends_pass) idle_pass_ = true;
    begin_next_layer();
    if (!is_set) continue;
    last_set_.clear();
    for (const size_t node : layer) {
      if (chosen_[node]) last_set_.push_back(node);
    }
    return last_set_;
  }
  return std::nullopt;
}

}  // namespace etalon::mdf
