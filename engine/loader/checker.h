// Validation of a bound model: everything that the format and the operators' schemas require before
// it may be evaluated.
#pragma once

#include <string>
#include <vector>

#include "engine/operators/model.h"

namespace etalon {

// Throws InvalidModel if the model breaks the format or a schema, Unsupported for domains and
// operators for which Etalon has no schemas. The interpreter checks the types of values.
void check_model(const BoundModel& model);

// A sentence for each imported opset that is newer than Etalon's schemas: the newest known versions
// of its operators are used.
std::vector<std::string> opset_warnings(const Model& model);

}  // namespace etalon
