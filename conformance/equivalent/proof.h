// Proofs that two models are the same real function: equal for all values of their float inputs, at
// the lengths and the other inputs of one set.
//
// Both are evaluated with random elements of a finite field (engine/numerics/field.h) in place of
// the inputs' elements. Rounding, NaN, infinities, overflow and the sign of zeros are not in it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/interfaces.h"
#include "conformance/equivalent/proved.h"
#include "conformance/equivalent/subject.h"

namespace etalon::equivalent {

struct ProofRequest {
  const Subject& before;
  const Subject& after;
  const Interfaces& names;
  // Values inside that may be the same, by AFTER's names.
  const std::map<std::string, Piece>& pairs;
  Options evaluation;
  uint32_t seed = 0;
  std::function<void(const std::string& work)> on_progress;
};

// On sets of BEFORE's inputs, of which only the lengths and the inputs that are not floats count.
// Throws LimitExceeded.
Proof proof(const ProofRequest& request, const std::vector<Bindings>& sets);

// The proof and a look at the interfaces, on the sets that are given, or on two drawn ones. Throws
// what equivalence() throws.
Equivalence proof_alone(const Subject& before, const Subject& after,
                        const EquivalenceRequest& request);

}  // namespace etalon::equivalent
