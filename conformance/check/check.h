// Judging a runtime's outputs of a model.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/check/sum_errors.h"
#include "conformance/judge/answer.h"
#include "conformance/judge/exact.h"
#include "engine/values/tensor.h"

namespace etalon {

// A judged output, with what reports say of it.
struct OutputReport : JudgedValue {
  std::string name;
  std::string type;  // "tensor(float) [2, 3]", as expected
  Tolerance tolerance;
  // By --rule; open outputs pass.
  bool passes() const { return etalon::passes(*this, tolerance); }
  bool fails() const { return !passes(); }

  // Of the rounding bound, its largest parts that the last node introduces and that it passes on;
  // nothing where that is not known.
  std::optional<double> introduced;
  std::optional<double> propagated;
  std::string hint;  // see conformance/check/hints.h
  // How far the runtime is from the exact result, for outputs that differ; or why that is not
  // known.
  std::optional<ExactError> exact;
  std::string no_exact;
  std::optional<SumErrors> sums;  // of an output that differs and is of sums of products
};

// Judges one output; `got` may be absent.
OutputReport check_output(const std::string& name, const Value& got, const Answer& answer,
                          const Tolerance& tolerance);

bool any_fails(const std::vector<OutputReport>& reports);

// Adds to each report of a float output that differs the distances of `got` and `sound`, the
// runtime's and Etalon's outputs of the model, from the exact result. Evaluates the model once more
// if a float output differs. Does not throw: a failure becomes no_exact.
void add_exact_errors(std::vector<OutputReport>& reports, const BoundModel& model,
                      const Bindings& inputs, const Values& got, const Values& sound,
                      const Options& options);

// How outputs are judged: by the tolerance alone, which takes one evaluation; or also by rounding
// errors and the exact result, which takes hundreds of times as long.
enum class JudgedBy { tolerance, roundings };

struct CheckRequest {
  std::vector<Tolerance> tolerances;  // one for each output
  Options evaluation;
  Choices choices;
  JudgedBy judged_by = JudgedBy::roundings;
  // Called with what is done next ("sampled evaluation 12 of 30, stage 2 of 4"), if set; and with
  // the reports by the tolerance alone, as soon as they are known.
  std::function<void(const std::string& work)> on_progress;
  std::function<void(const std::vector<OutputReport>&)> on_tolerance;
};

struct Checked {
  std::vector<OutputReport> outputs;
  // Of a judgement that a limit or a signal ended after the outputs were judged by the tolerance:
  // "the bound of roundings: the time limit is exceeded".
  std::string stopped;
};

// Judges all outputs of a model, in order. Throws what the first evaluation throws; Unspecified for
// a model that draws random numbers which no seed determines.
Checked check_outputs(const BoundModel& model, const Bindings& inputs, const Values& got,
                      const CheckRequest& request);

// Hints about common causes of a wrong output.

// "the elements are those expected, with the axes in the order [1, 0]" for a tensor that matches
// after a transposition; "…, in another shape" for one that matches after a reshape. Empty when
// neither is the case, and for tensors that match, have one element, different types or more than
// five axes.
std::string hint(const Tensor& got, const Tensor& expected, const Tolerance& tolerance);

}  // namespace etalon
