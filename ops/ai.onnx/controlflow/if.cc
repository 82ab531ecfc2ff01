// If: the outputs of `then_branch` when cond is true, else of `else_branch`.
//   1, 11, 13                 tensors; from 11 on the branches' shapes may differ
//   16, 19, 21, 23, 24, 25    sequences and optionals too; more types
#include "engine/formula.h"

namespace etalon {
namespace {

// What is known of S1 and S2 before a branch runs: they have a rank, and differ in it or in sizes.
bool differ(const Type& S1, const Type& S2) {
  if (!S1.shape || !S2.shape) return false;
  return !std::equal(S1.shape->begin(), S1.shape->end(), S2.shape->begin(), S2.shape->end(),
                     [](const Dim& a, const Dim& b) {
                       const auto *one = std::get_if<int64_t>(&a), *two = std::get_if<int64_t>(&b);
                       return !one || !two || *one == *two;
                     });
}

void check_output(const Call& call, size_t i, const Type& then_type, const Type& else_type) {
  if (!compatible(then_type, else_type)) {
    throw InvalidModel("output {} is a {} of then_branch and a {} of else_branch", i,
                       to_string(then_type), to_string(else_type));
  }
  if (call.since_version() < 11 && differ(then_type, else_type)) {
    throw InvalidModel("output {} has different shapes in then_branch and else_branch", i);
  }
  const std::vector<const Type*>& declared = call.node().declared;
  const Type* its = i < declared.size() ? declared[i] : nullptr;
  if (its && (differ(*its, then_type) || differ(*its, else_type))) {
    throw InvalidModel("output {} is declared of a shape that a branch's output does not have", i);
  }
}

void require_no_inputs(const Graph& branch) {
  for (const ValueInfo& input : branch.inputs) {
    if (branch.initializers.contains(input.name)) continue;
    throw InvalidModel("a branch has the input '{}', and nothing gives it a value", input.name);
  }
}

void check_branches(const Call& call) {
  const Subgraph then_branch = call.subgraph("then_branch");
  const Subgraph else_branch = call.subgraph("else_branch");
  const std::vector<ValueInfo>& thens = then_branch.graph().outputs;
  const std::vector<ValueInfo>& elses = else_branch.graph().outputs;
  if (thens.size() != elses.size()) {
    throw InvalidModel("then_branch has {} outputs and else_branch {}", thens.size(), elses.size());
  }
  require_no_inputs(then_branch.graph());
  require_no_inputs(else_branch.graph());
  for (size_t i = 0; i < thens.size(); ++i) check_output(call, i, thens[i].type, elses[i].type);
}

Values if_else(const Call& call) {
  check_branches(call);
  const bool cond = call.tensor("cond").item<bool>();
  return call.subgraph(cond ? "then_branch" : "else_branch")({});
}

const Operator op("If", if_else, {1, 11, 13, 16, 19, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
