#include "conformance/reports/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/values/utf8.h"

namespace etalon {

namespace {

using Row = std::vector<std::string>;

// The scoreboard's rows, header first: one column for pass and for each other status that occurs.
std::vector<Row> scoreboard(const Summary& summary) {
  std::vector<Status> columns;
  for (const Status status : all_statuses()) {
    if (status == Status::pass || summary.all[status] != 0) columns.push_back(status);
  }
  Row header = {"suite", "total"};
  for (const Status status : columns) header.emplace_back(to_string(status));
  std::vector<Row> rows = {header};
  const auto add = [&](const std::string& name, const Counts& counts) {
    Row row = {name, std::to_string(counts.total)};
    for (const Status status : columns) row.push_back(std::to_string(counts[status]));
    rows.push_back(row);
  };
  for (const auto& [name, counts] : summary.suites) add(printable(name), counts);
  add("all", summary.all);
  return rows;
}

// The rows as text: the first column is aligned to the left, numbers to the right.
std::string aligned(const std::vector<Row>& rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("{:<{}}", row[0], widths[0]);
    for (size_t i = 1; i < row.size(); ++i) text += fmt::format("  {:>{}}", row[i], widths[i]);
    text += "\n";
  }
  return text;
}

std::string headline(const RunReport& report) {
  const size_t n = report.results.size();
  const std::string judge = fmt::format("etalon {}", ETALON_VERSION);
  const std::string who =
      report.backend.empty() ? judge : fmt::format("{}, judged by {}", report.backend, judge);
  std::string text =
      fmt::format("{}: {} case{} in {:.2f} s", who, n, n == 1 ? "" : "s", report.seconds);
  if (const auto& shard = report.shard) {
    text += fmt::format(" (shard {} of {})", shard->index, shard->count);
  }
  return text;
}

bool is_listed(const CaseResult& result) {
  return !as_expected(result.status) && result.status != Status::unsupported;
}

std::string status_text(const CaseResult& result) {
  if (result.kind == Mismatch::none) return std::string(to_string(result.status));
  return fmt::format("{} ({})", to_string(result.status), to_string(result.kind));
}

// Escapes text so that Markdown shows it unchanged.
std::string markdown_text(const std::string& text) {
  std::string safe;
  for (const char c : printable(text)) {
    if (std::string_view("\\`*_{}[]<>|~&#").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

// The case with the greatest ULP distance of those that pass; nullptr when all are exact.
const CaseResult* least_exact(const std::vector<CaseResult>& results) {
  const CaseResult* worst = nullptr;
  for (const CaseResult& result : results) {
    const bool counts = result.status == Status::pass && result.max_ulp > 0;
    if (counts && (worst == nullptr || result.max_ulp > worst->max_ulp)) worst = &result;
  }
  return worst;
}

// The case with the greatest distance from the exact result, as a multiple of an honest
// evaluation's, of those that pass; nullptr when there is none.
const CaseResult* least_honest(const std::vector<CaseResult>& results) {
  const CaseResult* worst = nullptr;
  for (const CaseResult& result : results) {
    const bool counts = result.status == Status::pass && result.exact && result.exact->factor();
    if (counts && (worst == nullptr || *result.exact->factor() > *worst->exact->factor())) {
      worst = &result;
    }
  }
  return worst;
}

}  // namespace

std::string text_report(const RunReport& report) {
  const Summary summary = summarize(report.results);
  std::string text = headline(report) + "\n\n" + aligned(scoreboard(summary));
  if (!summary.missing.empty()) {
    text += "\nNot implemented (cases that need it):\n";
    for (const auto& [label, count] : summary.missing) {
      text += fmt::format("  {:>5}  {}\n", count, printable(label));
    }
  }
  if (!summary.errata.empty()) text += "\nErrata (cases that contradict the specification):\n";
  for (const auto& [id, count] : summary.errata) text += fmt::format("  {:>5}  {}\n", count, id);
  if (std::any_of(report.results.begin(), report.results.end(), is_listed)) text += "\n";
  for (const CaseResult& result : report.results) {
    if (!is_listed(result)) continue;
    text += fmt::format("{} {}: {}\n", status_text(result), printable(case_text(result)),
                        printable(result.message));
  }
  if (const CaseResult* worst = least_exact(report.results)) {
    text += fmt::format("\nLargest distance of a pass: {} ULP ({}/{})\n", worst->max_ulp,
                        printable(worst->suite), printable(worst->name));
  }
  if (const CaseResult* worst = least_honest(report.results)) {
    text += fmt::format("Furthest from the exact result, of the passes: {} ({}/{})\n",
                        to_string(*worst->exact), printable(worst->suite), printable(worst->name));
  }
  if (!summary.stale.empty()) text += "\n";
  for (const std::string& sentence : summary.stale) {
    text += "warning: stale erratum " + printable(sentence) + "\n";
  }
  return text;
}

std::string markdown_report(const RunReport& report) {
  const Summary summary = summarize(report.results);
  std::string text = fmt::format("# Conformance\n\n{}.\n\n", headline(report));
  const std::vector<Row> rows = scoreboard(summary);
  for (size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("| {} | {} |\n", markdown_text(rows[i][0]),
                        fmt::join(rows[i].begin() + 1, rows[i].end(), " | "));
    if (i != 0) continue;
    text += "| --- |";
    for (size_t column = 1; column < rows[0].size(); ++column) text += " ---: |";
    text += "\n";
  }
  if (!summary.missing.empty())
    text += "\n## Not implemented\n\n| operator | cases |\n| --- | ---: |\n";
  for (const auto& [label, count] : summary.missing) {
    text += fmt::format("| {} | {} |\n", markdown_text(label), count);
  }
  if (!summary.errata.empty()) text += "\n## Errata\n\n| erratum | cases |\n| --- | ---: |\n";
  for (const auto& [id, count] : summary.errata) text += fmt::format("| {} | {} |\n", id, count);
  if (std::any_of(report.results.begin(), report.results.end(), is_listed)) {
    text += "\n## Not as expected\n\n";
  }
  for (const CaseResult& result : report.results) {
    if (!is_listed(result)) continue;
    text += fmt::format("- {}: {}: {}\n", markdown_text(case_text(result)), status_text(result),
                        markdown_text(result.message));
  }
  return text;
}

}  // namespace etalon
