#include "conformance/bounds/verdict.h"

#include <algorithm>
#include <array>

#include "conformance/common/json.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon {
namespace {

constexpr std::array<std::string_view, 6> names = {"same",    "rounding", "open",
                                                   "unknown", "unlikely", "wrong"};
constexpr double most_times = 1e300;  // JSON has no infinity

}  // namespace

std::string_view to_string(Grade grade) { return names[static_cast<size_t>(grade)]; }

Grade grade_named(const std::string& word) {
  if (word == "within") return Grade::rounding;
  if (word == "beyond") return Grade::wrong;
  const auto name = std::find(names.begin(), names.end(), word);
  if (name == names.end()) throw InvalidInput("'{}' is not a verdict", word);
  return static_cast<Grade>(name - names.begin());
}

void Verdict::add(const Verdict& other) {
  if (other.grade > grade) {
    grade = other.grade;
    where = other.where;
    got = other.got;
    expected = other.expected;
    reason = other.reason;
    explained_by = other.explained_by;
  }
  for (const std::string& point : other.points) {
    if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
  }
  if (arithmetic.empty()) arithmetic = other.arithmetic;
  absolute = std::max(absolute, other.absolute);
  relative = std::max(relative, other.relative);
  ulp = std::max(ulp, other.ulp);
  scaled = std::max(scaled, other.scaled);
  times = std::max(times, other.times);
  share = std::max(share, other.share);
  evaluations = std::max(evaluations, other.evaluations);
  zeros += other.zeros;
  outside = outside || other.outside;
}

bool fails(const Verdict& verdict) {
  return verdict.grade > Grade::unknown || (verdict.grade == Grade::unknown && verdict.outside);
}

nlohmann::json to_json(const Verdict& verdict) {
  return {{"verdict", to_string(verdict.grade)},
          {"where", verdict.where},
          {"got", verdict.got},
          {"expected", verdict.expected},
          {"points", verdict.points},
          {"absolute", number_to_json(verdict.absolute)},
          {"relative", number_to_json(verdict.relative)},
          {"ulp", verdict.ulp},
          {"scaled", number_to_json(verdict.scaled)},
          {"times", std::min(verdict.times, most_times)},
          {"evaluations", verdict.evaluations},
          {"share", std::min(verdict.share, most_times)},
          {"zeros", verdict.zeros},
          {"outside", verdict.outside},
          {"reason", verdict.reason},
          {"arithmetic", verdict.arithmetic},
          {"explained_by", verdict.explained_by}};
}

Verdict verdict_from_json(const nlohmann::json& json) {
  Verdict verdict;
  verdict.grade = grade_named(field<std::string>(json, "verdict"));
  read_field(json, "share", verdict.share);
  read_field(json, "reason", verdict.reason);
  verdict.times = field_or(json, "times", 0.0);
  verdict.evaluations = field_or(json, "evaluations", size_t{0});
  verdict.where = field_or<std::string>(json, "where", "");
  verdict.got = field_or<std::string>(json, "got", "");
  verdict.expected = field_or<std::string>(json, "expected", "");
  verdict.points = field_or(json, "points", std::vector<std::string>());
  const auto number = [&](const char* key) {
    return json.contains(key) ? number_from_json(json.at(key)) : 0;
  };
  verdict.absolute = number("absolute");
  verdict.relative = number("relative");
  verdict.scaled = number("scaled");
  verdict.ulp = field_or(json, "ulp", uint64_t{0});
  verdict.zeros = field_or(json, "zeros", size_t{0});
  verdict.outside = field_or(json, "outside", false);
  verdict.arithmetic = field_or(json, "arithmetic", std::vector<std::string>());
  verdict.explained_by = field_or<std::string>(json, "explained_by", "");
  return verdict;
}

}  // namespace etalon
