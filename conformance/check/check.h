// Judging a runtime's outputs by the official rule and by bounds of rounding errors.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/bounds/bounds.h"
#include "conformance/check/measure.h"
#include "conformance/judge/exact_error.h"
#include "conformance/judge/open.h"

namespace etalon {

enum class Judgement {
  identical,         // bit for bit
  within_rounding,   // within the tolerance and within the rounding bound
  within_tolerance,  // within the tolerance; there is no useful rounding bound
  beyond_rounding,   // within the tolerance, but beyond the rounding bound
  outside_tolerance_within_rounding,
  outside_tolerance,  // outside the tolerance; there is no useful rounding bound
  wrong,              // outside the tolerance and beyond the rounding bound
  open,  // all elements outside the tolerance are within what the specification leaves open
  wrong_type,
  wrong_shape,
  wrong_count,
  missing,  // the runtime did not write it
};
// "within_rounding", …: stable names.
std::string_view to_string(Judgement judgement);
// True if the output passes by the official rule.
bool passes(Judgement judgement);
// True if it neither passes nor is open.
bool fails(Judgement judgement);

struct OutputReport {
  std::string name;
  std::string type;  // "tensor(float) [2, 3]", as expected
  Judgement judgement = Judgement::identical;
  Tolerance tolerance;
  Measurement measurement;
  std::string message;   // for a wrong type, shape or count, and for a missing output
  std::string no_bound;  // why there is no rounding bound: "no bound for TopK-11 'best'"
  // Of the rounding bound, its largest parts that the last node introduces and that it passes on;
  // nothing where that is not known.
  std::optional<double> introduced;
  std::optional<double> propagated;
  // The same comparison with bounds that hold for independent roundings (Roundings); nothing for
  // outputs that are identical.
  std::optional<RoundingUse> likely;
  std::string hint;  // see conformance/check/hints.h
  // How far the runtime is from the exact result, for outputs that differ; or why that is not
  // known.
  std::optional<ExactError> exact;
  std::string no_exact;
  // The open points that explain elements outside the tolerance; and those that leave the sign of a
  // zero open.
  std::vector<OpenUse> open;
  std::vector<OpenUse> zeros;
};

// Judges one output; `got` may be absent. Marks of open elements in `expected` count.
OutputReport check_output(const std::string& name, const Value& got, const Value& expected,
                          const Bound& bound, const Tolerance& tolerance);

// Adds to each report of a float output that differs how far `got` and `honest`, the runtime's and
// Etalon's outputs of the model, are from the exact result. Evaluates the model once more if there
// is such an output. Throws nothing: what goes wrong becomes no_exact.
void add_exact_errors(std::vector<OutputReport>& reports, const BoundModel& model,
                      const Bindings& inputs, const Values& got, const Values& honest,
                      const Options& options);

// Sets `likely` of a report, by the bound for independent roundings.
void add_likely(OutputReport& report, const Value& got, const Value& expected, const Bound& bound);

// What outputs are judged by: the tolerance alone, which takes one evaluation; or roundings and the
// exact result, too, which take hundreds of times as long.
enum class JudgedBy { tolerance, roundings };

// Judges all outputs of a model, in order. Throws what the evaluation throws; Unspecified for a
// model that draws random numbers which no seed determines.
std::vector<OutputReport> check_outputs(const BoundModel& model, const Bindings& inputs,
                                        const Values& got, const std::vector<Tolerance>& tolerances,
                                        const Options& options = {}, const Choices& choices = {},
                                        JudgedBy judged_by = JudgedBy::roundings);

}  // namespace etalon
