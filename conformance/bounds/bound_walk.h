// The evaluation of a model's nodes, one after the other, with bounds of their results.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "conformance/bounds/bodies.h"
#include "conformance/bounds/bounds.h"
#include "engine/interpreter/substitute.h"
#include "engine/values/arithmetic.h"

namespace etalon {

// The node's place in the graph's list of nodes; nothing for a node of another graph.
std::optional<size_t> place_in(const Graph& graph, const Node& node);
// "node 12 of 95, Conv-11 'conv1'"; the label alone for a node of another graph.
std::string numbered_label(const Graph& graph, const Node& node);

bool is_float_tensor(const Value& value);
// The type that a runtime computes with floats of this type in: float32 for narrower ones that have
// no arithmetic of their own.
DType computed_in(DType type);
// That of the first float tensor; nothing where there is none.
std::optional<DType> computed_type(const Values& values);
// The greatest magnitude of the finite ones; 0 where there are none.
double largest_finite(const Reals& values);
// True if a value, or a part of it, carries an error other than 0.
bool carries_errors(const Value& value);

// A substitute (engine/interpreter/substitute.h) that evaluates each node a second time, for the
// bounds of its outputs, which these carry from then on (Side::errors).
class BoundWalk {
 public:
  // `graph` is the main graph.
  BoundWalk(Roundings roundings, const Graph& graph, const Arithmetic& arithmetic = {},
            Wide wide = Wide::followed);

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary);

  // The bound that a result carries, without what is introduced.
  Bound bound_of(const Value& value) const;
  // What the node that gives this output of the graph introduces; see Bound.
  std::optional<Tensor> introduced(const std::string& output) const;

 private:
  struct Work;

  Values results(const Node& node, const Values& given, const Ordinary& ordinary);
  Values holder_results(const Node& node, const Values& given, const Ordinary& ordinary);
  Values bounded_outputs(const Work& work, const Values& outputs);
  Values by_body(const Work& work);
  Value with_bound(const Work& work, const Value& value, const Value& bounded);
  Value unknown_value(const Node& node, const Value& value, const std::string& why);
  void give_up_wide(const Node& node, Values& outputs);
  void keep_introduced(const Work& work, const Values& outputs, const Values& result);

  const Roundings roundings_;
  const Arithmetic arithmetic_;
  const Wide wide_;
  const Graph& graph_;
  std::map<std::string, Tensor> introduced_;  // by the graph's outputs
  Bodies bodies_;
  std::set<const Node*> conditions_;  // nodes that give the condition of a Loop that runs
  std::set<const Node*> uncertain_;   // of these: those that rounding may make give another
  bool compounded_ = false;
  uint64_t unknown_values_ = 0;  // so far
  std::string reason_;           // of the first value without a bound
};

}  // namespace etalon
