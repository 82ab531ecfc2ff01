#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule is_nan_rule("IsNaN", one_tensor);

}  // namespace
}  // namespace etalon::rules
