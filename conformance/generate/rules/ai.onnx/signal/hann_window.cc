#include "conformance/generate/rules/ai.onnx/signal/cosine_window.h"

namespace etalon::rules {
namespace {

const GenerationRule hann_window_rule("HannWindow", cosine_window);

}  // namespace
}  // namespace etalon::rules
