// Evaluating AFTER on BEFORE's values: wherever a value of AFTER is, or may be, a value of BEFORE,
// the following nodes get BEFORE's value. So each rewritten piece is judged on right inputs,
// however deep in the model it is.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/equivalent/interfaces.h"
#include "conformance/equivalent/pair.h"
#include "conformance/equivalent/subject.h"
#include "conformance/equivalent/verdicts.h"

namespace etalon::equivalent {

// The constants of AFTER that BEFORE computes, by AFTER's names, with BEFORE's names.
struct FoldedConstants {
  std::map<std::string, std::string> of;
  std::vector<Fold> folds;  // those that are not the same bits
};
// The values are those on any input.
FoldedConstants folded_constants(const Subject& before, const Subject& after,
                                 const Evaluated& known, const Judging& judging,
                                 const Options& options);

// The value that the nodes after a differing pair get: BEFORE's value; or AFTER's own, so that the
// next pair is judged over all nodes since the last pair that agrees.
enum class AfterDifference { goes_on, grows };

// Values of AFTER whose pairs took more than their budget. Such a pair is not judged in that way
// again: by its bounds alone, or not at all.
struct Slow {
  std::set<std::string> by_bounds, not_judged;
};

struct WalkRequest {
  const Subject& before;
  const Subject& after;
  const Interfaces& names;
  const Evaluated& known;            // BEFORE's values
  const Computations& computations;  // of BEFORE
  const FoldedConstants& constants;
  Slow& slow;
  Judging judging;
  AfterDifference then = AfterDifference::goes_on;
  bool pairs_the_near = true;  // else values are pairs by their digits and their names alone
  Options options;
  std::function<void(const std::string& work)> on_progress;
};

struct Walked {
  std::vector<Piece> pieces;                   // that differ in some digit, in AFTER's order
  std::vector<std::optional<size_t>> outputs;  // of each output: its own piece, if it differs
  std::vector<std::vector<size_t>> behind;     // and the pieces that it is computed from
  size_t shared = 0;                           // nodes that needed no evaluation
};
// `inputs` are AFTER's. Throws what evaluate() throws, but a pair that exceeds its budget is "not
// shown", and the walk goes on.
Walked walked(const WalkRequest& request, const Bindings& inputs);

}  // namespace etalon::equivalent
