#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "conformance/bounds/bound_walk.h"
#include "conformance/equivalent/equivalence.h"
#include "conformance/judge/open.h"
#include "engine/interpreter/substitute.h"
#include "engine/values/limits.h"

namespace etalon::equivalent {
namespace {

// Those of the graph's outputs that have these names, in the order of the names.
Values outputs_of(const Graph& graph, const Values& outputs,
                  const std::vector<std::string_view>& names) {
  std::unordered_map<std::string_view, size_t> places;
  for (size_t i = 0; i < graph.outputs.size(); ++i) places.emplace(graph.outputs[i].name, i);
  Values ordered;
  for (const std::string_view name : names) ordered.push_back(outputs.at(places.at(name)));
  return ordered;
}

// AFTER's outputs, in BEFORE's order. Nodes that compute what BEFORE's do are not evaluated.
class SharedRun {
 public:
  SharedRun(const Subject& subject, const Evaluated& known, const Computations& computations,
            Coverage& coverage)
      : subject_(subject),
        known_(known),
        computations_(computations),
        coverage_(coverage),
        digests_(subject.constant_digests()) {}

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    if (!place_in(subject_.graph(), node)) {
      Values outputs = ordinary(node, inputs);
      coverage_.saw(node, inputs, outputs, ordinary);
      return outputs;
    }
    std::vector<Digest> digests;
    for (const std::string& name : node.inputs) digests.push_back(digests_[name]);
    const auto computation = computation_of(node, digests);
    const auto known = computation ? computations_.find(*computation) : computations_.end();
    const bool is_known = known != computations_.end();
    shared_ += is_known;
    Values outputs = is_known ? known->second : ordinary(node, inputs);
    coverage_.saw(node, inputs, outputs, ordinary);
    for (size_t i = 0; i < std::min(node.outputs.size(), outputs.size()); ++i) {
      if (!node.outputs[i].empty()) keep(node.outputs[i], outputs[i]);
    }
    return outputs;
  }

  Values outputs(const Interfaces& names, const Bindings& inputs, const Options& options) {
    for (const auto& [name, value] : inputs) {
      check_deadline();
      digests_[name] = digest_of(value);
    }
    const SubstituteScope scope(std::ref(*this));
    const Values all = evaluate(subject_.model(), inputs, options);
    std::vector<std::string_view> wanted;
    for (const auto& [before, after] : names.outputs) wanted.push_back(after);
    return outputs_of(subject_.graph(), all, wanted);
  }
  size_t shared() const { return shared_; }
  // True where BEFORE's value of some name is not near AFTER's.
  bool is_far_inside() const { return is_far_; }

 private:
  void keep(const std::string& name, const Value& value) {
    digests_[name] = digest_of(value);
    const auto known = known_.digests.find(name);
    if (is_far_ || known == known_.digests.end() || known->second == digests_[name]) return;
    is_far_ = !(distance(known_.values.at(name), value) <= near);
  }

  const Subject& subject_;
  const Evaluated& known_;
  const Computations& computations_;
  Coverage& coverage_;
  std::map<std::string, Digest> digests_;
  size_t shared_ = 0;
  bool is_far_ = false;
};

Values in_order(const Subject& before, const Interfaces& names, const Values& outputs) {
  std::vector<std::string_view> wanted;
  for (const auto& [name, after] : names.outputs) wanted.push_back(name);
  return outputs_of(before.graph(), outputs, wanted);
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
    const bool graver = is_worse(judged, verdict.judged) ||
                        (judged.verdict.grade < Grade::open && is_further(judged, verdict.judged));
    if (!first && !graver) continue;
    verdict.judged = judged;
    verdict.piece = walked.pieces[piece];
  }
  return verdict;
}

bool fails(const Walked& walked, size_t output) {
  const auto& own = walked.outputs[output];
  return own && !agrees(walked.pieces[*own].judged);
}

// True where an output's own pair differs, and one before it: the first may be no pair at all.
bool is_ambiguous(const Walked& walked) {
  for (size_t i = 0; i < walked.outputs.size(); ++i) {
    if (!fails(walked, i)) continue;
    for (const size_t piece : walked.behind[i]) {
      if (!agrees(walked.pieces[piece].judged)) return true;
    }
  }
  return false;
}

