#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_prod_rule("ReduceProd", reduce);

}  // namespace
}  // namespace etalon::rules
