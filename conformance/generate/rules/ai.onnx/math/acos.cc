#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule acos_rule("Acos", one_tensor);

}  // namespace
}  // namespace etalon::rules
