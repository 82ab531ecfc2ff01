#include "conformance/judge/judge.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "conformance/cases/errata.h"
#include "conformance/cases/labels.h"
#include "conformance/cases/mdf_cases.h"
#include "conformance/common/file_names.h"
#include "conformance/judge/compare_mdf.h"
#include "conformance/judge/open.h"
#include "conformance/judge/refusals.h"
#include "conformance/judge/statistics.h"
#include "engine/loader/bind.h"
#include "engine/loader/checker.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {

namespace {

Tolerance tolerance_for(const CaseTerms& terms, const JudgeOptions& options) {
  Tolerance tolerance = terms.tolerance;
  if (options.rtol) tolerance.rtol = *options.rtol;
  if (options.atol) tolerance.atol = *options.atol;
  tolerance.max_ulp = options.max_ulp;
  tolerance.rule = options.rule;
  return tolerance;
}

std::string output_name(const Model& model, size_t index) {
  const auto& outputs = model.graph.outputs;
  return index < outputs.size() ? outputs[index].name : std::to_string(index);
}

using Verifier = std::function<Verdict(const Value&, const Value&)>;

// Adds the names of the outputs that do not match to `differing`.
Verdict compare_outputs(const Model& model, const Values& actual, const Values& expected,
                        const Verifier& verify, std::set<std::string>& differing) {
  Verdict whole;
  if (actual.size() != expected.size()) {
    whole.kind = Mismatch::count;
    whole.message =
        fmt::format("there are {} outputs, expected {}", actual.size(), expected.size());
    for (const ValueInfo& output : model.graph.outputs) differing.insert(output.name);
    return whole;
  }
  for (size_t i = 0; i < actual.size(); ++i) {
    Verdict part = verify(actual[i], expected[i]);
    if (!part.pass()) {
      differing.insert(output_name(model, i));
      part.message = fmt::format("output {}: {}", in_quotes(output_name(model, i)), part.message);
    }
    merge(whole, part);
  }
  return whole;
}

// Adds the time between construction and destruction to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Judges one case.
class Trial {
 public:
  Trial(const Case& test, const JudgeOptions& options)
      : test_(test), options_(options), result_(blank_result(test)), identity_(test.identity) {}

  CaseResult run() {
    try {
      if (!test_.problem.empty()) throw InvalidInput("{}", test_.problem);
      test_.function ? judge_function() : judge_model();
      expect_error();
    } catch (const Error& error) {
      settle_error(error);
    } catch (const std::bad_alloc&) {
      fail(Status::error, out_of_memory());
    } catch (const std::exception& problem) {
      fail(Status::error, problem.what());
    }
    settle_known();
    add_remarks();
    result_.seconds = taken_;
    return result_;
  }

 private:
  // The result of `work`. Its time is added to the case's time when Etalon itself is judged.
  template <class Work>
  auto timed(Work work) {
    double unmeasured = 0;
    const Stopwatch watch(options_.backend == nullptr ? taken_ : unmeasured);
    return work();
  }

  void judge_model() {
    terms_ = terms(test_);
    const onnx::ModelProto proto = timed([&] { return model_message(test_); });
    const BoundModel model = read_model(proto);
    for (const DataSet& set : timed([&] { return data_sets(test_, model); })) {
      if (result_.status == Status::pass || result_.status == Status::statistical ||
          result_.status == Status::open) {
        if (options_.details && set_ == 0) describe(model, set);
        judge_set(proto, model, set);
        ++set_;
      }
    }
  }

  // What the report tells of the case, whatever its outcome.
  void describe(const BoundModel& model, const DataSet& set) {
    CaseDetails& details = result_.details;
    details.nodes = node_texts(model);
    details.more_nodes = model.graph.nodes.size() - details.nodes.size();
    details.inputs = input_texts(model, set.inputs, false);
    for (size_t i = 0; i < std::min(set.expected.size(), shown_values); ++i) {
      details.outputs.push_back(value_summary(output_name(model, i), set.expected[i], false));
    }
    details.tolerance = tolerance_for(terms_, options_);
  }

