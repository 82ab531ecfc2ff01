#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule not_rule("Not", one_tensor);

}  // namespace
}  // namespace etalon::rules
