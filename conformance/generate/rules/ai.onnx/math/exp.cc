#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule exp_rule("Exp", one_tensor);

}  // namespace
}  // namespace etalon::rules
