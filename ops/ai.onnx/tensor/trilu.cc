// Trilu: output[…, i, j] = input[…, i, j] where j - i ≥ k (upper) or j - i ≤ k (lower), else 0.
//   14
#include "engine/numerics/numerics.h"

namespace etalon::trilu_operator {
namespace {

Values trilu(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor* k_input = call.maybe("k");
  const int64_t k = k_input ? k_input->item<int64_t>() : 0;
  const bool upper = call.flag("upper");
  if (input.rank() < 2) throw InvalidInput("input is of rank {}", input.rank());
  const auto N = static_cast<int64_t>(input.dim(input.rank() - 2));
  const auto M = static_cast<int64_t>(input.dim(input.rank() - 1));
  Ints at = positions(input.shape());
  for (int64_t& position : at) {
    const int64_t diagonal = position % M - position / M % N;
    if (upper ? diagonal < k : diagonal > k) position = -1;
  }
  return {take(input, at)};
}

const Operator op("Trilu", {{14, trilu}});

}  // namespace
}  // namespace etalon::trilu_operator
