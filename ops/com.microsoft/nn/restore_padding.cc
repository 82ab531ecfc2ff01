// RestorePadding: output[token_offset[t]] = input[t] for each token t, where output's sequences are
// one after the other and token_offset is flattened; 0 elsewhere. The inverse of RemovePadding.
//   1
// onnxruntime 1.32.0 has no CPU kernel of it.
#include "engine/formula.h"

namespace etalon {
namespace {

Values restore_padding(const Call& call) {
  const Tensor &input = call.tensor("input"), &token_offset = call.tensor("token_offset");
  require_rank("input", input, 2);
  require_rank("token_offset", token_offset, 2);
  const size_t total_tokens = input.dim(0), hidden = input.dim(1), places = token_offset.size();
  if (total_tokens > places) {
    throw InvalidInput("{} tokens have no place among {}", total_tokens, places);
  }
  Ints token_at = full({places}, int64_t{-1});
  const std::vector<int64_t> offsets = token_offset.ints();
  for (size_t t = 0; t < total_tokens; ++t) {
    if (offsets[t] < 0 || offsets[t] >= int64_t(places)) {
      throw InvalidInput("token_offset {} is outside [0, {}]", offsets[t], int64_t(places) - 1)
          .at("index");
    }
    token_at(size_t(offsets[t])) = int64_t(t);
  }
  const Ints of_element = broadcast_array(along(token_at, 0, 2), {places, hidden});
  const Ints at = xt::where(of_element < 0, int64_t{-1},
                            of_element * int64_t(hidden) + coordinate({places, hidden}, 1));
  return {take(input, at).reshaped({token_offset.dim(0), token_offset.dim(1), hidden})};
}

const Operator op("RestorePadding", restore_padding, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
