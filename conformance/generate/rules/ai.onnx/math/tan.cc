#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule tan_rule("Tan", one_tensor);

}  // namespace
}  // namespace etalon::rules
