#include "conformance/generate/rules/ai.onnx.ml/linear/linear_model.h"
#include "conformance/generate/rules/ai.onnx.ml/scores.h"

namespace etalon::rules {

// The intercepts may be left out, but ONNX's shape inference takes the number of classes from them.
const GenerationRule linear_classifier_rule("ai.onnx.ml.LinearClassifier",
                                            [](Drafting& call, Draw& draw) {
                                              const size_t classes = 1 + draw.below(4);
                                              give_class_labels(call, "classlabels_ints", classes);
                                              call.offer_flag("multi_class");
                                              add_linear_model(call, classes, true);
                                            });

}  // namespace etalon::rules
