#include "conformance/reports/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/reports/text.h"
#include "engine/values/utf8.h"

namespace etalon {

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

std::vector<std::string> aligned(const std::vector<Row>& rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (size_t i = 1; i < row.size(); ++i) line += fmt::format("  {:>{}}", row[i], widths[i]);
    lines.push_back(line);
  }
  return lines;
}

std::string markdown_table(const std::vector<Row>& rows) {
  std::string text;
  for (size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("| {} | {} |\n", markdown_text(rows[i][0]),
                        fmt::join(rows[i].begin() + 1, rows[i].end(), " | "));
    if (i != 0) continue;
    text += "| --- |";
    for (size_t column = 1; column < rows[0].size(); ++column) text += " ---: |";
    text += "\n";
  }
  return text;
}

}  // namespace etalon
