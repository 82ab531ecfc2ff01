// Of two answers on the same side of the right one, the farther is never judged better; and NaN in
// place of a number is never judged better than the largest finite error. Unless the specification
// permits it: then the set is tested.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "conformance/bounds/bound_walk.h"
#include "conformance/cases/case_names.h"
#include "conformance/cases/cases.h"
#include "conformance/cases/corpus.h"
#include "conformance/cases/open_points.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/judge/answer.h"
#include "conformance/judge/statistics.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/cases/open_examples.h"
#include "engine/loader/checker.h"
#include "engine/loader/loader.h"
#include "engine/values/side.h"
#include "onnx.pb.h"

namespace etalon::monotone_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr size_t most_elements = 3;  // of an output that are changed: first those that are open

struct Tally {
  size_t elements = 0;
  size_t errors = 0;
  std::vector<std::string> violations;
};

const OpenMark* mark_of(const Tensor& X, size_t at) {
  if (!X.side() || !X.side()->open) return nullptr;
  const int32_t number = X.side()->open->slots<int32_t>()[at];
  return number == 0 ? nullptr : &X.side()->marks->at(static_cast<size_t>(number - 1));
}

// The elements that are changed: one of each mark, then the first.
std::vector<size_t> chosen_elements(const Tensor& X) {
  std::vector<size_t> chosen;
  std::set<const OpenMark*> seen;
  for (size_t i = 0; i < X.size() && chosen.size() < most_elements; ++i) {
    const OpenMark* mark = mark_of(X, i);
    if (mark != nullptr && seen.insert(mark).second) chosen.push_back(i);
  }
  for (size_t i = 0; i < X.size() && chosen.size() < most_elements; ++i) {
    if (mark_of(X, i) == nullptr) chosen.push_back(i);
  }
  return chosen;
}

class Element {
 public:
  Element(const std::string& name, const Answer& answer, size_t at, Tally& tally)
      : name_(name),
        answer_(answer),
        expected_(answer.value.tensor()),
        at_(at),
        values_(expected_.with_side(nullptr).as<double>()),
        own_(values_.data()[at]),
        tally_(tally) {}

  void test() {
    ++tally_.elements;
    if (!std::isfinite(own_)) return test_not_finite();
    const double unit = step();
    for (const double side : {1.0, -1.0}) {
      Grade worst = Grade::same;
      for (const double factor : {1.0, 3.0, 10.0, 1e3, 1e6, 1e12}) {
        const double x = own_ + side * factor * unit;
        const Tensor changed = with(x);
        const double stored = changed.as<double>().data()[at_];
        if (!std::isfinite(stored)) break;
        if (stored == own_) continue;
        const Grade grade = graded(changed);
        // A value that is permitted apart from Etalon's own may lie farther than one that is not.
        if (grade == Grade::open && permits_apart()) continue;
        if (grade < worst) report(stored, grade, worst);
        worst = std::max(worst, grade);
      }
      farthest_ = std::max(farthest_, worst);
    }
    const Tensor lost = with(std::nan(""));
    if (!std::isnan(lost.as<double>().data()[at_])) return;  // of a type without NaN
    const Grade nan = graded(lost);
    // A sampled evaluation may give NaN: a step exceeds the type, or a divisor is flushed to 0.
    const bool sampled = nan == Grade::rounding && overflows();
    if (nan < farthest_ && !sampled && !(nan == Grade::open && permits_apart())) {
      report(std::nan(""), nan, farthest_);
    }
  }

 private:
  // A number in place of one that is not finite, and NaN in place of an infinity.
  void test_not_finite() {
    for (const double x : {0.0, 1.0, -infinity, infinity, std::nan("")}) {
      const Tensor changed = with(x);
      const double stored = changed.as<double>().data()[at_];
      if (stored == own_ || (std::isnan(stored) && std::isnan(own_))) continue;
      if (std::isfinite(x) != std::isfinite(stored)) continue;
      const Grade grade = graded(changed);
      if (grade <= Grade::rounding && !may_overflow(x)) report(x, grade, Grade::wrong);
    }
  }

  // An infinity may be the greatest number, if rounding decides it.
  bool may_overflow(double x) const { return std::isfinite(x) && std::isinf(own_); }

  double step() const {
    const Allowance& allowance = answer_.allowance;
    double unit = std::ldexp(std::max(std::fabs(own_), 1e-30), -24);
    if (allowance.spread.evaluations != 0) {
      unit = std::max(unit, allowance.spread.reach.as<double>().data()[at_]);
    }
    return std::isfinite(unit) ? unit : 1;
  }

  bool overflows() const {
    const std::optional<Tensor>& of = answer_.allowance.spread.overflows;
    return of && of->as<bool>().data()[at_];
  }

  bool permits_apart() const {
    const OpenMark* mark = mark_of(expected_, at_);
    return mark != nullptr && mark->permits != Permits::undefined;
  }

