#include "conformance/site/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/cases/releases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/explain/schema_text.h"
#include "conformance/reports/page/html.h"
#include "conformance/site/frame.h"
#include "engine/values/json.h"

namespace etalon::site {

namespace {

using nlohmann::ordered_json;

// Of the newest release that has one.
std::filesystem::path newest_file() {
  std::filesystem::path newest;
  const std::filesystem::path folder = data_folder() / "scoreboard";
  if (!std::filesystem::is_directory(folder)) return newest;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path& file = entry.path();
    if (file.extension() != ".json") continue;
    if (!earlier_release(file.stem().string(), newest.stem().string())) newest = file;
  }
  return newest;
}

// What the script reads: the runtimes without messages, and the operators with their cases.
ordered_json script_data(const nlohmann::json& board, const ScoredVersions& versions) {
  ordered_json data = {{"statuses", board.at("statuses")}, {"verdicts", board.at("verdicts")}};
  for (const nlohmann::json& runtime : board.at("runtimes")) {
    ordered_json entry = runtime;
    entry.erase("messages");
    data["runtimes"].push_back(std::move(entry));
  }
  for (const auto& [label, cases] : board.at("cases").items()) {
    const auto found = versions.find(label);
    ordered_json entry = {{"label", label}, {"family", "several operators"}, {"opset", "several"}};
    if (found != versions.end()) {
      const ScoredVersion& version = found->second;
      entry.update({{"family", version.family}, {"opset", version.opset}, {"page", version.page}});
    } else if (!label.empty()) {
      entry.update({{"family", "others"}, {"opset", "others"}});
    }
    entry["cases"] = cases;
    data["operators"].push_back(std::move(entry));
  }
  return data;
}

// How many cases of each runtime have each status, for browsers without scripts.
std::string counts_table(const nlohmann::json& board) {
  MarkupRows rows = {{"runtime", "version", "date"}};
  for (const auto& [status, letter] : board.at("statuses").items()) {
    rows[0].push_back(html_text(status));
  }
  for (const auto& runtime : board.at("runtimes")) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const char* field : {"name", "version", "date"}) {
      row.push_back(html_text(runtime.at(field).get<std::string>()));
    }
    const std::string statuses = runtime.at("statuses");
    for (const auto& [status, letter] : board.at("statuses").items()) {
      const char sought = letter.get<std::string>().at(0);
      row.push_back(std::to_string(std::count(statuses.begin(), statuses.end(), sought)));
    }
  }
  return around("div", table(rows), " class=\"wide\"");
}

}  // namespace

void add_versions(ScoredVersions& versions, const OperatorPage& page, const std::string& family) {
  for (const explain::Facts& facts : page.versions) {
    const Schema& schema = *facts.schema;
    const std::string domain = schema.domain.empty() ? "" : schema.domain + " ";
    versions[schema.label()] = {family, domain + std::to_string(schema.since_version),
                                fmt::format("{}#v{}", operator_file(schema), schema.since_version)};
  }
}

std::string scoreboard_page(const ScoredVersions& versions) {
  const std::filesystem::path file = newest_file();
  std::string body = "<h1>Scoreboard</h1>\n";
  if (file.empty()) {
    body += "<p>No runtime was measured.</p>\n";
  } else {
    const nlohmann::json board = read_json(file);
    naming(file.string(), [&] {
      body += fmt::format(
          "<p>Runtimes on the official cases of {}. <b>Right</b> is the share of the cases that a "
          "runtime supports which pass, or differ only as errata, open points and random numbers "
          "allow. A runtime with few operators may be as right as one with many. A fail with the "
          "verdict rounding is no further off than sampled evaluations.</p>\n<div "
          "id=\"scoreboard\">{}</div>\n{}",
          html_text(board.at("release").get<std::string>()), counts_table(board),
          data_element("board", json_text(script_data(board, versions))));
    });
  }
  return whole_page({"scoreboard.html", "Scoreboard – Etalon", body});
}

}  // namespace etalon::site
