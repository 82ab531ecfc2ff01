// BifurcationDetector: tokens = cur_tokens, then pred_tokens up to the first that is not that of
// src_tokens from prev_suffix_match_idx on, itself included. suffix_match_idx: behind the last
// n-gram of tokens in src_tokens, for the least n from min_ngram_size to max_ngram_size for which
// it is there once; −1 if there is none.
//   1
// The text has it otherwise: “Concat predicted tokens, starting from bifurcation index”, and “the
// index of the start of the n-gram”. The above is measured of onnxruntime 1.32.0, and what
// aggressive decoding needs: the tokens that agree are kept, and src_tokens are compared from
// behind the n-gram on.
#include "ops/com.microsoft/text/bifurcation_detector.h"

namespace etalon {
namespace {

Values bifurcation_detector(const Call& call) {
  const MergedTokens of(call);
  const SuffixMatch match = suffix_match_of(call, of.src, of.output);
  const Ints suffix_match_idx =
      full(call.tensor("prev_suffix_match_idx").shape(), match.start + match.length);
  return {vector_of(of.output), Tensor::of(DType::int64, suffix_match_idx)};
}

const Operator op("BifurcationDetector", bifurcation_detector, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
