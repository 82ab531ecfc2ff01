#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule add_rule("Add", two_broadcast);

}  // namespace
}  // namespace etalon::rules