  void judge_function() {
    result_.operators.push_back(mdf_case_label(test_));
    terms_ = terms(test_);
    const mdf::Value actual = timed([&] { return call_mdf_case(test_); });
    if (terms_.error) return;
    const Verdict verdict =
        compare_mdf(actual, mdf_case_output(test_), tolerance_for(terms_, options_));
    add_distances(verdict);
    if (!verdict.pass()) record(verdict);
  }

  void fail(Status status, const std::string& message) {
    result_.status = status;
    result_.message = message;
  }

  void label(const BoundModel& model) {
    for (const OperatorUse& use : operators_used(model)) {
      result_.operators.push_back(use.label);
      if (!use.implemented && options_.backend == nullptr) result_.missing.push_back(use.label);
    }
  }

  // A case that expects an error gives an invalid model to a backend too, with an empty list of
  // outputs.
  BoundModel read_model(const onnx::ModelProto& proto) {
    try {
      BoundModel model = timed([&] { return unchecked_model(proto, test_.folder, ignored()); });
      label(model);
      timed([&] { check_model(model); });
      return model;
    } catch (const InvalidModel&) {
      if (options_.backend == nullptr || !terms_.error) throw;
      return bind({});
    }
  }

  IgnoredAttributes ignored() {
    const std::vector<std::string>& names = options_.ignored_attributes;
    return {{names.begin(), names.end()},
            [this](std::string_view node, std::string_view attribute) {
              remarks_.push_back(
                  fmt::format("{}: attribute {} is ignored", node, in_quotes(attribute)));
            }};
  }

  // The result names what was ignored, whatever the outcome.
  void add_remarks() {
    for (const std::string& remark : remarks_) {
      result_.message += (result_.message.empty() ? "" : "; ") + remark;
    }
  }

  // Nothing when the backend gives no outputs; the result then has its status and message.
  std::optional<Values> outputs_of(const onnx::ModelProto& proto, const BoundModel& model,
                                   const DataSet& set) {
    if (options_.backend == nullptr) return timed([&] { return evaluated(model, set); });
    const double left = options_.backend->timeout() - taken_;
    const std::optional<std::filesystem::path> file = model_path(test_);
    RuntimeAnswer answer =
        file ? options_.backend->run(*file, model, set.inputs, set.stored, left)
             : options_.backend->run(proto.SerializeAsString(), model, set.inputs, left);
    taken_ += answer.seconds;
    if (answer.status == Status::pass) return std::move(answer.outputs);
    refused_ = answer.status == Status::invalid || answer.status == Status::error;
    if (terms_.error && refused_) return std::nullopt;
    if (refused_ && refuses_at_open_point(model, set, answer.message)) return std::nullopt;
    if (answer.status == Status::fail) result_.kind = Mismatch::count;
    if (answer.status == Status::unsupported && result_.operators.size() == 1) {
      result_.missing = result_.operators;
    }
    fail(answer.status, answer.message);
    return std::nullopt;
  }

  // For what is said of a backend's outputs: an evaluation within its share of the case's time.
  Options evaluation_in_time() const {
    Options options = evaluation();
    const std::chrono::duration<double> share(options_.backend->timeout() * share_of_time);
    options.limits.deadline = begin_ + std::chrono::duration_cast<Clock::duration>(share);
    return options;
  }

  // The points of a call that is answered by a result or a refusal alike.
  std::vector<std::string> refusals(const BoundModel& model, const DataSet& set) const {
    try {
      return permitted_refusals(model, set.inputs, evaluation_in_time(), options_.choices);
    } catch (const std::exception&) {
      return {};
    }
  }

  bool refuses_at_open_point(const BoundModel& model, const DataSet& set,
                             const std::string& message) {
    const std::vector<std::string> points = refusals(model, set);
    if (points.empty()) return false;
    result_.open.insert(result_.open.end(), points.begin(), points.end());
    fail(Status::open,
         fmt::format("a refusal is permitted by {}: {}", fmt::join(points, ", "), message));
    return true;
  }

  Options evaluation() const {
    Options options;
    options.as_released = options_.as_released;
    options.lenient = is_lenient(identity_);
    return options;
  }

