// Validation of a bound model: everything the format and the operators' schemas
// demand of it before it may be evaluated.
#pragma once

#include "engine/operators/model.h"

namespace etalon {

// Throws InvalidModel for what the format forbids, Unsupported for domains and opsets that have no
// schemas here. Types of values are the interpreter's to check.
void check_model(const BoundModel& model);

}  // namespace etalon
