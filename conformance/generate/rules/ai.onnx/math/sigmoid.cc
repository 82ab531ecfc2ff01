#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule sigmoid_rule("Sigmoid", one_tensor);

}  // namespace
}  // namespace etalon::rules
