#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule hardmax_rule("Hardmax", along_axis);

}  // namespace
}  // namespace etalon::rules
