#include "conformance/generate/rules/ai.onnx/loss/loss.h"

namespace etalon::rules {
namespace {

const GenerationRule negative_log_likelihood_loss_rule("NegativeLogLikelihoodLoss", loss);

}  // namespace
}  // namespace etalon::rules
