#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule bitwise_not_rule("BitwiseNot", one_tensor);

}  // namespace
}  // namespace etalon::rules
