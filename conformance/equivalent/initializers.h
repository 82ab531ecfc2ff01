// Initializers of AFTER that are not BEFORE's, found without evaluating.
#pragma once

#include <string>
#include <vector>

#include "conformance/equivalent/interfaces.h"
#include "conformance/equivalent/subject.h"

namespace etalon::equivalent {

struct ChangedConstants {
  // Constants of AFTER with names of BEFORE's values that AFTER reads as BEFORE does: by the same
  // nodes, of which others read the result. A folded Conv's weight is not among them.
  std::set<std::string> kept;
  // Of these the initializers with other elements. `unknown` where inputs may show it; `same` where
  // no element is off by more than some ULP.
  std::vector<Finding> findings;
  // Indices along their first axis at which they differ, some of them.
  std::set<int64_t> rows;
};
ChangedConstants changed_constants(const Subject& before, const Subject& after,
                                   const Interfaces& names);

}  // namespace etalon::equivalent
