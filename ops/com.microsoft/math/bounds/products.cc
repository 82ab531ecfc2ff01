// FusedMatMul and TransposeMatMul where they are MatMul: what may be computed of one is no further
// off of the other.
#include "engine/operators/delegate.h"
#include "engine/operators/rooms.h"
#include "ops/com.microsoft/math/fused_matmul.h"

namespace etalon {
namespace {

std::optional<Values> sampled_as_matmul(const Call& call) {
  const bool turns = call.flag("transA") || call.flag("transB") ||
                     moves_batch(call, "transBatchA") || moves_batch(call, "transBatchB");
  if (turns || call.real("alpha") != 1) return std::nullopt;
  return step_of(call, "MatMul", 13, {{"A", call.tensor("A")}, {"B", call.tensor("B")}});
}

const Sampled sampled_products[] = {{"FusedMatMul", sampled_as_matmul},
                                    {"TransposeMatMul", sampled_as_matmul}};

}  // namespace
}  // namespace etalon
