#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule softplus_rule("Softplus", one_tensor);

}  // namespace
}  // namespace etalon::rules
