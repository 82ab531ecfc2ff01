// Add: C = A + B, elementwise; integers wrap.
//   1, 6      equal shapes, or broadcast=1: B aligns with A's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   13, 14    as 7; more types
#include "engine/formula.h"

namespace etalon {
namespace {

Tensor add(const Tensor& A, const Tensor& B) {
  return each<numbers>(A, B, [](const auto& a, const auto& b) { return a + b; });
}

Values add_1(const Call& call) {
  const Tensor& A = call.tensor("A");
  return {add(A, legacy_broadcast(A, call.tensor("B"), call))};
}

Values add_7(const Call& call) { return {add(call.tensor("A"), call.tensor("B"))}; }

const Operator op("Add", {{add_1, {1, 6}}, {add_7, {7, 13, 14}}});

}  // namespace
}  // namespace etalon
