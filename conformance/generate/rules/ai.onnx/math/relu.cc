#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule relu_rule("Relu", one_tensor);

}  // namespace
}  // namespace etalon::rules
