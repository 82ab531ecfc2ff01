#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule size_rule("Size", one_tensor);

}  // namespace
}  // namespace etalon::rules
