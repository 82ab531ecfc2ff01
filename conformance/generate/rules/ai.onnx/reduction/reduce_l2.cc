#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_l2_rule("ReduceL2", reduce);

}  // namespace
}  // namespace etalon::rules
