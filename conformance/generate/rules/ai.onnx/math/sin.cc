#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule sin_rule("Sin", one_tensor);

}  // namespace
}  // namespace etalon::rules
