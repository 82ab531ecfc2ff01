#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule cosh_rule("Cosh", one_tensor);

}  // namespace
}  // namespace etalon::rules