  // A lenient erratum is known by the case's content, which is needed only after a refusal.
  Values evaluated(const BoundModel& model, const DataSet& set) {
    std::optional<ProofScope> proving;
    if (options_.proved) {
      if (!result_.proof) result_.proof.emplace();
      proving.emplace(*result_.proof);
    }
    try {
      return evaluate(model, set.inputs, evaluation());
    } catch (const Error&) {
      identify();
      if (!is_lenient(identity_)) throw;
      return evaluate(model, set.inputs, evaluation());
    }
  }

  // A folder without expected outputs is a backend's test all the same: Etalon's are expected.
  Values expected_of(const BoundModel& model, const DataSet& set) {
    if (std::optional<Values> chosen = chosen_outputs(model, set)) return *std::move(chosen);
    const bool given = !set.expected.empty() || model.graph.outputs.empty();
    return given || options_.backend == nullptr || test_.form == Case::Form::own
               ? set.expected
               : evaluated(model, set);
  }

  // Etalon's outputs with the user's choices; nothing where these do not matter.
  std::optional<Values> chosen_outputs(const BoundModel& model, const DataSet& set) const {
    if (options_.choices.empty()) return std::nullopt;
    const ChoiceScope scope(Recording::on, options_.choices);
    try {
      Values outputs = evaluate(model, set.inputs, evaluation());
      const std::vector<std::string> met = scope.met();
      const bool matters = std::any_of(met.begin(), met.end(), [&](const std::string& id) {
        const std::string point = id.substr(id.find('.') + 1);
        return options_.choices.contains(id) || options_.choices.contains(point);
      });
      if (matters) return outputs;
    } catch (const Error&) {
      return std::nullopt;  // the case has its own expectation
    }
    return std::nullopt;
  }

  // A backend's outputs with the expected elements wherever the specification permits those that it
  // gives; adds the reasons to `open`.
  Values settled(const BoundModel& model, const DataSet& set, const Values& actual,
                 const Values& expected, std::vector<OpenUse>& open) const {
    Values result = actual;
    try {
      const Values marked =
          marked_outputs(model, set.inputs, evaluation_in_time(), options_.choices);
      for (size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
        Settled one = settle(actual[i], expected[i], marked.at(i), tolerance_for(terms_, options_));
        result[i] = std::move(one.value);
        open.insert(open.end(), one.open.begin(), one.open.end());
      }
    } catch (const std::exception&) {
      open.clear();  // without an evaluation, nothing is known to be open
      return actual;
    }
    return result;
  }

  // Becomes `open` where all that differs is permitted; otherwise the message says what is.
  bool settle_open(const BoundModel& model, const DataSet& set, const Values& actual,
                   const Values& expected, Verdict& verdict) {
    std::vector<OpenUse> open;
    const Values rest = settled(model, set, actual, expected, open);
    if (open.empty()) return false;
    std::set<std::string> differing;
    const auto verify = [&](const Value& a, const Value& e) {
      return compare(a, e, tolerance_for(terms_, options_));
    };
    const Verdict left = compare_outputs(model, rest, expected, verify, differing);
    if (!left.pass()) {
      verdict.message = fmt::format("{} (open are {})", left.message, to_string(open));
      return false;
    }
    const std::vector<std::string> ids = points_of(open);
    result_.open.insert(result_.open.end(), ids.begin(), ids.end());
    result_.where = verdict.where;
    result_.got = verdict.got;
    result_.expected = verdict.expected;
    fail(Status::open, fmt::format("{}; {}", to_string(open), verdict.message));
    return true;
  }

  bool may_draw(const Model& model, const Bindings& inputs) const {
    return options_.backend == nullptr ? draws_freely(model, inputs) : draws(model, inputs);
  }

