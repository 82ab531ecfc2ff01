#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule hard_swish_rule("HardSwish", one_tensor);

}  // namespace
}  // namespace etalon::rules
