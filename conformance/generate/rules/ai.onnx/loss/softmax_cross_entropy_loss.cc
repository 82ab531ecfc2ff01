#include "conformance/generate/rules/ai.onnx/loss/loss.h"

namespace etalon::rules {

// The loss, or also the logarithms of the probabilities.
const GenerationRule softmax_cross_entropy_loss_rule("SoftmaxCrossEntropyLoss",
                                                     [](Drafting& call, Draw& draw) {
                                                       call.outputs = 1 + draw.below(2);
                                                       loss(call);
                                                     });

}  // namespace etalon::rules
