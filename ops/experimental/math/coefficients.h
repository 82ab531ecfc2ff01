// What ParametricSoftplus and ScaledTanh share.
#pragma once

#include "engine/operators/operator.h"

namespace etalon {

struct Coefficients {
  double alpha, beta;
};

// Throws Unspecified unless both are given.
inline Coefficients coefficients(const Call& call) {
  if (!call.has("alpha") || !call.has("beta")) {
    throw Unspecified("alpha or beta is left out, and no default is stated");
  }
  return {call.real("alpha"), call.real("beta")};
}

}  // namespace etalon
