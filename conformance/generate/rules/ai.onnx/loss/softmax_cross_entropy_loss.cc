#include "conformance/generate/rules/ai.onnx/loss/loss.h"

namespace etalon::rules {
namespace {

// The loss, or also the logarithms of the probabilities.
void softmax_cross_entropy_loss(Drafting& call) {
  call.outputs = 1 + call.draw().below(2);
  loss(call);
}

const GenerationRule softmax_cross_entropy_loss_rule("SoftmaxCrossEntropyLoss",
                                                     softmax_cross_entropy_loss);

}  // namespace
}  // namespace etalon::rules
