#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_mean_rule("ReduceMean", reduce);

}  // namespace
}  // namespace etalon::rules
