#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {
namespace {

const GenerationRule global_average_pool_rule("GlobalAveragePool", global_pool);

}  // namespace
}  // namespace etalon::rules
