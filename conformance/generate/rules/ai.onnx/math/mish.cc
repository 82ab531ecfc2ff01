#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule mish_rule("Mish", one_tensor);

}  // namespace
}  // namespace etalon::rules