  void judge_set(const onnx::ModelProto& proto, const BoundModel& model, const DataSet& set) {
    const std::optional<Values> actual = outputs_of(proto, model, set);
    if (terms_.error && actual && options_.backend != nullptr) answered_ = refusals(model, set);
    if (terms_.error || !actual) return;
    keep(model, *actual);
    const Values expected = expected_of(model, set);
    const Tolerance tolerance = tolerance_for(terms_, options_);
    const auto verify = [&](const Value& a, const Value& e) { return compare(a, e, tolerance); };
    std::set<std::string> differing;
    Verdict verdict = compare_outputs(model, *actual, expected, verify, differing);
    if (!verdict.pass() && may_draw(model, set.inputs)) {
      differing.clear();
      verdict = compare_outputs(model, *actual, expected, compare_samples, differing);
      result_.status = Status::statistical;
    }
    add_distances(verdict);
    const bool differs = verdict.kind == Mismatch::values || verdict.max_abs > 0;
    std::optional<ExactError> exact;
    if (differs && result_.status != Status::statistical) exact = measured(model, set, *actual);
    if (exact && (!result_.exact || result_.exact->scaled < exact->scaled)) result_.exact = exact;
    if (differs && result_.status != Status::statistical) judge_rounding(model, set, *actual);
    if (verdict.pass()) return;
    if (options_.backend != nullptr && result_.status != Status::statistical &&
        settle_open(model, set, *actual, expected, verdict)) {
      return;
    }
    differing_.insert(differing.begin(), differing.end());
    record(verdict);
    if (exact) result_.message += "; " + to_string(*exact);
    if (verdict.kind == Mismatch::values) add_picture(model, *actual, expected, tolerance);
    if (options_.details) show_differences(model, set, *actual, expected);
    agrees_ = options_.backend != nullptr && erratum() != nullptr &&
              compare_outputs(model, *actual, evaluated(model, set), verify, differing).pass();
  }

  // How far a backend is from the exact result, if the case's time allows to find that out.
  std::optional<ExactError> measured(const BoundModel& model, const DataSet& set,
                                     const Values& actual) const {
    if (options_.backend == nullptr) return std::nullopt;
    return largest_exact_error(model, set.inputs, actual, evaluation_in_time());
  }

  // Whether rounding explains a backend's differences from Etalon, if the case's time allows to
  // find that out. Of several data sets, the worst.
  void judge_rounding(const BoundModel& model, const DataSet& set, const Values& actual) {
    if (options_.backend == nullptr) return;
    RoundingVerdict verdict{RoundingVerdict::Kind::unknown, 0, {}};
    try {
      verdict =
          rounding_verdict(actual, evaluate_with_bounds(model, set.inputs, evaluation_in_time()));
    } catch (const Error& error) {
      verdict.reason = error.what();
    } catch (const std::bad_alloc&) {
      verdict.reason = out_of_memory();
    }
    if (!result_.rounding || result_.rounding->kind < verdict.kind) result_.rounding = verdict;
  }

  // Outputs of another type, shape or number have no distance.
  void add_distances(const Verdict& verdict) {
    if (!verdict.pass() && verdict.kind != Mismatch::values) return;
    result_.measured = true;
    result_.max_ulp = std::max(result_.max_ulp, verdict.max_ulp);
    result_.max_abs = std::max(result_.max_abs, verdict.max_abs);
    result_.max_rel = std::max(result_.max_rel, verdict.max_rel);
  }

  void record(const Verdict& verdict) {
    result_.kind = verdict.kind;
    result_.where = verdict.where;
    result_.got = verdict.got;
    result_.expected = verdict.expected;
    fail(Status::fail, verdict.message);
  }

  // Adds the picture of the first output that differs.
  void add_picture(const Model& model, const Values& actual, const Values& expected,
                   const Tolerance& tolerance) {
    for (size_t i = 0; i < actual.size() && result_.picture.empty(); ++i) {
      const std::string name = output_name(model, i);
      if (differing_.count(name) == 0) continue;
      result_.picture = picture_errors(name, actual[i], expected[i], tolerance);
    }
  }

