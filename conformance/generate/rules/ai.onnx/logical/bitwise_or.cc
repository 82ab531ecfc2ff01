#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule bitwise_or_rule("BitwiseOr", two_broadcast);

}  // namespace
}  // namespace etalon::rules
