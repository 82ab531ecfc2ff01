#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule bitwise_and_rule("BitwiseAnd", two_broadcast);

}  // namespace
}  // namespace etalon::rules
