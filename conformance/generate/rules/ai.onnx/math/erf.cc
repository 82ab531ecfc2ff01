#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule erf_rule("Erf", one_tensor);

}  // namespace
}  // namespace etalon::rules