  // Writes the outputs to the folder that --keep-outputs names.
  void keep(const Model& model, const Values& outputs) const {
    if (options_.keep_outputs.empty()) return;
    const auto folder = options_.keep_outputs / file_name_of(test_.release) /
                        file_name_of(test_.suite) / file_name_of(test_.name) /
                        fmt::format("test_data_set_{}", set_);
    std::filesystem::create_directories(folder);
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].absent()) continue;
      write_value(folder / fmt::format("output_{}.pb", i), outputs[i], output_name(model, i));
    }
  }

  // Shows the inputs, and both values of each output that does not match. Values that are too large
  // to be shown within the memory budget are left out.
  void show_differences(const Model& model, const DataSet& set, const Values& actual,
                        const Values& expected) {
    CaseDetails& details = result_.details;
    details.data_set = set_;
    try {
      details.inputs = input_texts(model, set.inputs, true);
      for (size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
        const std::string name = output_name(model, i);
        if (differing_.count(name) == 0 || details.differences.size() == shown_values) continue;
        details.differences.push_back(
            difference_text(name, actual[i], expected[i], *details.tolerance));
      }
    } catch (const LimitExceeded&) {
      details.differences.clear();
    }
  }

  void expect_error() {
    if (!terms_.error || refused_ || result_.status != Status::pass) return;
    if (!answered_.empty()) {
      result_.open = answered_;
      return fail(Status::open, fmt::format("a result is permitted by {}, where Etalon refuses",
                                            fmt::join(answered_, ", ")));
    }
    result_.kind = Mismatch::values;
    fail(Status::fail, fmt::format("no error, expected {}", *terms_.error));
  }

  void settle_error(const Error& error) {
    if (!terms_.error) return fail(status_of(error.kind()), error.what());
    if (to_string(error.kind()) == *terms_.error) return;
    if (error.kind() == ErrorKind::Unsupported) return fail(Status::unsupported, error.what());
    result_.kind = Mismatch::values;
    fail(Status::fail, fmt::format("expected {}, got {}: {}", *terms_.error,
                                   to_string(error.kind()), error.what()));
  }

  // Finds the identity of a case from elsewhere, which comes without. It stays empty when a file
  // cannot be read.
  void identify() {
    try {
      if (identity_.empty()) identity_ = identity_of(test_);
    } catch (const std::exception&) {
      identity_.clear();
    }
  }

  // The erratum about the case's content, which is found only where errata can matter: by the
  // case's name, or because it does not pass.
  const Erratum* erratum() {
    const bool excusable = result_.status == Status::fail || result_.status == Status::invalid;
    if (excusable || is_named_in_errata(test_.name)) identify();
    return erratum_of(identity_, options_.as_released);
  }

  // Turns known failures into the statuses erratum, xfail and xpass.
  void settle_known() {
    if (options_.backend != nullptr) return settle_known_of_backend();
    if (const Erratum* known = erratum()) {
      result_.erratum = known->id;
      if (excuses(*known, result_.status, differing_)) result_.status = Status::erratum;
    }
    if (!terms_.xfail) return;
    if (result_.status == Status::pass) {
      fail(Status::xpass, fmt::format("passes, although it is known to fail: {}", *terms_.xfail));
    } else if (result_.status == Status::fail) {
      fail(Status::xfail, *terms_.xfail);
    }
  }

  void settle_known_of_backend() {
    const Erratum* known = erratum();
    if (known == nullptr || !excuses(*known, result_.status, differing_)) return;
    if (result_.status == Status::fail && !agrees_) return;
    result_.erratum = known->id;
    result_.status = Status::erratum;
  }

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
  std::vector<std::string> remarks_;  // about attributes that were ignored
  bool refused_ = false;              // a backend refused the model or the inputs
  // Open points of a call that Etalon refuses and a backend answers.
  std::vector<std::string> answered_;
  bool agrees_ = false;  // a backend's wrong outputs match Etalon's
  CaseResult result_;
  std::string identity_;  // of the content; empty while it is not needed
};

}  // namespace

CaseResult judge(const Case& test, const JudgeOptions& options) {
  return Trial(test, options).run();
}

bool is_for_backends(const Case& test) {
  if (test.form != Case::Form::own) return true;
  if (test.function) return false;
  const CaseTerms says = terms(test);
  return !says.error || *says.error == to_string(ErrorKind::InvalidModel) ||
         *says.error == to_string(ErrorKind::InvalidInput);
}

}  // namespace etalon
