// Bounds of the rounding errors of any runtime that computes a model in its declared types.
//
// Running error analysis (Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 3):
// each node's bound comes from the bounds of its inputs and from the roundings that the operator
// may make. It is the radius of the balls over which the operator's own formula is evaluated
// (engine/values/rounding.h). The bounds assume that every node is computed as the model is
// written. They do not cover infinities in intermediate results, nor algorithms that add other
// terms (Fourier's, Strassen's), but for Winograd's in Conv. With Options::arithmetic the bounds
// hold for a runtime that declares this arithmetic.
#pragma once

#include <optional>
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
  Tensor error;  // known: of the value's shape; infinite where nothing is known
  // known: as much of it as the node that gives the value introduces, if its inputs were exact. The
  // rest is propagated. Nothing where that node is not of the main graph.
  std::optional<Tensor> introduced;
  bool compounded = false;  // known: several nodes contribute rounding errors
  std::string reason;       // none: "no bound for TopK-11 'best'"
};

// All roundings, or independent ones, so that the bounds hold with a probability near 1: √n in
// place of n for a sum of n addends (Rounding::worst).
enum class Roundings { any, independent };

// What becomes of a node's bound that exceeds the greatest value of its output in every element.
enum class Wide {
  followed,
  given_up,  // from there on nothing is known: for long evaluations
};

struct BoundedOutputs {
  Values outputs;
  std::vector<Bound> bounds;
};

// The graph's outputs, each with its bound. Throws what evaluate() throws.
BoundedOutputs evaluate_with_bounds(const BoundModel& model, const Bindings& inputs,
                                    const Options& options = {},
                                    Roundings roundings = Roundings::any,
                                    Wide wide = Wide::followed);

}  // namespace etalon
