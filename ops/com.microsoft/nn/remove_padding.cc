// RemovePadding: output = the tokens of all sequences without their padding, which is on the right,
// one after the other. token_offset: where each of them is among all of input's, then where each of
// the padding is; cumulated_seq_len: how many tokens are before each sequence, and at last all;
// max_seq_len: the greatest of sequence_token_count.
//   1
// onnxruntime 1.32.0 has no CPU kernel of it.
#include "engine/formula.h"

namespace etalon {
namespace {

Values remove_padding(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor& sequence_token_count = call.tensor("sequence_token_count");
  require_rank("input", input, 3);
  const size_t batch_size = input.dim(0), sequence_length = input.dim(1), hidden = input.dim(2);
  require_shape("sequence_token_count", sequence_token_count, {batch_size});
  std::vector<size_t> tokens, padding;
  std::vector<int64_t> cumulated{0};
  int64_t greatest = 0;
  for (const int64_t count : sequence_token_count.ints()) {
    if (count < 0 || count > int64_t(sequence_length)) {
      throw InvalidInput("sequence_token_count {} is outside [0, {}]", count, sequence_length)
          .at("index");
    }
    const size_t first = (cumulated.size() - 1) * sequence_length;
    for (size_t i = 0; i < sequence_length; ++i) {
      (int64_t(i) < count ? tokens : padding).push_back(first + i);
    }
    cumulated.push_back(cumulated.back() + count);
    greatest = std::max(greatest, count);
  }
  const Tensor output = pick(input.reshaped({batch_size * sequence_length, hidden}), 0, tokens);
  std::vector<int64_t> offsets(tokens.begin(), tokens.end());
  offsets.insert(offsets.end(), padding.begin(), padding.end());
  const auto M = [](const std::vector<int64_t>& values) {
    return Tensor::of(DType::int32, vector_of(values).as<int64_t>());
  };
  return {output, M(offsets).reshaped({batch_size, sequence_length}), M(cumulated), M({greatest})};
}

const Operator op("RemovePadding", remove_padding, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
