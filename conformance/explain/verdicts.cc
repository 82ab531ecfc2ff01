#include "conformance/explain/verdicts.h"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon::explain {

using nlohmann::json;

namespace {

Verdict verdict_from(const json& written) {
  Verdict verdict;
  for (const auto& [status, count] : written.items()) {
    if (status != "cases") verdict.counts[status] = count.get<int>();
  }
  for (const json& one : written.value("cases", json::array())) {
    verdict.cases.push_back({one.at(0), one.at(1), one.at(2)});
  }
  return verdict;
}

Verdicts read_verdicts(const std::filesystem::path& file) {
  Verdicts read;
  if (!std::filesystem::exists(file)) return read;
  const json document = read_json(file);
  try {
    document.at("date").get_to(read.date);
    document.at("runtimes").get_to(read.runtimes);
    document.at("releases").get_to(read.releases);
    for (const auto& [label, runtimes] : document.at("operators").items()) {
      for (const auto& [runtime, written] : runtimes.items()) {
        read.operators[label][runtime] = verdict_from(written);
      }
    }
  } catch (const json::exception& problem) {
    throw InvalidInput("{}: {}", file.string(), json_sentence(problem));
  }
  return read;
}

}  // namespace

const Verdicts& verdicts() {
  static const Verdicts read = read_verdicts(data_folder() / "verdicts.json");
  return read;
}

std::string counts_text(const Verdict& verdict) {
  std::string text;
  for (const char* status : {"pass", "statistical", "fail", "error", "crash", "timeout", "invalid",
                             "erratum", "open", "unsupported"}) {
    const auto found = verdict.counts.find(status);
    if (found == verdict.counts.end() || found->second == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", found->second, status);
  }
  return text.empty() ? "none" : text;
}

}  // namespace etalon::explain
