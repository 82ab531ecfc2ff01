#include "conformance/generate/rules/ai.onnx.ml/linear/linear_model.h"

namespace etalon::rules {

const GenerationRule linear_regressor_rule("ai.onnx.ml.LinearRegressor",
                                           [](Drafting& call, Draw& draw) {
                                             const size_t targets = 1 + draw.below(3);
                                             if (targets != 1 || draw.chance(0.5))
                                               call.set("targets", static_cast<int64_t>(targets));
                                             add_linear_model(call, targets, draw.chance(0.6));
                                           });

}  // namespace etalon::rules
