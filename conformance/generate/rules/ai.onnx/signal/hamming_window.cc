#include "conformance/generate/rules/ai.onnx/signal/cosine_window.h"

namespace etalon::rules {
namespace {

const GenerationRule hamming_window_rule("HammingWindow", cosine_window);

}  // namespace
}  // namespace etalon::rules
