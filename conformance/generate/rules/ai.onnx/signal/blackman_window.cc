#include "conformance/generate/rules/ai.onnx/signal/cosine_window.h"

const etalon::GenerationRule blackman_window_rule("BlackmanWindow", etalon::rules::cosine_window);
