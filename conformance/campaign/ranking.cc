#include "conformance/campaign/ranking.h"

#include <algorithm>
#include <tuple>

namespace etalon {

namespace {

const std::string& cause_or_key(const FindingGroup& group, const std::string& key) {
  return group.cause.empty() ? key : group.cause;
}

auto place_in_cause(const FindingGroup& group) {
  return std::tuple(group.severity, group.folder.empty(), group.elements, group.first);
}

RankedFinding joined(std::vector<const FindingGroup*> groups) {
  std::sort(groups.begin(), groups.end(), [](const FindingGroup* a, const FindingGroup* b) {
    return place_in_cause(*a) < place_in_cause(*b);
  });
  RankedFinding ranked{*groups.at(0), {}};
  for (const FindingGroup* group : groups) {
    if (group == groups[0]) continue;
    ranked.group.first = std::min(ranked.group.first, group->first);
    ranked.group.cases += group->cases;
    for (const auto& [subject, count] : group->subjects) ranked.group.subjects[subject] += count;
    if (!group->folder.empty()) ranked.others.push_back(group->folder);
  }
  return ranked;
}

}  // namespace

std::string RankedFinding::cause() const { return cause_or_key(group, group.finding.key()); }

std::vector<RankedFinding> ranked(const CampaignState& state) {
  std::map<std::string, std::vector<const FindingGroup*>> causes;
  for (const FindingGroup& group : state.groups) {
    causes[cause_or_key(group, group.finding.key())].push_back(&group);
  }
  std::vector<RankedFinding> findings;
  for (const auto& [cause, groups] : causes) findings.push_back(joined(groups));
  const auto place = [](const RankedFinding& finding) {
    return std::tuple(finding.group.severity, finding.group.first);
  };
  std::sort(findings.begin(), findings.end(),
            [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return findings;
}

std::array<size_t, severity_count> severity_counts(const std::vector<RankedFinding>& findings) {
  std::array<size_t, severity_count> counts{};
  for (const RankedFinding& finding : findings) {
    ++counts[static_cast<size_t>(finding.group.severity)];
  }
  return counts;
}

}  // namespace etalon
