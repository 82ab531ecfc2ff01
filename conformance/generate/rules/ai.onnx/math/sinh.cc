#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule sinh_rule("Sinh", one_tensor);

}  // namespace
}  // namespace etalon::rules
