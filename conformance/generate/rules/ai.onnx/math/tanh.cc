#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule tanh_rule("Tanh", one_tensor);

}  // namespace
}  // namespace etalon::rules
