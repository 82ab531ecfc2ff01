#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule less_rule("Less", two_broadcast);

}  // namespace
}  // namespace etalon::rules
