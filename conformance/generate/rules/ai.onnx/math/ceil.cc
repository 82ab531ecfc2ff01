#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule ceil_rule("Ceil", one_tensor);

}  // namespace
}  // namespace etalon::rules
