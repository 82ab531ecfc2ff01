#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule mul_rule("Mul", two_broadcast);

}  // namespace
}  // namespace etalon::rules
