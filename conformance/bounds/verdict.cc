#include "conformance/bounds/verdict.h"

#include <fmt/format.h>

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

// "31 times the largest error of 30 sampled evaluations", or "" where none is known.
std::string times_clause(const Verdict& verdict) {
  if (verdict.evaluations == 0 || verdict.times == 0) return "";
  return fmt::format("{} the largest error of {} sampled evaluations", times_text(verdict.times),
                     verdict.evaluations);
}

std::string share_clause(const Verdict& verdict) {
  if (verdict.share == 0) return "";
  if (verdict.share >= most_times) return "rounding allows no error";
  return verdict.share > 1
             ? fmt::format("{} the bound of rounding errors", times_text(verdict.share))
             : fmt::format("{:.3g} of the bound of rounding errors", verdict.share);
}

std::string joined(std::vector<std::string> clauses) {
  std::erase(clauses, "");
  return fmt::format("{}", fmt::join(clauses, ", "));
}

std::string place_clause(const Verdict& verdict) {
  if (verdict.where.empty()) return "";
  return fmt::format("at {}: got {}, expected {}", verdict.where, verdict.got, verdict.expected);
}

std::string graded(const Verdict& verdict) {
  switch (verdict.grade) {
    case Grade::same:
      return "the same values";
    case Grade::rounding: {
      const std::string amounts = joined({times_clause(verdict), share_clause(verdict)});
      return !verdict.reason.empty() ? verdict.reason
             : amounts.empty()       ? "no further off than rounding allows"
                                     : "at most " + amounts;
    }
    case Grade::open:
      return fmt::format("permitted by {}", fmt::join(verdict.points, ", "));
    case Grade::unknown:
      return joined({"nothing is known of rounding" +
                         (verdict.reason.empty() ? "" : " (" + verdict.reason + ")"),
                     place_clause(verdict)});
    case Grade::unlikely:
      return joined({times_clause(verdict),
                     verdict.share == 0 ? "" : "inside the bound of rounding errors",
                     place_clause(verdict)});
    case Grade::wrong:
      break;
  }
  if (!verdict.reason.empty()) return joined({verdict.reason, place_clause(verdict)});
  return joined({share_clause(verdict), times_clause(verdict), place_clause(verdict)});
}

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

std::string times_text(double times) {
  constexpr double most = 1e6;
  return times > most ? "more than a million times" : fmt::format("{:.3g} times", times);
}

std::string words_of(const Verdict& verdict) {
  const std::string grade(to_string(verdict.grade));
  const bool tells = verdict.grade == Grade::rounding && !verdict.arithmetic.empty();
  return tells ? fmt::format("{} ({})", grade, fmt::join(verdict.arithmetic, ", ")) : grade;
}

std::string to_string(const Verdict& verdict) {
  std::string text = graded(verdict);
  if (!verdict.explained_by.empty()) text += ", as with " + verdict.explained_by;
  if (verdict.zeros != 0) {
    text +=
        fmt::format("; {} zero{} of the other sign", verdict.zeros, verdict.zeros == 1 ? "" : "s");
  }
  return text;
}

std::string amounts_text(const Verdict& verdict) {
  if (verdict.grade == Grade::unknown) return verdict.reason;
  return joined({times_clause(verdict), share_clause(verdict)});
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
