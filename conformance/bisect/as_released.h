// Which release of ONNX meant what a runtime gives.
#pragma once

#include <string>

#include "conformance/bisect/derived_models.h"
#include "conformance/cases/tolerance.h"

namespace etalon {

// The newest release whose meaning of the model's one operator, by data/errata.json, gives these
// outputs: "1.18.0", as --as-of takes it. Empty where there is none. `expected` are the model's.
std::string release_that_meant(const OneNodeModel& model, const Values& got,
                               const Tolerance& tolerance, const Options& evaluation);

}  // namespace etalon
