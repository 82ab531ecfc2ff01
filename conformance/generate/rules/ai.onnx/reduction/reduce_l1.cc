#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_l1_rule("ReduceL1", reduce);

}  // namespace
}  // namespace etalon::rules
