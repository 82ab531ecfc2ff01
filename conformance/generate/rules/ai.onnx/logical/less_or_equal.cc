#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule less_or_equal_rule("LessOrEqual", two_broadcast);

}  // namespace
}  // namespace etalon::rules
