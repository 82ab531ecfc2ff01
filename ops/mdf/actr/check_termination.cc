// check_termination(production) = production is {}
#include "engine/mdf/standard_function.h"

namespace etalon::mdf {
namespace {

Value check_termination(const FunctionCall& call) {
  return Value::truth(equal(call.value("production"), Dictionary()));
}

const StandardFunction op(FunctionKind::actr, "check_termination", "0.2", {"production"},
                          "production == {}", check_termination);

}  // namespace
}  // namespace etalon::mdf
