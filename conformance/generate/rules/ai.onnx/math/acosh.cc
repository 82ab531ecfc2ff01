#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule acosh_rule("Acosh", one_tensor);

}  // namespace
}  // namespace etalon::rules
