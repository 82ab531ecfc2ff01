#include "conformance/generate/rules/ai.onnx/math/cumulative.h"

namespace etalon::rules {
namespace {

const GenerationRule cum_sum_rule("CumSum", cumulative);

}  // namespace
}  // namespace etalon::rules
