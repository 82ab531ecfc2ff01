#include "conformance/generate/rules/ai.onnx/math/cumulative.h"

namespace etalon::rules {
namespace {

const GenerationRule cum_prod_rule("CumProd", cumulative);

}  // namespace
}  // namespace etalon::rules
