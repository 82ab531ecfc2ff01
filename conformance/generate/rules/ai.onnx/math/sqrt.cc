#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule sqrt_rule("Sqrt", one_tensor);

}  // namespace
}  // namespace etalon::rules
