#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

const GenerationRule log_softmax_rule("LogSoftmax", along_axis);

}  // namespace
}  // namespace etalon::rules
