// NGramRepeatBlock: scores_out = scores, but −∞ for each token that would end an n-gram, of
// ngram_size tokens, which input_ids has already.
//   1
#include "ops/com.microsoft/text/ngrams.h"

namespace etalon {
namespace {

Values ngram_repeat_block(const Call& call) {
  const Tensor &input_ids = call.tensor("input_ids"), &scores = call.tensor("scores");
  require_rank("input_ids", input_ids, 2);
  require_shape("scores", scores, {input_ids.dim(0), any_size});
  const int64_t ngram_size = call.integer("ngram_size");
  if (ngram_size < 1) throw InvalidInput("ngram_size is {}", ngram_size);
  const size_t length = input_ids.dim(1), n = size_t(ngram_size);
  const auto vocab_size = int64_t(scores.dim(1));
  const Ints ids = input_ids.as<int64_t>();
  Bools blocked = full(scores.shape(), false);
  for (size_t batch = 0; batch < input_ids.dim(0); ++batch) {
    const int64_t* sequence = ids.data() + batch * length;
    for (size_t end = n - 1; end < length; ++end) {
      if (!repeats(sequence, length, end, n)) continue;
      const int64_t token = sequence[end];
      if (token < 0 || token >= vocab_size) {
        throw InvalidInput("token {} is outside [0, {}]", token, vocab_size - 1).at("index");
      }
      blocked(batch, size_t(token)) = true;
    }
  }
  return {choose(blocked, scalar(scores.dtype(), -infinity), scores)};
}

const Operator op("NGramRepeatBlock", ngram_repeat_block, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
