#include "conformance/reports/rerun.h"

#include <algorithm>
#include <set>

namespace etalon {

bool has_status(const CaseResult& result, const std::vector<Status>& statuses) {
  if (!statuses.empty()) {
    return std::find(statuses.begin(), statuses.end(), result.status) != statuses.end();
  }
  return !as_expected(result.status) && result.status != Status::unsupported;
}

void keep_reported(std::vector<Case>& cases, const RunReport& report,
                   const std::vector<Status>& statuses) {
  std::set<std::string> wanted;
  for (const CaseResult& result : report.results) {
    if (!has_status(result, statuses)) continue;
    const std::string name = "/" + result.suite + "/" + result.name;
    wanted.insert(result.release + name);
    for (const std::string& release : result.releases) wanted.insert(release + name);
  }
  std::erase_if(cases, [&](const Case& test) { return !wanted.contains(test.id()); });
}

std::vector<std::string> releases_of(const RunReport& report, const std::vector<Status>& statuses) {
  std::set<std::string> releases;
  for (const CaseResult& result : report.results) {
    if (has_status(result, statuses)) releases.insert(result.release);
  }
  releases.erase(std::string(local_release));
  return {releases.begin(), releases.end()};
}

}  // namespace etalon
