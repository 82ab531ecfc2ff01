#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule floor_rule("Floor", one_tensor);

}  // namespace
}  // namespace etalon::rules