// True where an output differs behind a pair that only nearness makes one: equal to BEFORE's value
// up to rounding, it may be another, as where both are 0 but for one element.
bool is_misled(const Walked& walked) {
  for (size_t i = 0; i < walked.outputs.size(); ++i) {
    if (!fails(walked, i)) continue;
    for (const size_t piece : walked.behind[i]) {
      if (walked.pieces[piece].by_nearness) return true;
    }
  }
  return false;
}

size_t failures(const Walked& walked) {
  size_t count = 0;
  for (size_t i = 0; i < walked.outputs.size(); ++i) count += fails(walked, i);
  return count;
}

// Of what the nodes compute.
size_t elements_of(const Graph& graph, const Evaluated& known) {
  size_t count = 0;
  for (const Node& node : graph.nodes) {
    for (const std::string& name : node.outputs) {
      const auto value = known.values.find(name);
      const bool counts = value != known.values.end() && value->second.is_tensor();
      if (counts) count += value->second.tensor().size();
    }
  }
  return count;
}

// A sentence about the first output that has other lengths than the model declares; "" if none has.
std::string undeclared(const Graph& graph, const Values& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const auto& declared = graph.outputs[i].type.shape;
    if (!declared || !outputs[i].is_tensor()) continue;
    const Shape& shape = outputs[i].tensor().shape();
    const auto fits = [](const Dim& dim, size_t length) {
      const auto* wanted = std::get_if<int64_t>(&dim);
      return wanted == nullptr || *wanted == static_cast<int64_t>(length);
    };
    if (!std::equal(declared->begin(), declared->end(), shape.begin(), shape.end(), fits)) {
      return fmt::format("output '{}' has the shape {}, which BEFORE does not declare",
                         graph.outputs[i].name, etalon::to_string(shape));
    }
  }
  return "";
}

// Of what lies inside of the models, far apart, while the outputs do not: a name may have gone to a
// value that BEFORE does not have.
bool is_doubtful(const OutputVerdict& verdict, const Value& before, const Value& after) {
  const bool fails = !agrees(verdict.judged);
  return fails && verdict.piece && verdict.piece->after_value != verdict.after &&
         verdict.piece->apart > near && distance(before, after) <= near;
}

using WalkOverAll = std::function<const Walked&()>;  // with AfterDifference::grows

// Of an output whose values, before and after, are not the same bits.
OutputVerdict verdict_of(size_t output, const std::pair<std::string, std::string>& names,
                         const Walked& walk, const WalkOverAll& over_all, const Value& before,
                         const Value& after) {
  OutputVerdict verdict = worst_of(walk, output);
  std::tie(verdict.before, verdict.after) = names;
  if (is_doubtful(verdict, before, after)) {
    const OutputVerdict whole = worst_of(over_all(), output);
    if (whole.piece && agrees(whole.judged)) {
      verdict.judged = whole.judged;
      verdict.piece = whole.piece;
    }
  }
  if (!verdict.piece) {
    verdict.judged = judged_as(Grade::unknown, "the values that differ were not found");
  }
  return verdict;
}

}  // namespace

Comparer::Comparer(const Subject& before, const Subject& after, const EquivalenceRequest& request)
    : before_(before),
      after_(after),
      request_(request),
      names_(interfaces(before.model(), after.model(), request.interface)),
      coverage_(before.model(), after.model()) {}

