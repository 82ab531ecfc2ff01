// Finding the release of ONNX whose meaning of an operator a runtime implements.
#pragma once

#include <string>

#include "conformance/bisect/derived_models.h"
#include "conformance/cases/tolerance.h"

namespace etalon {

// The newest release in data/errata.json whose meaning of the model's only operator gives these
// outputs: "1.18.0", as --as-of takes it. Empty if there is none. `expected` are the outputs by the
// specification.
std::string release_that_meant(const OneNodeModel& model, const Values& got,
                               const Tolerance& tolerance, const Options& evaluation);

}  // namespace etalon
