#include "conformance/reports/repeat.h"

#include <algorithm>
#include <set>

#include "conformance/common/file_names.h"

namespace etalon {

std::string case_reference(const CaseResult& result) {
  if (result.path.ends_with(".json")) return result.path + "#" + result.name;
  const std::string fetched = id_of(result);
  return result.path.ends_with("/downloads/" + fetched) ? fetched : result.path;
}

std::string repeat_command(const RunReport& report, const CaseResult& result) {
  if (result.path.empty()) return "";
  std::vector<std::string> words = {"etalon", "why", case_reference(result)};
  words.insert(words.end(), report.info.options.begin(), report.info.options.end());
  return shell_words(words);
}

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