  Tensor with(double x) const {
    Reals values = values_;
    values.data()[at_] = x;
    return Tensor::of(expected_.dtype(), values);
  }

  Grade graded(const Tensor& got) {
    ++tally_.errors;
    return judge_value(got, answer_, {}).verdict.grade;
  }

  void report(double x, Grade grade, Grade worse) const {
    tally_.violations.push_back(fmt::format("{}: [{}] is {}: {} is {}, and a smaller error {}",
                                            name_, at_, own_, x, to_string(grade),
                                            to_string(worse)));
  }

  const std::string& name_;
  const Answer& answer_;
  const Tensor& expected_;
  const size_t at_;
  const Reals values_;
  const double own_;
  Grade farthest_ = Grade::same;
  Tally& tally_;
};

void test_answers(const std::string& name, const std::vector<Answer>& answers, Tally& tally) {
  for (const Answer& answer : answers) {
    if (!is_float_tensor(answer.value)) continue;
    for (const size_t at : chosen_elements(answer.value.tensor())) {
      Element(name, answer, at, tally).test();
    }
  }
}

void test_model(const std::string& name, const BoundModel& model, const Bindings& inputs,
                Tally& tally) {
  if (draws_freely(model, inputs)) return;
  try {
    test_answers(name, answers_of(model, inputs, {}, {}), tally);
  } catch (const Error&) {
    // A call that is refused, or whose bounds need more than the limits, has no elements.
  }
}

void check(const Tally& tally, size_t least) {
  for (const std::string& each : tally.violations) UNSCOPED_INFO(each);
  INFO(tally.elements << " elements, " << tally.errors << " errors");
  CHECK(tally.violations.empty());
  CHECK(tally.elements >= least);
}

// Of each part-th case of as many parts.
Tally tally_of(const std::vector<Case>& cases, size_t part, size_t parts) {
  Tally tally;
  for (size_t i = part; i < cases.size(); i += parts) {
    const Case& test = cases[i];
    if (!test.problem.empty() || test.function || terms(test).error) continue;
    const BoundModel model = unchecked_model(model_message(test), test.folder);
    for (const DataSet& set : data_sets(test, model))
      test_model(test.id(), model, set.inputs, tally);
  }
  return tally;
}

// The official cases of the manifest's release; none where they are not fetched.
std::vector<Case> official_cases() {
  const Manifest manifest = read_manifest();
  const Corpus& corpus = *find_corpus(manifest, manifest.default_release);
  return is_here(corpus) ? corpus_cases(corpus) : std::vector<Case>();
}

// Of each operator so many drawn calls, at open points or not.
Tally tally_of_drawn(uint32_t seed, size_t part, size_t parts, size_t calls) {
  Tally tally;
  std::vector<OperatorChoice> choices = every_operator();
  for (size_t i = part; i < choices.size(); i += parts) {
    choices[i].any = true;
    Draw draw(seed + static_cast<uint32_t>(i));
    for (size_t call = 0; call < calls; ++call) {
      const CaseFiles files = draw_case(choices[i], draw).files;
      const auto& given = files.sets.at(0).inputs;
      const Bindings inputs(given.begin(), given.end());
      test_model(fmt::format("{}, seed {}, call {}", choices[i].name, seed, call),
                 parse_model(files.model), inputs, tally);
    }
  }
  return tally;
}

TEST_CASE("verdicts on the elements of own cases are monotone; first half", "[.monotone]") {
  check(tally_of(own_cases(), 0, 2), 1000);
}

TEST_CASE("verdicts on the elements of own cases are monotone; second half", "[.monotone]") {
  check(tally_of(own_cases(), 1, 2), 1000);
}

TEST_CASE("verdicts on the elements of official cases are monotone", "[.monotone]") {
  check(tally_of(official_cases(), 0, 1), 1000);
}

TEST_CASE("verdicts on the elements of drawn cases are monotone", "[.monotone]") {
  check(tally_of_drawn(1, 0, 1, 4), 500);
}

TEST_CASE("verdicts on the elements of the atlas's examples are monotone") {
  Tally tally;
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) {
      if (point.example.is_null()) continue;
      const test::ExampleCall call = test::call_of_example(of, point.example);
      test_model(point.id, parse_model(call.model), call.inputs, tally);
    }
  }
  check(tally, 100);
}

TEST_CASE("verdicts on the elements of some own cases are monotone") {
  check(tally_of(own_cases(), 7, 20), 100);
}

TEST_CASE("verdicts on the elements of some official cases are monotone") {
  const std::vector<Case> cases = official_cases();
  if (!cases.empty()) check(tally_of(cases, 11, 40), 20);
}

TEST_CASE("verdicts on the elements of some drawn cases are monotone") {
  check(tally_of_drawn(2, 3, 10, 1), 10);
}

}  // namespace
}  // namespace etalon::monotone_test
