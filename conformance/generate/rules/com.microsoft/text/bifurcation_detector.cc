#include "conformance/generate/rule.h"

namespace etalon::rules {

// Predictions, and matches, are at open points: calls there are drawn anew.
const GenerationRule bifurcation_detector_rule(
    "com.microsoft.BifurcationDetector", [](Drafting& call, Draw& draw) {
      if (draw.chance(0.3)) call.set("min_ngram_size", draw.between(1, 2));
      if (draw.chance(0.3)) call.set("max_ngram_size", draw.between(2, 4));
      const size_t length = draw.below(8);
      const Range tokens{0, 3};
      call.add({length}, tokens);
      call.add({draw.below(4)}, tokens);
      const auto previous = draw.below(length + 1);
      call.add_integers(draw.chance(0.5) ? Shape{} : Shape{1}, {static_cast<int64_t>(previous)});
      if (draw.chance(0.3)) call.add({length - previous + 1}, tokens);
    });

}  // namespace etalon::rules
