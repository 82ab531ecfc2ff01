// SampleOp: Y = X.
//   1
#include "engine/formula.h"

namespace etalon {
namespace {

Values sample_op(const Call& call) { return {call.value("X")}; }

const Operator op("SampleOp", sample_op, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
