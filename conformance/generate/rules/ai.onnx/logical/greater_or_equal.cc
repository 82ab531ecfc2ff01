#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule greater_or_equal_rule("GreaterOrEqual", two_broadcast);

}  // namespace
}  // namespace etalon::rules
