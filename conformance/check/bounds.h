// Bounds of the rounding errors of any runtime that computes a model in its declared types.
//
// Running error analysis (Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 3):
// each node's bound comes from the bounds of its inputs and from the roundings that the operator
// may make. The error of a sum of n terms or products is at most γ_n·Σ|terms| in any order, with
// γ_n = n·u / (1 − n·u) and u half the distance from 1 to the next number of the output's type. The
// bounds assume that every node is computed as the model is written. They do not cover infinities
// in intermediate results, nor algorithms that add other terms (Winograd's, Fourier's).
#pragma once

#include <string>
#include <vector>

#include "engine/interpreter/interpreter.h"

namespace etalon {

// How much a value computed by another runtime may differ from Etalon's.
struct Bound {
  enum class Kind {
    exact,  // nothing is rounded
    known,
    none,  // there is no rule for this value or for a value that it is computed from
  };
  Kind kind = Kind::exact;
  Tensor error;             // known: of the value's shape; infinite where nothing is known
  bool compounded = false;  // known: several nodes contribute rounding errors
  std::string reason;       // none: "no bound for TopK-11 'best'"
};

struct BoundedOutputs {
  Values outputs;
  std::vector<Bound> bounds;
};

// The graph's outputs, each with its bound. Throws what evaluate() throws.
BoundedOutputs evaluate_with_bounds(const BoundModel& model, const Bindings& inputs,
                                    const Options& options = {});

}  // namespace etalon
