// BifurcationDetector's parts.
#pragma once

#include "engine/formula.h"

namespace etalon {

struct MergedTokens {
  explicit MergedTokens(const Call& call) : src(call.tensor("src_tokens").ints()) {
    require_rank("src_tokens", call.tensor("src_tokens"), 1);
    require_rank("cur_tokens", call.tensor("cur_tokens"), 1);
    output = call.tensor("cur_tokens").ints();
    const Tensor* pred_tokens = call.maybe("pred_tokens");
    if (!pred_tokens) return;
    const int64_t previous = call.tensor("prev_suffix_match_idx").item<int64_t>();
    if (previous < 0 || previous > int64_t(src.size())) {
      throw InvalidInput("prev_suffix_match_idx {} is outside [0, {}]", previous, src.size())
          .at("index");
    }
    const auto from = src.begin() + previous;
    require_shape("pred_tokens", *pred_tokens, {size_t(src.end() - from) + 1});
    pred = pred_tokens->ints();
    bifurcation = size_t(std::mismatch(from, src.end(), pred.begin()).second - pred.begin());
    output.insert(output.end(), pred.begin(), pred.begin() + std::ptrdiff_t(bifurcation) + 1);
  }

  std::vector<int64_t> src, pred;
  size_t bifurcation = 0;       // the first of pred that is not that of src
  std::vector<int64_t> output;  // the current tokens, and those of pred up to there
};

// Where the tokens' last n-gram is in src, and its length; −1 where the first n that it is not
// there several times for has none.
struct SuffixMatch {
  int64_t start = -1;
  int64_t length = 0;
};
inline SuffixMatch suffix_match_of(const Call& call, const std::vector<int64_t>& src,
                                   const std::vector<int64_t>& tokens) {
  const int64_t least = call.integer("min_ngram_size"), most = call.integer("max_ngram_size");
  if (least < 1 || most < least) throw InvalidInput("n-grams of {} to {} tokens", least, most);
  for (int64_t n = least; n <= most && n <= int64_t(tokens.size()); ++n) {
    count_work(work_per_step * uint64_t(n) * src.size());
    const auto ngram = tokens.end() - n;
    const auto first = std::search(src.begin(), src.end(), ngram, tokens.end());
    if (first == src.end()) break;
    if (std::search(first + 1, src.end(), ngram, tokens.end()) == src.end()) {
      return {first - src.begin(), n};
    }
  }
  return {};
}

}  // namespace etalon
