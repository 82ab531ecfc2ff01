// How far rounding may take any runtime that computes a model in its declared types.
//
// Running error analysis (Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 3):
// each node's bound comes from those of its inputs and from the roundings that the operator may
// make. Sums and products of n terms are off by at most γ_n·Σ|terms| in whatever order they are
// added, γ_n = n·u / (1 − n·u), u half the distance from 1 to the next number of the output's type.
// The bound is node by node, as the model is written; infinities that arise on the way to a finite
// result, and algorithms that are no sum of these terms (Winograd's, Fourier's), are outside it.
#pragma once

#include <string>
#include <vector>

#include "engine/interpreter/interpreter.h"

namespace etalon {

// How far a value computed elsewhere may lie from Etalon's.
struct Bound {
  enum class Kind {
    exact,  // nothing rounds
    known,
    none,  // no rule, for this value or one that it is computed from
  };
  Kind kind = Kind::exact;
  Tensor error;             // known: of the value's shape; infinite where nothing is known
  bool compounded = false;  // known: of several nodes that round
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
