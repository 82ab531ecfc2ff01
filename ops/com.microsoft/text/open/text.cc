// BifurcationDetector, where its text and its kernel differ; and Tokenizer.
#include "engine/operators/choice.h"
#include "ops/com.microsoft/text/bifurcation_detector.h"

namespace etalon {
namespace {

// As the text has it, the predicted tokens from the bifurcation on follow; and a match is where the
// n-gram starts.
void bifurcation_detector(Opening& open) {
  const MergedTokens of(open.call);
  const bool differs = !of.pred.empty();
  open.Y = any_shape(open.Y, "bifurcation", differs);
  open.output(1) = any_shape(open.output(1), "bifurcation", differs);
  const SuffixMatch match = suffix_match_of(open.call, of.src, of.output);
  const Shape shape = open.output(1).shape();
  open.output(1) =
      choice(open.output(1), "match", [&] { return full(shape, match.start >= 0); }, "behind",
             {{"start", [&] { return Tensor::of(DType::int64, full(shape, match.start)); }}});
}

// “If the tokenizer receives empty input of [0] then the output is [0] if empty input of [N, 0]
// then [N, 0]”: there is another.
void tokenizer_without_strings(Opening& open) {
  const Shape& shape = open.call.tensor("X").shape();
  open.Y = any_shape(open.Y, "no_strings", shape.size() == 2 && shape[0] == 0 && shape[1] > 0);
}

const Open op[] = {{"BifurcationDetector", bifurcation_detector},
                   {"Tokenizer", tokenizer_without_strings}};

}  // namespace
}  // namespace etalon