Compared Comparer::compared(const Bindings& inputs) {
  Computations computations;
  if (request_.on_progress) request_.on_progress("evaluation of BEFORE");
  const Evaluated known = evaluated(before_, inputs, request_.evaluation, computations, &coverage_);
  coverage_.saw_lengths(before_.graph(), inputs);
  elements_ = std::max(elements_, elements_of(before_.graph(), known));
  if (!folds_)
    folds_ = folded_constants(before_, after_, known, request_.judging, request_.evaluation);
  const Bindings given = renamed(names_, inputs);
  SharedRun run(after_, known, computations, coverage_);
  Values outputs;
  try {
    if (request_.on_progress) request_.on_progress("evaluation of AFTER");
    outputs = run.outputs(names_, given, request_.evaluation);
  } catch (const LimitExceeded&) {
    throw;
  } catch (const Error& refusal) {
    Compared result = refused(refusal, inputs);
    result.undeclared = undeclared(before_.graph(), known.outputs);
    return result;
  }
  Compared result = judged(known, computations, given, outputs);
  result.undeclared = undeclared(before_.graph(), known.outputs);
  result.shared = run.shared();
  const auto agrees = [](const OutputVerdict& output) { return equivalent::agrees(output.judged); };
  const bool agree = std::all_of(result.outputs.begin(), result.outputs.end(), agrees);
  if (agree && run.is_far_inside() && !looked_) look_inside(known, computations, given);
  return result;
}

void Comparer::look_inside(const Evaluated& known, const Computations& computations,
                           const Bindings& inputs) {
  looked_ = true;
  WalkRequest request = walk_request(known, computations);
  request.judging.effort = Effort::bounds;
  request.then = AfterDifference::grows;
  try {
    const Walked walk = walked(request, inputs);
    for (const Piece& piece : walk.pieces) {
      if (!inside_ && differs(piece.judged)) inside_ = piece;
    }
  } catch (const Error&) {  // it is a remark alone
  }
}

WalkRequest Comparer::walk_request(const Evaluated& known, const Computations& computations) {
  return {before_,
          after_,
          names_,
          known,
          computations,
          *folds_,
          slow_,
          request_.judging,
          AfterDifference::goes_on,
          true,
          request_.evaluation,
          request_.on_progress};
}

// AFTER has no defined value: BEFORE's may be as open.
Judged Comparer::undefined(const std::string& sentence, const Value& before) {
  const Judged open = judged_as(Grade::open, "AFTER has no defined value: " + sentence);
  if (!open_elements(before).empty()) return open;
  return judged_as(Grade::unknown, "AFTER has no defined value where BEFORE has: " + sentence);
}

Compared Comparer::refused(const Error& refusal, const Bindings& inputs) const {
  const bool is_open = refusal.kind() == ErrorKind::Unspecified;
  const bool is_unknown = refusal.kind() == ErrorKind::Unsupported;
  const std::string sentence = refusal.what();
  Values marked;
  if (is_open) {
    marked =
        in_order(before_, names_, marked_outputs(before_.model(), inputs, request_.evaluation));
  }
  Compared result;
  for (const auto& [before, after] : names_.outputs) {
    OutputVerdict verdict;
    verdict.before = before;
    verdict.after = after;
    verdict.judged = is_open ? undefined(sentence, marked[result.outputs.size()])
                     : is_unknown
                         ? judged_as(Grade::unknown, "AFTER is not evaluated: " + sentence)
                         : judged_as(Grade::wrong, "AFTER refuses what BEFORE takes: " + sentence);
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
  std::optional<Walked> walk, grown;
  const WalkOverAll over_all = [&]() -> const Walked& {
    if (!grown) {
      WalkRequest request = walk_request(known, computations);
      request.then = AfterDifference::grows;
      grown = walked(request, inputs);
    }
    return *grown;
  };
  if (std::find(same.begin(), same.end(), false) != same.end()) {
    walk = walked(walk_request(known, computations), inputs);
    if (is_ambiguous(*walk)) walk = over_all();
    if (is_misled(*walk)) {
      WalkRequest request = walk_request(known, computations);
      request.pairs_the_near = false;
      Walked other = walked(request, inputs);
      if (failures(other) < failures(*walk)) walk = std::move(other);
    }
    for (const Piece& piece : walk->pieces) pairs_.emplace(piece.after_value, piece);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    OutputVerdict verdict;
    std::tie(verdict.before, verdict.after) = names_.outputs[i];
    if (!same[i]) {
      verdict = verdict_of(i, names_.outputs[i], *walk, over_all, expected[i], outputs[i]);
    }
    verdict.identical = same[i];
    result.outputs.push_back(std::move(verdict));
  }
  return result;
}

}  // namespace etalon::equivalent
