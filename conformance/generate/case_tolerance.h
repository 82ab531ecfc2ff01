// The tolerance of a case: by the arithmetic of its outputs.
#pragma once

#include <string>

#include "conformance/generate/case_files.h"

namespace etalon {

// For ONNX's rule, |actual − expected| ≤ atol + rtol·|expected|.
struct CaseTolerance {
  double rtol = 0;
  double atol = 0;
  std::string reason;  // "nothing is rounded", "ONNX's own", …
};

// What the outputs of all sets need; the largest counts:
//   outputs of which nothing is rounded (Bound::Kind::exact)  0
//   types with steps of more than ONNX's rtol / 2             two units in the last place
//   all others                                                ONNX's own
// Throws what parse_model() throws.
CaseTolerance tolerance_of(const CaseFiles& files);

}  // namespace etalon
