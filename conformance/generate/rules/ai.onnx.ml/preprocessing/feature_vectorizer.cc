#include "conformance/generate/rule.h"

namespace etalon::rules {

// A single sample may be a vector.
const GenerationRule feature_vectorizer_rule("ai.onnx.ml.FeatureVectorizer", [](Drafting& call,
                                                                                Draw& draw) {
  const size_t samples = draw.samples();
  std::vector<int64_t> inputdimensions;
  for (size_t count = 1 + draw.below(4); count > 0; --count) {
    const size_t features = draw.dimension();
    const bool vector = samples == 1 && draw.chance(0.5);
    call.add(vector ? Shape{features} : Shape{samples, features});
    inputdimensions.push_back(static_cast<int64_t>(features));
  }
  if (draw.chance(0.6)) call.set("inputdimensions", inputdimensions);
});

}  // namespace etalon::rules
