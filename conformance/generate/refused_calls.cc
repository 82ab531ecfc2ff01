#include "conformance/generate/refused_calls.h"

#include <re2/re2.h>

#include <algorithm>

#include "engine/operators/choice_scope.h"

namespace etalon {

namespace {

// The valid calls to draw before it is given up to find one that a step makes invalid.
constexpr size_t most_calls = 40;

// What Etalon refuses although no sentence of the text forbids it: another reading gives a result.
bool is_unstated(const std::string& refusal) {
  static constexpr const char* patterns[] = {
      // No least dilation is stated, and a kernel with a dilation of 0 has the extent 1. A stride
      // of 0 has no meaning only where the text divides by it.
      R"(dilations has a value of 0,)",
      R"((Col2Im|ConvTranspose|MaxUnpool)-.*strides has a value of 0,)",
      // A window without elements, and outputs without any.
      R"(kernel_shape has a value of 0,|the kernel \[.*\] has a dimension of 0)",
      R"(kernel that extends over|leave nothing|an output of \d+ by \d+ is empty)",
      R"(STFT-.*the frame length)",
      R"(Pad-.*an axis without entries)",
      R"(SplitToSequence-.*split is 0)",
      // No range is stated.
      R"(RoiAlign-.*sampling_ratio -1 is negative)",
      R"(MelWeightMatrix-.* Hz is outside the spectrum)",
      R"(LRN-.*size is 0,)",
      // "The size of each input in the input list" does not say what a contradiction is.
      R"(FeatureVectorizer-.*where inputdimensions says)",
      // The schema requires neither.
      R"(SVMRegressor-.*rho is missing)",
      R"(LpPool-.*kernel_shape is missing)",
  };
  return std::any_of(std::begin(patterns), std::end(patterns),
                     [&](const char* pattern) { return re2::RE2::PartialMatch(refusal, pattern); });
}

bool is_refusal(const Error& error) {
  return error.kind() == ErrorKind::InvalidModel || error.kind() == ErrorKind::InvalidInput;
}

bool is_answered(const NodeCall& call, const Options& evaluation) {
  try {
    call_outputs(call, evaluation);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// The call as a case that expects its refusal; nothing if it is answered, refused for another
// reason, or meets an open point.
std::optional<CaseFiles> refused(const NodeCall& call, const Options& evaluation) {
  const ChoiceScope scope(Recording::on);
  try {
    call_outputs(call, evaluation);
    return std::nullopt;
  } catch (const Error& refusal) {
    if (!is_refusal(refusal) || !scope.met().empty()) return std::nullopt;
    CaseFiles files = refused_case(call, refusal);
    files.refusal = refusal.what();
    // Of a body that declares another type or rank, the declaration may be what is wrong.
    const bool declared = files.refusal.find("the model declares") != std::string::npos;
    if (declared || is_unstated(files.refusal)) return std::nullopt;
    return files;
  }
}

bool names(const std::string& refusal, const std::string& number) {
  return number.empty() ||
         re2::RE2::PartialMatch(refusal, R"((^|[^-\d]))" + number + R"(([^\d]|$))");
}

// Whether the written case gives the same refusal as the call: its declarations must not be what is
// refused.
bool holds(const CaseFiles& files, const Options& evaluation) {
  try {
    case_outputs(files, evaluation);
    return false;
  } catch (const Error& refusal) {
    return files.error == to_string(refusal.kind()) && files.refusal == refusal.what();
  }
}

}  // namespace

std::optional<CaseFiles> refused_call(const NodeCall& valid, std::string_view kind, Draw& draw,
                                      const Options& evaluation) {
  const Options options = limited(evaluation);
  for (const Step& step : steps_from(valid, kind, draw)) {
    std::optional<CaseFiles> files = refused(step.call, options);
    if (!files || (step.nearer && !is_answered(*step.nearer, options))) continue;
    if (!names(files->refusal, step.named) || !holds(*files, options)) continue;
    files->step = kind;
    files->change = step.change;
    return files;
  }
  return std::nullopt;
}

std::vector<std::string> RefusalDraws::by_turn(Draw& draw) const {
  std::vector<std::string> kinds = step_kinds();
  draw.shuffle(kinds);
  const auto turn = [&](const std::string& kind) {
    const auto made = made_.find(kind);
    const auto failed = failed_.find(kind);
    constexpr size_t patience = 4;
    return (made == made_.end() ? 0 : made->second) +
           (failed == failed_.end() ? 0 : failed->second / patience);
  };
  std::stable_sort(kinds.begin(), kinds.end(),
                   [&](const std::string& a, const std::string& b) { return turn(a) < turn(b); });
  return kinds;
}

OperatorCase RefusalDraws::draw(Draw& draw, const Options& evaluation) {
  std::string label;
  for (size_t calls = 0; calls < most_calls; ++calls) {
    OperatorCase drawn = draw_case(choice_, draw, evaluation);
    label = drawn.schema->label();
    const NodeCall valid = call_of(drawn.files).value();
    for (const std::string& kind : by_turn(draw)) {
      std::optional<CaseFiles> files = refused_call(valid, kind, draw, evaluation);
      ++(files ? made_ : failed_)[kind];
      if (!files) continue;
      drawn.files = *std::move(files);
      return drawn;
    }
  }
  throw InvalidInput("{}: no step from {} calls is refused", label, most_calls);
}

}  // namespace etalon
