#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {
namespace {

const GenerationRule global_max_pool_rule("GlobalMaxPool", global_pool);

}  // namespace
}  // namespace etalon::rules
