// Validation of a bound model: everything that the format and the operators' schemas require before
// it may be evaluated.
#pragma once

#include "engine/operators/model.h"

namespace etalon {

// Throws InvalidModel if the model breaks the format or a schema, Unsupported for domains and
// opsets that have no schemas here. The interpreter checks the types of values.
void check_model(const BoundModel& model);

}  // namespace etalon
