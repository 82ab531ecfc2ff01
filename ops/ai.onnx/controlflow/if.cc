// If: the outputs of `then_branch` when cond is true, else of `else_branch`.
//   1, 11, 13                 tensors; from 11 on the branches' shapes may differ
//   16, 19, 21, 23, 24, 25    sequences and optionals too; more types
#include "engine/operators/operator.h"

namespace etalon::if_operator {
namespace {

Values if_else(const Call& call) {
  const bool cond = call.tensor("cond").item<bool>();
  return call.subgraph(cond ? "then_branch" : "else_branch")({});
}

const Operator op("If", {{1, if_else},
                         {11, if_else},
                         {13, if_else},
                         {16, if_else},
                         {19, if_else},
                         {21, if_else},
                         {23, if_else},
                         {24, if_else},
                         {25, if_else}});

}  // namespace
}  // namespace etalon::if_operator
