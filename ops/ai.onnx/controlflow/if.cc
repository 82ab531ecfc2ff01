// If: the outputs of `then_branch` when cond is true, else of `else_branch`.
//   1, 11, 13                 tensors; from 11 on the branches' shapes may differ
//   16, 19, 21, 23, 24, 25    sequences and optionals too; more types
#include "engine/operators/operator.h"

namespace etalon {
namespace {

Values if_else(const Call& call) {
  const bool cond = call.tensor("cond").item<bool>();
  return call.subgraph(cond ? "then_branch" : "else_branch")({});
}

const Operator op("If", if_else, {1, 11, 13, 16, 19, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
