#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule non_zero_rule("NonZero", one_tensor);

}  // namespace
}  // namespace etalon::rules
