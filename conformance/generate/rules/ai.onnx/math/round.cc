#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule round_rule("Round", one_tensor);

}  // namespace
}  // namespace etalon::rules
