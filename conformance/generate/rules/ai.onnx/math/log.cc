#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule log_rule("Log", one_tensor);

}  // namespace
}  // namespace etalon::rules
