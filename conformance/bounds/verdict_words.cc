// The wording of verdicts: nothing else is here, so that a word costs one short compilation.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/bounds/verdict.h"

namespace etalon {
namespace {

constexpr double most_times = 1e300;  // as JSON has an infinity (verdict.cc)

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

}  // namespace etalon
