#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule greater_rule("Greater", two_broadcast);

}  // namespace
}  // namespace etalon::rules
