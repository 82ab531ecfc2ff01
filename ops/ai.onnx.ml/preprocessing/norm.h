// Attribute `norm` of Normalizer.
#pragma once

#include "engine/operators/operator.h"

namespace etalon {

enum class Norm { max, l1, l2 };
// Throws InvalidInput for any other text.
inline Norm norm_of(const Call& call) {
  return call.choice<Norm>("norm", {{"MAX", Norm::max}, {"L1", Norm::l1}, {"L2", Norm::l2}});
}

}  // namespace etalon
