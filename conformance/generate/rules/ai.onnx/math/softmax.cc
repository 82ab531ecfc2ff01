#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule softmax_rule("Softmax", along_axis);

}  // namespace
}  // namespace etalon::rules
