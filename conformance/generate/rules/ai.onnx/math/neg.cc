#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule neg_rule("Neg", one_tensor);

}  // namespace
}  // namespace etalon::rules
