#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule sign_rule("Sign", one_tensor);

}  // namespace
}  // namespace etalon::rules
