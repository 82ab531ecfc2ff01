// Running a graph of an MDF model: one evaluation after the other, each a step of time.
//
// A node that runs takes its input ports' values, evaluates its functions (which see the
// parameters as they were), then its parameters in the model's order (each sees the new values of
// those before it), then its output ports.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "conformance/mdf/model.h"
#include "engine/numerics/random.h"

namespace etalon::mdf {

struct RunOptions {
  uint32_t seed = default_seed;  // of what functions draw at random
  uint64_t max_passes = default_max_passes;
  std::function<void(size_t node)> on_node;  // called before a node runs
};

// One graph's nodes and what they hold. The model must outlive it.
class GraphRun {
 public:
  GraphRun(const Model& model, const Graph& graph, const RunOptions& options = {});

  // Sets an input port, for every evaluation until it is set again.
  void set_input(size_t node, size_t port, Value value);

  // One evaluation. With `dt`, time derivatives move their parameters on by derivative·dt; without
  // it (as in the first evaluation), these parameters take their default_initial_value. Returns the
  // sets of nodes that ran, in order; an empty set is a pass in which none did. Throws, naming node
  // and text, what an expression or function throws; LimitExceeded for too many passes.
  std::vector<std::vector<size_t>> evaluate(std::optional<double> dt = std::nullopt);

  // The value of an output port; else of an input port, parameter or function; nullptr when it has
  // none yet.
  const Value* output(size_t node, const std::string& id) const;
  const Value* inner(size_t node, const std::string& id) const;

 private:
  using ValuesById = std::unordered_map<std::string, Value>;
  struct State {
    ValuesById inner;  // of input ports, parameters and functions
    ValuesById outputs;
    bool has_run = false;
  };

  const Value* watched(size_t node, const std::string& id);
  void run_node(size_t node, std::optional<double> dt);
  void receive(size_t node);
  Value sent(const PortEdge& edge, const Value& value) const;
  using Parameters = std::vector<const Parameter*>;
  void begin_parameters(Parameters waiting, State& state) const;
  void run_functions(const Node& node, State& state);
  void run_parameter(const Parameter& parameter, State& state, std::optional<double> dt);
  Value call(const FunctionUse& use, const State& state);
  Value next_value(const Parameter& parameter, const State& state, std::optional<double> dt);
  // `arguments` hide the node's names.
  Value first_value(const Parameter& parameter, const State& state) const;
  Value formula_value(const Formula& formula, const State& state,
                      const ValuesById& arguments = {}) const;

  const Model& model_;
  const Graph& graph_;
  uint64_t max_passes_;
  std::function<void(size_t node)> on_node_;
  RandomStream random_;
  std::vector<State> states_;
  bool is_first_ = true;                         // until the end of the first evaluation
  std::vector<std::vector<size_t>> edges_into_;  // by receiver, in the model's order
  std::vector<ValuesById> before_;               // of nodes that have not run: what they begin with
};

}  // namespace etalon::mdf
