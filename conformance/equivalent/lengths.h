// Lengths that are asked for, and that contradict what a model declares.
#pragma once

#include <string>
#include <vector>

#include "conformance/equivalent/subject.h"
#include "conformance/generate/model_inputs.h"

namespace etalon::equivalent {

// Takes lengths of axes of BEFORE's inputs ("x[0]") out of `dimensions`, and declares them in both
// models; also those of BEFORE's symbols for which AFTER declares a number. Returns a warning for
// each number of a model that is no longer declared. Throws UsageError where there is no such axis.
std::vector<std::string> declare_lengths(Subject& before, Subject& after, Dimensions& dimensions);

}  // namespace etalon::equivalent
