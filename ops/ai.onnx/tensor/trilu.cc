// Trilu: output[…, i, j] = input[…, i, j] where j - i ≥ k (upper) or j - i ≤ k (lower), else 0.
//   14
#include "engine/formula.h"

namespace etalon {
namespace {

Values trilu(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor* k_input = call.maybe("k");
  const int64_t k = k_input ? k_input->item<int64_t>() : 0;
  require_rank_from("input", input, 2);
  const Ints i = coordinate(input.shape(), input.rank() - 2);
  const Ints j = coordinate(input.shape(), input.rank() - 1);
  const Bools kept = call.flag("upper") ? Bools(j - i >= k) : Bools(j - i <= k);
  return {choose(kept, input, Tensor::zeros(input.dtype(), {}))};
}

const Operator op("Trilu", trilu, {14});

}  // namespace
}  // namespace etalon
