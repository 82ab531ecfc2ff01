#include "conformance/corpus/selection.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "conformance/cases/checksum.h"
#include "conformance/cases/open_points.h"
#include "conformance/common/usage_error.h"
#include "conformance/generate/decisions.h"
#include "conformance/generate/drafts.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/refused_calls.h"
#include "conformance/generate/rules.h"
#include "conformance/judge/open.h"
#include "engine/operators/domain.h"

namespace etalon {

namespace {

// The same on every machine, and another for each version.
uint32_t seed_of(const Unit& unit) {
  Checksum sum;
  sum.add(unit.label());
  constexpr size_t digits = 8;
  constexpr int hexadecimal = 16;
  return static_cast<uint32_t>(std::stoul(sum.text().substr(0, digits), nullptr, hexadecimal));
}

OperatorChoice choice_of(const Unit& unit) {
  OperatorChoice choice;
  choice.name = unit.rule;
  choice.version = unit.schema->since_version;
  return choice;
}

// The pairs of points of different factors that cases have.
class Covering {
 public:
  // Adds the pairs of a case; whether one of them, or a point, is new.
  bool add(const std::vector<Point>& points) {
    const size_t before = pairs_.size() + points_.size();
    for (size_t i = 0; i < points.size(); ++i) {
      points_.insert(points[i]);
      for (size_t j = i + 1; j < points.size(); ++j) {
        if (points[i].factor == points[j].factor) continue;
        pairs_.insert(std::minmax(points[i], points[j]));
      }
    }
    return pairs_.size() + points_.size() != before;
  }
  size_t points() const { return points_.size(); }
  size_t pairs() const { return pairs_.size(); }

 private:
  std::set<Point> points_;
  std::set<std::pair<Point, Point>> pairs_;
};

// A refusal's sentence without its numbers and names.
std::string pattern_of(std::string sentence) {
  re2::RE2::GlobalReplace(&sentence, R"(\[[^\]]*\]|'[^']*'|-?\d[\d.]*)", "#");
  return sentence;
}

// Whether the case has outputs, and all their elements are NaN.
bool is_all_nan(const CaseFiles& files) {
  size_t elements = 0;
  for (const auto& [name, value] : files.sets.at(0).outputs) {
    if (!value.is_tensor() || !is_float(value.tensor().dtype())) return false;
    const Reals numbers = value.tensor().as<double>();
    if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isnan(x); })) {
      return false;
    }
    elements += numbers.size();
  }
  return elements != 0;
}

bool has_nan(const std::vector<Point>& points) {
  return std::any_of(points.begin(), points.end(),
                     [](const Point& point) { return point.level == "nan"; });
}

class Selector {
 public:
  Selector(const Unit& unit, const SelectionLimits& limits)
      : unit_(unit), limits_(limits), seed_(seed_of(unit)) {}

  SelectedCases run() {
    add_covering();
    add_decisions();
    add_open();
    if (selection_.without.empty()) add_refusals();
    selection_.points = covering_.points();
    selection_.pairs = covering_.pairs();
    return std::move(selection_);
  }

 private:
  void add_covering() {
    Draw draw(seed_);
    size_t in_vain = 0;
    size_t kept = 0;
    while (in_vain < limits_.patience && kept < limits_.most_cases) {
      ++selection_.draws;
      OperatorCase drawn;
      try {
        drawn = draw_case(choice_of(unit_), draw);
      } catch (const InvalidInput& none) {
        if (kept == 0) selection_.without = none.what();
        return;
      }
      ++in_vain;
      if (!drawn.files.proof.whole() || !keep(std::move(drawn.files), {})) continue;
      in_vain = 0;
      ++kept;
    }
  }

  void add_decisions() {
    constexpr size_t most_evaluations = 200;
    std::vector<std::pair<NodeCall, std::vector<DecisionLog::Comparison>>> calls;
    Decisions seen;
    for (const SelectedCase& one : selection_.cases) {
      NodeCall call = call_of(one.files).value();
      auto comparisons = comparisons_of(call);
      seen.merge(decisions_of(comparisons));
      calls.emplace_back(std::move(call), std::move(comparisons));
    }
    size_t evaluations = 0, kept = 0;
    for (const auto& [call, comparisons] : calls) {
      for (const NodeCall& aimed : calls_aimed_at(missing_in(seen), call, comparisons)) {
        if (++evaluations > most_evaluations || kept == limits_.most_decisions) return;
        Decisions taken = decisions_of(comparisons_of(aimed));
        if (std::includes(seen.begin(), seen.end(), taken.begin(), taken.end())) continue;
        if (!keep_decided(aimed)) continue;
        seen.merge(taken);
        ++kept;
      }
    }
  }

