#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

namespace etalon::rules {
namespace {

const GenerationRule scatter_elements_rule("ScatterElements", scatter_elements);

}  // namespace
}  // namespace etalon::rules
