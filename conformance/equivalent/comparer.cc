#include <fmt/format.h>

#include <algorithm>

#include "conformance/bounds/bound_walk.h"
#include "conformance/equivalent/equivalence.h"
#include "engine/interpreter/substitute.h"

namespace etalon::equivalent {
namespace {

const Value& output_of(const Graph& graph, const Values& outputs, const std::string& name) {
  const auto at = std::find_if(graph.outputs.begin(), graph.outputs.end(),
                               [&](const ValueInfo& info) { return info.name == name; });
  return outputs.at(static_cast<size_t>(at - graph.outputs.begin()));
}

// AFTER's outputs, in BEFORE's order. Nodes that compute what BEFORE's do are not evaluated.
class SharedRun {
 public:
  SharedRun(const Subject& subject, const Computations& computations)
      : subject_(subject), computations_(computations), digests_(subject.constant_digests()) {}

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    if (!place_in(subject_.graph(), node)) return ordinary(node, inputs);
    std::vector<Digest> digests;
    for (const std::string& name : node.inputs) digests.push_back(digests_[name]);
    const auto computation = computation_of(node, digests);
    const auto known = computation ? computations_.find(*computation) : computations_.end();
    const bool is_known = known != computations_.end();
    shared_ += is_known;
    Values outputs = is_known ? known->second : ordinary(node, inputs);
    for (size_t i = 0; i < std::min(node.outputs.size(), outputs.size()); ++i) {
      if (!node.outputs[i].empty()) digests_[node.outputs[i]] = digest_of(outputs[i]);
    }
    return outputs;
  }

  Values outputs(const Interfaces& names, const Bindings& inputs, const Options& options) {
    for (const auto& [name, value] : inputs) digests_[name] = digest_of(value);
    const SubstituteScope scope(std::ref(*this));
    const Values all = evaluate(subject_.model(), inputs, options);
    Values ordered;
    for (const auto& [before, after] : names.outputs) {
      ordered.push_back(output_of(subject_.graph(), all, after));
    }
    return ordered;
  }
  size_t shared() const { return shared_; }

 private:
  const Subject& subject_;
  const Computations& computations_;
  std::map<std::string, Digest> digests_;
  size_t shared_ = 0;
};

Values in_order(const Subject& before, const Interfaces& names, const Values& outputs) {
  Values ordered;
  for (const auto& [name, after] : names.outputs) {
    ordered.push_back(output_of(before.graph(), outputs, name));
  }
  return ordered;
}

bool worse(const Judged& a, const Judged& b) {
  if (a.sameness != b.sameness) return a.sameness > b.sameness;
  return a.share > b.share || (a.share == b.share && a.width > b.width);
}

// The worst piece that the output is computed from, or that gives it. The first of those that are
// equally bad: of pieces that differ, the others may follow from it.
OutputVerdict worst_of(const Walked& walked, size_t output) {
  std::vector<size_t> pieces = walked.behind[output];
  if (walked.outputs[output]) pieces.push_back(*walked.outputs[output]);
  OutputVerdict verdict;
  for (const size_t piece : pieces) {
    const Judged& judged = walked.pieces[piece].judged;
    const bool first = !verdict.piece;
    const bool graver = judged.sameness >= Sameness::open
                            ? judged.sameness > verdict.judged.sameness
                            : worse(judged, verdict.judged);
    if (!first && !graver) continue;
    verdict.judged = judged;
    verdict.piece = walked.pieces[piece];
  }
  return verdict;
}

bool fails(const Walked& walked, size_t output) {
  const auto& own = walked.outputs[output];
  return own && walked.pieces[*own].judged.sameness > Sameness::open;
}

// True where an output's own pair differs, and one before it: the first may be no pair at all.
bool is_ambiguous(const Walked& walked) {
  for (size_t i = 0; i < walked.outputs.size(); ++i) {
    if (!fails(walked, i)) continue;
    for (const size_t piece : walked.behind[i]) {
      if (walked.pieces[piece].judged.sameness > Sameness::open) return true;
    }
  }
  return false;
}

}  // namespace

Comparer::Comparer(const Subject& before, const Subject& after, const EquivalenceRequest& request)
    : before_(before),
      after_(after),
      request_(request),
      names_(interfaces(before.model(), after.model())) {}

Compared Comparer::compared(const Bindings& inputs) {
  Computations computations;
  if (request_.on_progress) request_.on_progress("evaluation of BEFORE");
  const Evaluated known = evaluated(before_, inputs, request_.evaluation, computations);
  if (!folds_) folds_ = folded_constants(before_, after_, known, request_.evaluation);
  const Bindings given = renamed(names_, inputs);
  SharedRun run(after_, computations);
  Values outputs;
  try {
    if (request_.on_progress) request_.on_progress("evaluation of AFTER");
    outputs = run.outputs(names_, given, request_.evaluation);
  } catch (const LimitExceeded&) {
    throw;
  } catch (const Error& refusal) {
    return refused(refusal.what());
  }
  Compared result = judged(known, computations, given, outputs);
  result.shared = run.shared();
  return result;
}

Compared Comparer::refused(const std::string& why) const {
  Compared result;
  for (const auto& [before, after] : names_.outputs) {
    OutputVerdict verdict;
    verdict.before = before;
    verdict.after = after;
    verdict.judged.sameness = Sameness::different;
    verdict.judged.why = "AFTER refuses what BEFORE takes: " + why;
    result.outputs.push_back(std::move(verdict));
  }
  return result;
}

Compared Comparer::judged(const Evaluated& known, const Computations& computations,
                          const Bindings& inputs, const Values& outputs) {
  Compared result;
  const Values expected = in_order(before_, names_, known.outputs);
  std::vector<bool> same;
  for (size_t i = 0; i < outputs.size(); ++i) same.push_back(same_bits(outputs[i], expected[i]));
  std::optional<Walked> walk;
  if (std::find(same.begin(), same.end(), false) != same.end()) {
    WalkRequest request{before_,
                        after_,
                        names_,
                        known,
                        computations,
                        *folds_,
                        request_.effort,
                        AfterDifference::goes_on,
                        request_.evaluation,
                        request_.on_progress};
    walk = walked(request, inputs);
    if (is_ambiguous(*walk)) {
      request.then = AfterDifference::grows;
      walk = walked(request, inputs);
    }
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    OutputVerdict verdict = same[i] ? OutputVerdict() : worst_of(*walk, i);
    std::tie(verdict.before, verdict.after) = names_.outputs[i];
    verdict.identical = same[i];
    if (!same[i] && !verdict.piece) {
      verdict.judged.sameness = Sameness::not_shown;
      verdict.judged.why = "the values that differ were not found";
    }
    result.outputs.push_back(std::move(verdict));
  }
  return result;
}

}  // namespace etalon::equivalent
