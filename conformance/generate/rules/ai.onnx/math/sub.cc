#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule sub_rule("Sub", two_broadcast);

}  // namespace
}  // namespace etalon::rules
