#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule abs_rule("Abs", one_tensor);

}  // namespace
}  // namespace etalon::rules
