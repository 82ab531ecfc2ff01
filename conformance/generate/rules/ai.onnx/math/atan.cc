#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule atan_rule("Atan", one_tensor);

}  // namespace
}  // namespace etalon::rules
