#include "conformance/generate/rules/ai.onnx/signal/cosine_window.h"

namespace etalon::rules {
namespace {

const GenerationRule blackman_window_rule("BlackmanWindow", cosine_window);

}  // namespace
}  // namespace etalon::rules
