#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule pow_rule("Pow", two_broadcast);

}  // namespace
}  // namespace etalon::rules
