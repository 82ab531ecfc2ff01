#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule atanh_rule("Atanh", one_tensor);

}  // namespace
}  // namespace etalon::rules
