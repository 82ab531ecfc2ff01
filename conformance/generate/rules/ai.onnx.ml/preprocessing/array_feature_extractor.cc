#include <algorithm>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// X has at least two axes: the result for a vector is not specified.
const GenerationRule feature_extractor_rule("ai.onnx.ml.ArrayFeatureExtractor", [](Drafting& call,
                                                                                   Draw& draw) {
  Shape shape = draw.shape(2, 4);
  shape.back() = std::max<size_t>(shape.back(), 1);
  const double last = static_cast<double>(shape.back()) - 1;
  call.add(shape);
  call.add({1 + draw.below(5)}, {0, last});
});

}  // namespace etalon::rules
