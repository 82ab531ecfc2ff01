#include "conformance/generate/rules/ai.onnx/loss/loss.h"

const etalon::GenerationRule negative_log_likelihood_loss_rule("NegativeLogLikelihoodLoss",
                                                               etalon::rules::loss);
