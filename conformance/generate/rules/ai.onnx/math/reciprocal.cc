#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule reciprocal_rule("Reciprocal", one_tensor);

}  // namespace
}  // namespace etalon::rules
