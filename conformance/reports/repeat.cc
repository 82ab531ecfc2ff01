#include "conformance/reports/repeat.h"

#include "conformance/common/file_names.h"

namespace etalon {

std::string case_reference(const CaseResult& result) {
  if (result.path.ends_with(".json")) return result.path + "#" + result.name;
  const std::string fetched = result.release + "/" + result.suite + "/" + result.name;
  return result.path.ends_with("/downloads/" + fetched) ? fetched : result.path;
}

std::string repeat_command(const RunReport& report, const CaseResult& result) {
  if (result.path.empty()) return "";
  std::vector<std::string> words = {"etalon", "why", case_reference(result)};
  words.insert(words.end(), report.info.options.begin(), report.info.options.end());
  return shell_words(words);
}

}  // namespace etalon
