#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule softsign_rule("Softsign", one_tensor);

}  // namespace
}  // namespace etalon::rules
