// Where: output = X where condition is true, Y elsewhere; all three broadcast.
//   9, 16     16: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values where(const Call& call) {
  return {chosen(call.tensor("condition"), call.tensor("X"), call.tensor("Y"))};
}

const Operator op("Where", where, {9, 16});

}  // namespace
}  // namespace etalon
