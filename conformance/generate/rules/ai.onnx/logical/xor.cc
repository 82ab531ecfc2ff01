#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule xor_rule("Xor", two_broadcast);

}  // namespace
}  // namespace etalon::rules
