#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule or_rule("Or", two_broadcast);

}  // namespace
}  // namespace etalon::rules
