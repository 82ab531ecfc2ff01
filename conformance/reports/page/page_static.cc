#include "conformance/reports/page/page_static.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/reports/groups.h"
#include "conformance/reports/page/html.h"
#include "conformance/reports/table.h"

namespace etalon {

namespace {

constexpr size_t most_cases = 300;

// "16, 12 of them within rounding" of a fail.
std::string count_text(const Summary& summary, Status status) {
  const auto within = summary.fails.find(RoundingVerdict::Kind::within);
  const std::string text = std::to_string(summary.all[status]);
  if (status != Status::fail || within == summary.fails.end()) return text;
  return fmt::format("{}, {} of them within rounding", text, within->second);
}

std::string run_table(const std::vector<PageRun>& runs, const std::vector<Summary>& summaries) {
  MarkupRows rows = {{"runtime", "date", "cases"}};
  for (size_t i = 0; i < runs.size(); ++i) {
    const RunReport& report = runs[i].source->report;
    rows.push_back({html_text(runs[i].title + rule_text(report) + partial_text(report)),
                    html_text(report.info.date), std::to_string(summaries[i].all.total)});
  }
  for (const Status status : all_statuses()) {
    const auto has = [&](const Summary& one) { return one.all[status] != 0; };
    if (std::none_of(summaries.begin(), summaries.end(), has)) continue;
    rows[0].emplace_back(to_string(status));
    for (size_t i = 0; i < runs.size(); ++i) {
      rows[i + 1].push_back(count_text(summaries[i], status));
    }
  }
  return table(rows);
}

std::string suite_table(const PageRun& run, const Summary& summary) {
  MarkupRows rows;
  for (const Row& row : scoreboard(summary)) {
    std::transform(row.begin(), row.end(), std::back_inserter(rows.emplace_back()), html_text);
  }
  return element("h2", run.title + ": suites") + "\n" + table(rows);
}

bool is_unexpected(const CaseResult* result) {
  return result != nullptr && !as_expected(result->status);
}

// The first cases, one a row, and what each run says.
std::string case_table(const std::vector<PageRun>& runs, const std::vector<PageCase>& cases,
                       size_t most) {
  MarkupRows rows = {{"case"}};
  for (const PageRun& run : runs) rows[0].push_back(html_text(run.title));
  for (size_t i = 0; i < std::min(cases.size(), most); ++i) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(html_text(case_text(cases[i].any())));
    for (const CaseResult* result : cases[i].results) {
      row.push_back(result ? html_text(status_text(*result) + " " + result->message) : "");
    }
  }
  return table(rows);
}

std::string unexpected_cases(const std::vector<PageRun>& runs, std::vector<PageCase> cases) {
  std::erase_if(cases, [](const PageCase& one) {
    return std::none_of(one.results.begin(), one.results.end(), is_unexpected);
  });
  if (cases.empty()) return "";
  std::string text = fmt::format("<h2>{} cases that are not as expected</h2>\n", cases.size());
  if (cases.size() > most_cases)
    text += fmt::format("<p>The first {} are listed.</p>\n", most_cases);
  return text + case_table(runs, cases, most_cases);
}

}  // namespace

std::string static_summary(const std::vector<PageRun>& runs, const std::vector<PageCase>& cases) {
  std::vector<Summary> summaries;
  for (const PageRun& run : runs) summaries.push_back(summarize(run.source->report.results));
  std::string text = "<h1>ONNX conformance</h1>\n" + run_table(runs, summaries);
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].shown) text += suite_table(runs[i], summaries[i]);
  }
  return text + unexpected_cases(runs, cases);
}

std::string static_cases(const std::string& title, const std::vector<PageRun>& runs,
                         const std::vector<PageCase>& cases) {
  return element("h1", title) + "\n" + case_table(runs, cases, cases.size());
}

}  // namespace etalon
