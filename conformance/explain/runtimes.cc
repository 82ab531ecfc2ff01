#include "conformance/explain/runtimes.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon::explain {

using nlohmann::json;

namespace {

struct Measured {
  std::string judge;
  std::map<const Schema*, std::vector<Accuracy>> rows;
};

double ulp_from(const json& written) {
  if (written.is_null()) return 0.5;
  // The file has "NaN" for what JSON has no number for.
  return written.is_string() ? std::numeric_limits<double>::infinity() : written.get<double>();
}

RuntimeAccuracy figures_from(const std::string& runtime, const json& written) {
  if (!written.contains("misrounded")) return {runtime};
  return {runtime, written.at("results"), written.at("misrounded"), ulp_from(written.at("ulp"))};
}

Accuracy row_from(const json& written, const std::map<std::string, std::string>& versions) {
  Accuracy row{written.at("operator"), written.at("type"), written.at("results"), {}};
  for (const auto& [runtime, figures] : written.at("runtimes").items()) {
    const auto version = versions.find(runtime);
    const std::string number = version == versions.end() ? "" : " " + version->second;
    row.runtimes.push_back(figures_from(runtime + number, figures));
  }
  return row;
}

// The versions that all rows were measured with; none where there are several.
std::map<std::string, std::string> versions_of(const json& document) {
  const json& all = document.at("versions");
  if (all.size() != 1) return {};
  return all.at(0).get<std::map<std::string, std::string>>();
}

Measured read_measured(const std::filesystem::path& file) {
  Measured measured;
  if (!std::filesystem::exists(file)) return measured;
  const json document = read_json(file);
  naming(file.string(), [&] {
    document.at("judge").get_to(measured.judge);
    const std::map<std::string, std::string> versions = versions_of(document);
    for (const json& written : document.at("rows")) {
      Accuracy row = row_from(written, versions);
      const std::string name = row.of.substr(0, row.of.find('('));
      const Schema* schema = find_schema("", name, written.at("opset").get<int64_t>());
      if (schema != nullptr) measured.rows[schema].push_back(std::move(row));
    }
  });
  return measured;
}

const Measured& measured() {
  static const Measured read = read_measured(data_folder() / "accuracy.json");
  return read;
}

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
  naming(file.string(), [&] {
    document.at("date").get_to(read.date);
    document.at("runtimes").get_to(read.runtimes);
    document.at("releases").get_to(read.releases);
    for (const auto& [label, runtimes] : document.at("operators").items()) {
      for (const auto& [runtime, written] : runtimes.items()) {
        read.operators[label][runtime] = verdict_from(written);
      }
    }
  });
  return read;
}

}  // namespace

std::vector<const Accuracy*> accuracy_of(const Schema& schema) {
  std::vector<const Accuracy*> rows;
  const auto found = measured().rows.find(&schema);
  if (found == measured().rows.end()) return rows;
  for (const Accuracy& row : found->second) rows.push_back(&row);
  return rows;
}

const std::string& accuracy_judge() { return measured().judge; }

std::string ulp_text(const RuntimeAccuracy& accuracy) {
  if (accuracy.results == 0) return "–";
  if (std::isinf(accuracy.ulp)) return "NaN";
  if (accuracy.ulp <= 0.5) return "0.5";
  const std::string text = accuracy.ulp < 1000 ? fmt::format("{:.3g}", accuracy.ulp)
                                               : fmt::format("{:.1e}", accuracy.ulp);
  return text == "0.5" ? "> 0.5" : text;
}

std::string share_text(const RuntimeAccuracy& accuracy) {
  if (accuracy.results == 0) return "";
  if (accuracy.misrounded == 0) return "0";
  const double percent = 100.0 * double(accuracy.misrounded) / double(accuracy.results);
  return percent < 99.5 ? fmt::format("{:.2g} %", percent) : fmt::format("{:.0f} %", percent);
}

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
