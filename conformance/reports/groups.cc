#include "conformance/reports/groups.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace etalon {

std::vector<FailureGroup> failure_groups(const RunReport& report) {
  std::vector<FailureGroup> groups;
  using Key = std::tuple<Status, Mismatch, std::optional<RoundingVerdict::Kind>, std::string>;
  std::map<Key, size_t> places;
  for (const CaseResult& result : report.results) {
    const Status status = result.status;
    if (as_expected(status) || status == Status::unsupported) continue;
    if (report.allowed.contains(status)) continue;
    const auto [place, first] = places.try_emplace(
        {status, result.kind, rounding_of_fail(result), result.message}, groups.size());
    if (first) groups.emplace_back();
    groups[place->second].cases.push_back(&result);
  }
  return groups;
}

std::string status_text(const CaseResult& result) {
  if (result.kind == Mismatch::none) {
    const std::optional<Status> known = known_failure(result);
    const std::string what = known ? fmt::format(" ({})", to_string(*known)) : "";
    return std::string(to_string(result.status)) + what;
  }
  using Kind = RoundingVerdict::Kind;
  const auto rounding = rounding_of_fail(result);
  const std::string word = !rounding || *rounding == Kind::unknown
                               ? ""
                               : fmt::format(", {} rounding", to_string(*rounding));
  return fmt::format("{} ({}{})", to_string(result.status), to_string(result.kind), word);
}

}  // namespace etalon
