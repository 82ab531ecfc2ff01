#include "conformance/reports/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "conformance/common/markup.h"
#include "conformance/reports/text.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

std::string with_message(const CaseResult& result) {
  return result.message.empty() ? "" : ": " + printable(result.message);
}

std::string status_change(const CaseChange& change) {
  return fmt::format("{} → {}{}", status_text(*change.before), status_text(*change.after),
                     with_message(*change.after));
}

std::string message_change(const CaseChange& change) {
  return fmt::format("{}: {} → {}", status_text(*change.after), printable(change.before->message),
                     printable(change.after->message));
}

std::string verdict_change(const CaseChange& change) {
  const auto word = [](const CaseResult& result) { return to_string(result.judged->grade); };
  return fmt::format("{}, {} → {}", to_string(change.after->status), word(*change.before),
                     word(*change.after));
}

std::string digit_change(const CaseChange& change) {
  return fmt::format("{} → {} ULP, {:.2g} → {:.2g} absolute", change.before->max_ulp,
                     change.after->max_ulp, change.before->max_abs, change.after->max_abs);
}

std::string text_of(Change change, const CaseChange& one) {
  switch (change) {
    case Change::regressions:
    case Change::fixed:
    case Change::statuses:
      return status_change(one);
    case Change::verdict:
      return verdict_change(one);
    case Change::messages:
      return message_change(one);
    case Change::digits:
      return digit_change(one);
    case Change::added:
    case Change::gone:
      break;
  }
  return status_text(one.newest());
}

// One line for a single case; the text once, then the names, for several with the same text.
std::vector<std::string> lines_of(Change change, const std::vector<CaseChange>& cases) {
  constexpr size_t most_names = 10;
  std::vector<std::string> texts;  // each once, in order
  std::map<std::string, std::vector<std::string>> names;
  for (const CaseChange& one : cases) {
    const std::string text = text_of(change, one);
    if (names[text].empty()) texts.push_back(text);
    names[text].push_back(printable(case_text(one.newest())));
  }
  std::vector<std::string> lines;
  for (const std::string& text : texts) {
    const std::vector<std::string>& same = names[text];
    if (same.size() == 1) {
      lines.push_back(same.front() + ": " + text);
      continue;
    }
    lines.push_back(fmt::format("{} cases: {}", same.size(), text));
    const size_t shown =
        change == Change::regressions ? same.size() : std::min(same.size(), most_names);
    for (size_t i = 0; i < shown; ++i) lines.push_back("  " + same[i]);
    if (shown < same.size()) lines.push_back(fmt::format("  … {} more", same.size() - shown));
  }
  return lines;
}

std::string report_line(const NamedReport& named) {
  const RunReport& report = named.report;
  return fmt::format("{}: {} cases, judged by etalon {}{} ({})", printable(runtime_text(report)),
                     report.results.size(), judge_version(report),
                     printable(rule_text(report) + partial_text(report)), printable(named.name));
}

// The number of cases of each status in both reports; only statuses that occur. Fails that are
// rounding have a row of their own, too.
std::vector<Row> status_rows(const Comparison& comparison) {
  Summary earlier = summarize(comparison.before.report.results);
  Summary later = summarize(comparison.after.report.results);
  const Counts &before = earlier.all, &after = later.all;
  std::vector<Row> rows = {{"status", "old", "new", "change"}};
  const auto add = [&](const std::string& name, size_t old_count, size_t new_count) {
    const auto change = static_cast<int64_t>(new_count) - static_cast<int64_t>(old_count);
    rows.push_back({name, std::to_string(old_count), std::to_string(new_count),
                    change == 0 ? "0" : fmt::format("{:+}", change)});
  };
  for (const Status status : all_statuses()) {
    if (before[status] + after[status] == 0) continue;
    add(std::string(to_string(status)), before[status], after[status]);
    if (status != Status::fail) continue;
    const size_t old_count = earlier.fails[Grade::rounding];
    const size_t new_count = later.fails[Grade::rounding];
    if (old_count + new_count != 0) add("fail, rounding", old_count, new_count);
  }
  add("all", before.total, after.total);
  return rows;
}

// Operators with more regressions first; empty if no case changed.
std::vector<Row> operator_rows(const ReportDiff& diff) {
  const auto table = by_operator(diff);
  if (table.empty()) return {};
  std::vector<std::pair<std::string, ByChange<size_t>>> list(table.begin(), table.end());
  std::ranges::stable_sort(list, std::greater(), [](const auto& one) {
    return std::pair(one.second[Change::regressions], one.second[Change::fixed]);
  });
  std::vector<Row> rows = {{"operator"}};
  for (const ChangeName& column : changes_of_cases) rows[0].emplace_back(column.key);
  for (const auto& [label, counts] : list) {
    Row& row = rows.emplace_back(Row{printable(label)});
    for (const ChangeName& column : changes_of_cases) {
      row.push_back(std::to_string(counts[column.change]));
    }
  }
  return rows;
}

}  // namespace

std::string diff_text(const Comparison& comparison, const Paint& paint) {
  std::string text = fmt::format("old  {}\nnew  {}\n\n", report_line(comparison.before),
                                 report_line(comparison.after));
  for (const std::string& line : aligned(status_rows(comparison))) text += line + "\n";
  bool any = false;
  for (const auto& [change, key, name] : all_changes) {
    const std::vector<CaseChange>& cases = comparison.diff[change];
    if (cases.empty()) continue;
    any = true;
    const std::string title = fmt::format("{}: {}", name, cases.size());
    text += fmt::format("\n{}\n", change == Change::regressions ? paint.bad(title)
                                  : change == Change::fixed     ? paint.good(title)
                                                                : paint.strong(title));
    for (const std::string& line : lines_of(change, cases)) text += "  " + line + "\n";
  }
  if (!any) return text + "\nNothing changed.\n";
  const std::vector<Row> rows = operator_rows(comparison.diff);
  if (rows.empty()) return text;
  text += "\n";
  for (const std::string& line : aligned(rows)) text += line + "\n";
  return text;
}

std::string diff_markdown(const Comparison& comparison) {
  std::string text = fmt::format("# What changed\n\n- old: {}\n- new: {}\n\n",
                                 markdown_text(report_line(comparison.before)),
                                 markdown_text(report_line(comparison.after)));
  text += markdown_table(status_rows(comparison));
  for (const auto& [change, key, title] : all_changes) {
    const std::vector<CaseChange>& cases = comparison.diff[change];
    if (cases.empty()) continue;
    text += fmt::format("\n## {}: {}\n\n", title, cases.size());
    for (const std::string& line : lines_of(change, cases)) {
      const bool name = line.starts_with("  ");
      text += (name ? "  - " : "- ") + markdown_text(name ? line.substr(2) : line) + "\n";
    }
  }
  const std::vector<Row> rows = operator_rows(comparison.diff);
  return rows.empty() ? text : text + "\n## By operator\n\n" + markdown_table(rows);
}

}  // namespace etalon
