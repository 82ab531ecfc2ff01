#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule asin_rule("Asin", one_tensor);

}  // namespace
}  // namespace etalon::rules
