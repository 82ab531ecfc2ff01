#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule equal_rule("Equal", two_broadcast);

}  // namespace
}  // namespace etalon::rules
