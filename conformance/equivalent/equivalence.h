// Comparing two models on given and random inputs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/equivalent/inputs.h"
#include "conformance/equivalent/pair.h"
#include "conformance/equivalent/subject.h"
#include "conformance/equivalent/verdicts.h"
#include "conformance/equivalent/walk.h"

namespace etalon::equivalent {

struct EquivalenceRequest {
  std::vector<Bindings> given;  // sets of BEFORE's inputs; each may lack some, which are drawn
  // How many more sets are drawn, and at most how many times as many are aimed: fewer for models
  // that take long, and none after what they reach has ceased to grow.
  size_t drawn = usual_inputs;
  size_t aimed_for_each = 4;
  uint32_t seed = 0;
  Dimensions dimensions;  // of BEFORE's symbols
  InterfaceRule interface = InterfaceRule::strict;
  Judging judging;
  Options evaluation;
  std::vector<std::string> remarks;  // to be shown first
  // How the interfaces differ, where the models no longer declare what they did (lengths.h).
  std::optional<std::vector<Finding>> interface_differences;
  std::function<void(const std::string& work)> on_progress;
};

// Throws UsageError for what add_random_inputs() refuses; Unspecified for models that draw random
// numbers; what the evaluation of BEFORE throws, if it gives outputs for no input. A limit only
// ends the work (Equivalence::stopped); outputs that were not compared until then are "not shown".
Equivalence equivalence(const Subject& before, const Subject& after,
                        const EquivalenceRequest& request);

// The verdicts on one set of inputs, and the nodes that were shared.
struct Compared {
  std::vector<OutputVerdict> outputs;
  size_t shared = 0;
  // An output of BEFORE that has other lengths than BEFORE declares: a rewrite may rely on these.
  std::string undeclared;
};

// Compares the two models on sets of BEFORE's inputs, one after the other.
class Comparer {
 public:
  Comparer(const Subject& before, const Subject& after, const EquivalenceRequest& request);

  const Interfaces& names() const { return names_; }
  // What is known of AFTER's constants; nullptr before a set was compared.
  const FoldedConstants* folds() const { return folds_ ? &*folds_ : nullptr; }
  // A pair of values inside that differs on a set on which all outputs agree.
  const std::optional<Piece>& inside() const { return inside_; }
  const Coverage& coverage() const { return coverage_; }
  // Pairs of values inside that differed on some set, by AFTER's names.
  const std::map<std::string, Piece>& pairs() const { return pairs_; }
  // Of what BEFORE's nodes compute on one set, the most.
  size_t elements() const { return elements_; }
  // Throws what the evaluation of BEFORE throws.
  Compared compared(const Bindings& inputs);

 private:
  Compared refused(const Error& refusal, const Bindings& inputs) const;
  static Judged undefined(const std::string& sentence, const Value& before);
  Compared judged(const Evaluated& known, const Computations& computations, const Bindings& inputs,
                  const Values& outputs);
  void look_inside(const Evaluated& known, const Computations& computations,
                   const Bindings& inputs);
  WalkRequest walk_request(const Evaluated& known, const Computations& computations);

  const Subject &before_, &after_;
  const EquivalenceRequest& request_;
  const Interfaces names_;
  Coverage coverage_;
  size_t elements_ = 0;
  std::optional<FoldedConstants> folds_;
  std::optional<Piece> inside_;
  std::map<std::string, Piece> pairs_;
  bool looked_ = false;  // once is enough
  Slow slow_;
};

}  // namespace etalon::equivalent
