#include "conformance/generate/rules/ai.onnx/signal/cosine_window.h"

const etalon::GenerationRule hann_window_rule("HannWindow", etalon::rules::cosine_window);
