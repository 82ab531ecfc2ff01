#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule asinh_rule("Asinh", one_tensor);

}  // namespace
}  // namespace etalon::rules
