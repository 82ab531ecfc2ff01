// Judging the values of a body in the loop itself.
#pragma once

#include <string>

#include "conformance/bisect/bisect.h"

namespace etalon {

// Of a Loop or Scan that is wrong when run alone though the runtime computes its body rightly as a
// model: the runtime runs it once more, with all tensors that the body makes as outputs, and each
// iteration is judged on the runtime's own values. "; in the loop, Add-14 'add' is, and iteration 3
// is the first", "; nor in the loop", or empty where the runtime does not give these values, or
// gives the right outputs with them. Throws what the evaluation throws.
std::string in_the_loop(const NodeFault& fault, const BisectRequest& request, Runtime& backend);

}  // namespace etalon
