#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule identity_rule("Identity", one_tensor);

}  // namespace
}  // namespace etalon::rules
