#include "conformance/reports/page/page_static.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/reports/groups.h"
#include "conformance/reports/page/page.h"
#include "conformance/reports/summary.h"

namespace etalon {

namespace {

constexpr size_t most_cases = 300;

std::vector<Status> occurring(const std::vector<Counts>& counts) {
  std::vector<Status> statuses;
  for (const Status status : all_statuses()) {
    const auto has = [&](const Counts& one) { return one[status] != 0; };
    if (std::any_of(counts.begin(), counts.end(), has)) statuses.push_back(status);
  }
  return statuses;
}

// "16, 12 of them within rounding" of a fail.
std::string count_text(const Summary& summary, Status status) {
  const auto within = summary.fails.find(RoundingVerdict::Kind::within);
  const std::string text = std::to_string(summary.all[status]);
  if (status != Status::fail || within == summary.fails.end()) return text;
  return fmt::format("{}, {} of them within rounding", text, within->second);
}

std::string run_table(const std::vector<PageRun>& runs) {
  std::vector<Counts> counts;
  std::vector<Summary> summaries;
  for (const PageRun& run : runs) {
    summaries.push_back(summarize(run.source->report.results));
    counts.push_back(summaries.back().all);
  }
  const std::vector<Status> statuses = occurring(counts);
  std::string text = "<table>\n<tr><th>runtime</th><th>date</th><th>cases</th>";
  for (const Status status : statuses) text += fmt::format("<th>{}</th>", to_string(status));
  text += "</tr>\n";
  for (size_t i = 0; i < runs.size(); ++i) {
    text += fmt::format(
        "<tr><td>{}{}</td><td>{}</td><td>{}</td>", html_text(runs[i].title),
        html_text(rule_text(runs[i].source->report) + partial_text(runs[i].source->report)),
        html_text(runs[i].source->report.info.date), counts[i].total);
    for (const Status status : statuses) {
      text += fmt::format("<td>{}</td>", count_text(summaries[i], status));
    }
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string suite_table(const PageRun& run) {
  const Summary summary = summarize(run.source->report.results);
  const std::vector<Status> statuses = occurring(std::vector<Counts>{summary.all});
  std::string text = fmt::format("<h2>{}: suites</h2>\n<table>\n<tr><th>suite</th><th>cases</th>",
                                 html_text(run.title));
  for (const Status status : statuses) text += fmt::format("<th>{}</th>", to_string(status));
  text += "</tr>\n";
  for (const auto& [name, counts] : summary.suites) {
    text += fmt::format("<tr><td>{}</td><td>{}</td>", html_text(name), counts.total);
    for (const Status status : statuses) text += fmt::format("<td>{}</td>", counts[status]);
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

bool is_unexpected(const CaseResult* result) {
  return result != nullptr && !as_expected(result->status);
}

std::string case_row(const std::vector<PageRun>& runs, const PageCase& one) {
  std::string row = fmt::format("<tr><td>{}</td>", html_text(case_text(one.any())));
  for (size_t i = 0; i < runs.size(); ++i) {
    const CaseResult* result = one.results[i];
    row += result == nullptr
               ? "<td></td>"
               : fmt::format("<td>{} {}</td>", status_text(*result), html_text(result->message));
  }
  return row + "</tr>\n";
}

std::string case_table(const std::vector<PageRun>& runs, const std::string& rows) {
  std::string head = "<table>\n<tr><th>case</th>";
  for (const PageRun& run : runs) head += fmt::format("<th>{}</th>", html_text(run.title));
  return head + "</tr>\n" + rows + "</table>\n";
}

std::string unexpected_cases(const std::vector<PageRun>& runs, const std::vector<PageCase>& cases) {
  std::string rows;
  size_t found = 0;
  for (const PageCase& one : cases) {
    if (std::none_of(one.results.begin(), one.results.end(), is_unexpected)) continue;
    if (++found <= most_cases) rows += case_row(runs, one);
  }
  if (found == 0) return "";
  std::string text = fmt::format("<h2>{} cases that are not as expected</h2>\n", found);
  if (found > most_cases) text += fmt::format("<p>The first {} are listed.</p>\n", most_cases);
  return text + case_table(runs, rows);
}

}  // namespace

std::string static_summary(const std::vector<PageRun>& runs, const std::vector<PageCase>& cases) {
  std::string text = "<h1>ONNX conformance</h1>\n" + run_table(runs);
  for (const PageRun& run : runs) {
    if (run.shown) text += suite_table(run);
  }
  return text + unexpected_cases(runs, cases);
}

std::string static_cases(const std::string& title, const std::vector<PageRun>& runs,
                         const std::vector<PageCase>& cases) {
  std::string rows;
  for (const PageCase& one : cases) rows += case_row(runs, one);
  return fmt::format("<h1>{}</h1>\n", html_text(title)) + case_table(runs, rows);
}

}  // namespace etalon
