#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule and_rule("And", two_broadcast);

}  // namespace
}  // namespace etalon::rules
