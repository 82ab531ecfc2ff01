// Transpose: data's axes in the order `perm` (default: reversed).
//   1, 13, 21, 23, 24, 25   more types each time
#include "engine/formula.h"

namespace etalon {
namespace {

Values transpose(const Call& call) {
  const Tensor& data = call.tensor("data");
  std::vector<size_t> perm = all_axes(data.rank());
  if (call.has("perm")) {
    for (const int64_t axis : call.ints("perm")) {
      if (axis < 0) throw InvalidInput("perm holds {}, which is negative", axis);
    }
    perm = axis_indices(call.ints("perm"), data.rank());
    if (perm.size() != data.rank()) {
      throw InvalidInput("perm has {} axes where data has {}", perm.size(), data.rank());
    }
  } else {
    std::reverse(perm.begin(), perm.end());
  }
  return {transposed(data, perm)};
}

const Operator op("Transpose", transpose, {1, 13, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
