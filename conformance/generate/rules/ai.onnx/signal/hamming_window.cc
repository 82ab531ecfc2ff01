#include "conformance/generate/rules/ai.onnx/signal/cosine_window.h"

const etalon::GenerationRule hamming_window_rule("HammingWindow", etalon::rules::cosine_window);
