#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule bitwise_xor_rule("BitwiseXor", two_broadcast);

}  // namespace
}  // namespace etalon::rules
