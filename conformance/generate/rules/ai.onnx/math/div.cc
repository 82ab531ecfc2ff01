#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule div_rule("Div", two_broadcast);

}  // namespace
}  // namespace etalon::rules
