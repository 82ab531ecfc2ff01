// Judging a runtime's outputs: the official rule, and what rounding explains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/check/bounds.h"
#include "conformance/check/measure.h"

namespace etalon {

enum class Judgement {
  identical,         // bit for bit
  within_rounding,   // within the tolerance, and no further off than rounding allows
  within_tolerance,  // within the tolerance; rounding is not known well enough to say more
  beyond_rounding,   // within the tolerance, but further off than rounding explains
  outside_tolerance_within_rounding,
  outside_tolerance,  // rounding is not known well enough to say more
  wrong,              // outside the tolerance, and further off than rounding allows
  wrong_type,
  wrong_shape,
  wrong_count,
  missing,  // the runtime did not write it
};
// "within_rounding", …: stable names.
std::string_view to_string(Judgement judgement);
// The official rule's verdict.
bool passes(Judgement judgement);

struct OutputReport {
  std::string name;
  std::string type;  // "tensor(float) [2, 3]", as expected
  Judgement judgement = Judgement::identical;
  Tolerance tolerance;
  Measurement measurement;
  std::string message;   // of a wrong type, shape or count, and of a missing output
  std::string no_bound;  // why rounding is not known: "no bound for TopK-11 'best'"
  std::string hint;      // see conformance/check/hints.h
};

// One output: `got` may be absent.
OutputReport check_output(const std::string& name, const Value& got, const Value& expected,
                          const Bound& bound, const Tolerance& tolerance);

// All outputs of a model, in order. Throws what the evaluation throws; Unspecified for a model
// that draws random numbers which nothing fixes.
std::vector<OutputReport> check_outputs(const BoundModel& model, const Bindings& inputs,
                                        const Values& got, const std::vector<Tolerance>& tolerances,
                                        const Options& options = {});

}  // namespace etalon
