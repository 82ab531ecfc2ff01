// When nodes run: conditions, and the order in which one evaluation of a graph runs its nodes.
//
// An evaluation goes through the graph's layers pass after pass until a termination condition
// holds, which is tested before each layer. Within a layer every node whose condition holds is
// chosen, in the model's order, again and again until nothing changes; the chosen nodes are one
// execution set and run together. A pass in which no node is chosen adds one empty set.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/mdf/expression.h"

namespace etalon::mdf {

enum class ConditionKind {
  always,
  never,
  opposite,        // Not
  all,             // All, And
  any,             // Any, Or
  every_n_calls,   // the dependency has run n times since this node last ran
  after_n_calls,   // the dependency has run at least n times
  after_call,      // more than n times
  before_n_calls,  // fewer than n times
  at_n_calls,      // n times
  after_pass,      // pass > n; the first pass is 0
  before_pass,     // pass < n
  at_pass,         // pass = n
  every_n_passes,  // pass is a multiple of n
  just_ran,        // the dependency is in the last execution set
  all_have_run,    // each of the nodes has run
  threshold,       // a value of the dependency compares so with a number; false without a value
};

struct Condition {
  ConditionKind kind = ConditionKind::always;
  std::vector<Condition> parts;
  std::vector<size_t> nodes;  // the dependency, or all_have_run's nodes
  int64_t n = 0;
  std::string parameter;  // threshold's: a parameter, port or function of the dependency
  std::vector<int64_t> indices;
  Operation comparator = Operation::equal;
  Value threshold;
};

struct Termination {
  std::string id;
  Condition condition;
};

struct Edge {
  size_t sender, receiver;  // nodes
};

struct Schedule {
  std::vector<std::vector<size_t>> layers;
  std::vector<Condition> conditions;      // one a node
  std::vector<Termination> terminations;  // an evaluation ends when any of them holds
  std::vector<std::string> node_ids;      // for messages
};

// Each layer holds the nodes all of whose senders are in earlier layers. Throws InvalidModel,
// naming the nodes, for edges that form a cycle.
std::vector<std::vector<size_t>> layers_of(const std::vector<std::string>& node_ids,
                                           const std::vector<Edge>& edges);
// The condition of a node that has none of its own: Always without senders, else once each of them
// has run since the node last ran.
Condition default_condition(size_t node, const std::vector<Edge>& edges);

// A node's value by the id of a parameter, port or function; nullptr when it has none yet.
using ValueReader = std::function<const Value*(size_t node, const std::string& id)>;

inline constexpr uint64_t default_max_passes = 100'000;

// One evaluation's choice of nodes. `schedule` must outlive it.
class Scheduler {
 public:
  Scheduler(const Schedule& schedule, ValueReader values, uint64_t max_passes = default_max_passes);

  // The next execution set, its nodes in the model's order; nothing when the evaluation has ended.
  // Throws LimitExceeded, naming the termination conditions, after max_passes passes.
  std::optional<std::vector<size_t>> next();

 private:
  // How often `dependency` has run since `owner` last did.
  struct Counter {
    size_t dependency, owner;
    int64_t calls = 0;
  };
  void count_calls_of(const Condition& condition, size_t owner);
  int64_t count_for(const Condition& condition, size_t owner) const;
  bool holds(const Condition& condition, size_t owner) const;
  bool reaches_threshold(const Condition& condition) const;
  bool ended() const;
  bool choose(size_t node);
  size_t choose_from(const std::vector<size_t>& layer);
  void begin_next_layer();

  const Schedule& schedule_;
  ValueReader values_;
  uint64_t max_passes_;
  std::vector<Counter> counters_;
  std::map<std::pair<size_t, size_t>, size_t> counter_at_;  // by dependency and owner
  std::vector<std::vector<size_t>> counters_of_;            // those that a node's run changes
  std::vector<int64_t> runs_;                               // of each node
  std::vector<bool> chosen_;                                // in the set being made
  std::vector<size_t> last_set_;
  bool idle_pass_ = true;  // nothing has run in this pass so far
  uint64_t pass_ = 0;
  size_t layer_ = 0;
};

}  // namespace etalon::mdf
