#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule cos_rule("Cos", one_tensor);

}  // namespace
}  // namespace etalon::rules