  // Whether the call has outputs that are proved and nowhere open; then it is kept.
  bool keep_decided(const NodeCall& call) {
    try {
      CaseFiles files = decided_case(call, {});
      return files.proof.whole() && keep(std::move(files), {}, true);
    } catch (const Error& refusal) {
      if (refusal.kind() == ErrorKind::InternalError) throw;
      return false;
    }
  }

  // A call at each open point, where one that is proved is found.
  void add_open() {
    const OperatorPoints* points = open_points().of(*unit_.schema);
    if (points == nullptr) return;
    for (const OpenPoint& point : points->points) {
      const bool open = point.status != PointStatus::required && concerns(point, *unit_.schema);
      if (!open) continue;
      OperatorChoice choice = choice_of(unit_);
      choice.aim = point.id;
      Draw draw(seed_);
      try {
        OperatorCase drawn = draw_case(choice, draw);
        const bool other = drawn.schema != unit_.schema || !drawn.files.proof.whole();
        if (!other) keep(std::move(drawn.files), {point.id}, true);
      } catch (const Error& none) {
        if (none.kind() == ErrorKind::InternalError) throw;
      }
    }
  }

  void add_refusals() {
    constexpr size_t draws_for_one = 3;
    Draw draw(seed_ ^ 1U);
    RefusalDraws refusals(choice_of(unit_));
    std::set<std::string> seen;
    for (size_t i = 0; i < draws_for_one * limits_.most_refusals; ++i) {
      if (seen.size() == limits_.most_refusals) return;
      CaseFiles files = refusals.draw(draw, {}).files;
      if (!seen.insert(files.step + pattern_of(files.refusal)).second) continue;
      selection_.cases.push_back({std::move(files), {}, {}, seed_});
    }
  }

  bool keep(CaseFiles files, std::vector<std::string> open, bool always = false) {
    const NodeCall call = call_of(files).value();
    std::vector<Point> points = points_of(*unit_.schema, call.node, call.inputs);
    // Only NaN says little, unless the case is about NaN: one such case shows where it comes from.
    const bool nan_alone = !always && !has_nan(points) && is_all_nan(files);
    if (nan_alone && has_nan_alone_) return false;
    if (!covering_.add(points) && !always) return false;
    has_nan_alone_ = has_nan_alone_ || nan_alone;
    for (const auto& [name, value] : files.sets.at(0).outputs) {
      for (const OpenUse& use : open_elements(value)) open.push_back(use.point);
    }
    std::sort(open.begin(), open.end());
    open.erase(std::unique(open.begin(), open.end()), open.end());
    selection_.cases.push_back({std::move(files), std::move(points), std::move(open), seed_});
    return true;
  }

  const Unit& unit_;
  const SelectionLimits& limits_;
  const uint32_t seed_;
  Covering covering_;
  SelectedCases selection_;
  bool has_nan_alone_ = false;
};

bool is_wanted(const Schema& schema, const std::vector<OperatorChoice>& choices) {
  return choices.empty() ||
         std::any_of(choices.begin(), choices.end(), [&](const OperatorChoice& choice) {
           return choice.name == rule_name(schema) &&
                  (choice.version == 0 || choice.version == schema.since_version);
         });
}

}  // namespace

std::string Unit::label() const { return schema->label(); }

std::string Unit::folder() const {
  return fmt::format("{}/{}-{}", schema->domain.empty() ? "ai.onnx" : schema->domain, schema->name,
                     schema->since_version);
}

std::vector<Unit> units_of(int opset, const std::vector<std::string>& operators) {
  std::vector<OperatorChoice> choices;
  for (const std::string& word : operators) choices.push_back(operator_choice(word));
  std::vector<Unit> units;
  for (const Schema& schema : all_schemas()) {
    const std::string rule = rule_name(schema);
    const bool drawn = !schema.deprecated && !schema.experimental && all_rules().contains(rule);
    const bool named_alone = choices.empty() && domain_of(schema.domain).named_alone;
    if (!drawn || named_alone || !is_wanted(schema, choices)) continue;
    if (companion_opset(schema.domain, schema.since_version) > opset) continue;
    units.push_back({&schema, rule});
  }
  return units;
}

SelectedCases selected(const Unit& unit, const SelectionLimits& limits) {
  return Selector(unit, limits).run();
}

}  // namespace etalon
