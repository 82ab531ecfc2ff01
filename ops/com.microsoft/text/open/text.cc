// BifurcationDetector, where its text and its kernel differ.
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

const Open op("BifurcationDetector", bifurcation_detector);

}  // namespace
}  // namespace etalon
