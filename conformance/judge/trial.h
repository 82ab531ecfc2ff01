// How one case is judged: the state of judge().
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/cases/errata.h"
#include "conformance/judge/backend_outputs.h"
#include "conformance/judge/case_outputs.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/refusals.h"
#include "conformance/judge/stopwatch.h"
#include "engine/loader/ignored_attributes.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace etalon {

// The outputs of a data set beside those expected. What it refers to must outlive it.
struct ComparedOutputs {
  const BoundModel& model;
  const DataSet& set;
  const Values& actual;
  const Values& expected;
  Tolerance tolerance;
  RuleResult verdict;
  std::set<std::string> differing;   // the outputs that do not match
  bool by_verdict = false;           // they are within the tolerance, and fail by the verdict alone
  std::vector<Answer> answers = {};  // of a backend whose outputs differ; empty where not known
};

class Trial {
 public:
  Trial(const Case& test, const JudgeOptions& options)
      : test_(test), options_(options), result_(blank_result(test)), identity_(test.identity) {}

  CaseResult run();

 private:
  // trial.cc
  // The result of `work`. Its time is added to the case's time when Etalon itself is judged.
  template <class Work>
  auto timed(Work work) {
    double unmeasured = 0;
    const Stopwatch watch(options_.backend == nullptr ? taken_ : unmeasured);
    return work();
  }
  void judge_model();
  void judge_function();
  void fail(Status status, const std::string& message);
  void label(const BoundModel& model);
  // A case that expects an error gives an invalid model to a backend too, with what the graph
  // declares.
  BoundModel read_model(const onnx::ModelProto& proto);
  IgnoredAttributes ignored();
  // The result names what was ignored or newer than known, whatever the outcome.
  void add_remarks();
  Options evaluation() const;
  // A lenient erratum is known by the case's content, which is needed only after a refusal.
  Values evaluated(const BoundModel& model, const DataSet& set);
  // Nothing when the backend gives no outputs; the result then has its status and message.
  std::optional<Values> outputs_of(const onnx::ModelProto& proto, const BoundModel& model,
                                   const DataSet& set);
  // For what is said of a backend's outputs: evaluations within their share of the case's time.
  AnsweredCall answered(const BoundModel& model, const DataSet& set) const;
  bool refuses_at_open_point(const BoundModel& model, const DataSet& set, const Refusal& refusal);

  // trial_outputs.cc
  // A folder without expected outputs is a backend's test all the same: Etalon's are expected.
  Values expected_of(const BoundModel& model, const DataSet& set);
  // Etalon's outputs with the user's choices; nothing where these do not matter.
  std::optional<Values> chosen_outputs(const BoundModel& model, const DataSet& set) const;
  ComparedOutputs compared(const BoundModel& model, const DataSet& set, const Values& actual,
                           const Values& expected);
  // Gives a backend's outputs their verdict, and applies the rule where that decides.
  void judge_digits(ComparedOutputs& compared, std::optional<ExactError>& exact);
  void decide_by_verdict(const Verdict& judged, ComparedOutputs& compared);
  // Becomes `open` where all that differs is permitted; otherwise the message says what is.
  bool settle_open(ComparedOutputs& compared);
  bool may_draw(const Model& model, const Bindings& inputs) const;
  void judge_set(const onnx::ModelProto& proto, const BoundModel& model, const DataSet& set);
  // Adds outputs that do not match to the result.
  void show(const DataSet& set, const ShownOutputs& outputs);
  // Outputs of another type, shape or number have no distance.
  void add_distances(const RuleResult& verdict);
  void show_place(const RuleResult& verdict);
  void record(const RuleResult& verdict);

  // trial_outcome.cc
  void expect_error();
  void settle_error(const Error& error);
  // Finds the identity of a case from elsewhere, which comes without. It stays empty when a file
  // cannot be read.
  void identify();
  // The erratum about the case's content, which is found only where errata can matter: by the
  // case's name, or because it does not pass.
  const Erratum* erratum();
  // Turns known failures into the statuses erratum, xfail and xpass.
  void settle_known();
  void settle_known_of_backend();

  using Clock = std::chrono::steady_clock;
  // Of a case's time; the rest is for comparing and reporting.
  static constexpr double share_of_time = 0.75;

  const Case& test_;
  const JudgeOptions& options_;
  const Clock::time_point begin_ = Clock::now();
  CaseTerms terms_;
  size_t set_ = 0;                    // the position of the data set that is being judged
  std::set<std::string> differing_;   // outputs that did not match
  double taken_ = 0;                  // seconds that the judged runtime used
  std::vector<std::string> remarks_;  // about ignored attributes and newer opsets
  bool refused_ = false;              // a backend refused the model or the inputs
  // Open points of a call that Etalon refuses and a backend answers.
  std::vector<std::string> answered_;
  bool agrees_ = false;  // a backend's wrong outputs match Etalon's
  CaseResult result_;
  std::string identity_;  // of the content; empty while it is not needed
};

}  // namespace etalon
