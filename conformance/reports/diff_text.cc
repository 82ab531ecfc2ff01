#include "conformance/reports/diff_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "conformance/reports/groups.h"
#include "conformance/reports/table.h"
#include "conformance/reports/text.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// What happened to some cases, and their names.
struct Event {
  std::string text;
  std::vector<std::string> names;
};

// One list of the comparison, in which cases with the same text are together.
struct Section {
  std::string title;
  std::string key;  // in JSON
  std::vector<Event> events;

  size_t size() const {
    size_t count = 0;
    for (const Event& event : events) count += event.names.size();
    return count;
  }
};

std::string name_of(const CaseResult& result) { return printable(case_text(result)); }

std::string with_message(const CaseResult& result) {
  return result.message.empty() ? "" : ": " + printable(result.message);
}

void add(const std::string& text, const std::string& name, std::vector<Event>& events) {
  const auto same = std::find_if(events.begin(), events.end(),
                                 [&](const Event& event) { return event.text == text; });
  if (same == events.end()) {
    events.push_back({text, {name}});
  } else {
    same->names.push_back(name);
  }
}

std::vector<Event> events_of(const std::vector<CaseChange>& changes,
                             const std::function<std::string(const CaseChange&)>& text) {
  std::vector<Event> events;
  for (const CaseChange& change : changes) add(text(change), name_of(*change.after), events);
  return events;
}

std::vector<Event> events_of(const std::vector<const CaseResult*>& results) {
  std::vector<Event> events;
  for (const CaseResult* result : results) add(status_text(*result), name_of(*result), events);
  return events;
}

// One line for a single case; the text once, then the names, for several.
std::vector<std::string> lines_of(const Section& section) {
  constexpr size_t most_names = 10;
  std::vector<std::string> lines;
  for (const auto& [text, names] : section.events) {
    if (names.size() == 1) {
      lines.push_back(names.front() + ": " + text);
      continue;
    }
    lines.push_back(fmt::format("{} cases: {}", names.size(), text));
    const size_t shown =
        section.key == "regressions" ? names.size() : std::min(names.size(), most_names);
    for (size_t i = 0; i < shown; ++i) lines.push_back("  " + names[i]);
    if (shown < names.size()) lines.push_back(fmt::format("  … {} more", names.size() - shown));
  }
  return lines;
}

std::string status_change(const CaseChange& change) {
  return fmt::format("{} → {}{}", status_text(*change.before), status_text(*change.after),
                     with_message(*change.after));
}

std::string message_change(const CaseChange& change) {
  return fmt::format("{}: {} → {}", status_text(*change.after), printable(change.before->message),
                     printable(change.after->message));
}

std::string rounding_change(const CaseChange& change) {
  const auto word = [](const CaseResult& result) { return to_string(result.rounding->kind); };
  return fmt::format("{}, {} → {}", to_string(change.after->status), word(*change.before),
                     word(*change.after));
}

std::string digit_change(const CaseChange& change) {
  return fmt::format("{} → {} ULP, {:.2g} → {:.2g} absolute", change.before->max_ulp,
                     change.after->max_ulp, change.before->max_abs, change.after->max_abs);
}

std::vector<Section> sections(const ReportDiff& diff) {
  return {{"Regressions", "regressions", events_of(diff.regressions, status_change)},
          {"Fixed", "fixed", events_of(diff.fixed, status_change)},
          {"Other statuses", "statuses", events_of(diff.statuses, status_change)},
          {"Other verdicts on rounding", "rounding", events_of(diff.rounding, rounding_change)},
          {"Other messages", "messages", events_of(diff.messages, message_change)},
          {"Other digits", "digits", events_of(diff.digits, digit_change)},
          {"New cases", "new", events_of(diff.added)},
          {"Gone cases", "gone", events_of(diff.gone)}};
}

std::string report_line(const NamedReport& named) {
  const RunReport& report = named.report;
  return fmt::format("{}: {} cases, judged by etalon {}{} ({})", printable(runtime_text(report)),
                     report.results.size(), judge_version(report),
                     printable(rule_text(report) + partial_text(report)), printable(named.name));
}

// The number of cases of each status in both reports; only statuses that occur. Fails that are
// within rounding have a row of their own, too.
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
    const auto within = RoundingVerdict::Kind::within;
    const size_t old_count = earlier.fails[within], new_count = later.fails[within];
    if (old_count + new_count != 0) add("fail, within rounding", old_count, new_count);
  }
  add("all", before.total, after.total);
  return rows;
}

// Operators with more regressions first; empty if no case changed.
std::vector<Row> operator_rows(const ReportDiff& diff) {
  const auto table = by_operator(diff);
  std::vector<std::pair<std::string, OperatorChanges>> list(table.begin(), table.end());
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return std::tie(a.second.regressions, a.second.fixed) >
           std::tie(b.second.regressions, b.second.fixed);
  });
  std::vector<Row> rows;
  if (!list.empty()) {
    rows.push_back(
        {"operator", "regressions", "fixed", "statuses", "rounding", "messages", "digits"});
  }
  for (const auto& [label, changes] : list) {
    rows.push_back({printable(label), std::to_string(changes.regressions),
                    std::to_string(changes.fixed), std::to_string(changes.statuses),
                    std::to_string(changes.rounding), std::to_string(changes.messages),
                    std::to_string(changes.digits)});
  }
  return rows;
}

}  // namespace

std::string diff_text(const Comparison& comparison, const Paint& paint) {
  std::string text = fmt::format("old  {}\nnew  {}\n\n", report_line(comparison.before),
                                 report_line(comparison.after));
  for (const std::string& line : aligned(status_rows(comparison))) text += line + "\n";
  bool any = false;
  for (const Section& section : sections(comparison.diff)) {
    if (section.events.empty()) continue;
    any = true;
    const std::string title = fmt::format("{}: {}", section.title, section.size());
    text += fmt::format("\n{}\n", section.key == "regressions" ? paint.bad(title)
                                  : section.key == "fixed"     ? paint.good(title)
                                                               : paint.strong(title));
    for (const std::string& line : lines_of(section)) text += "  " + line + "\n";
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
  for (const Section& section : sections(comparison.diff)) {
    if (section.events.empty()) continue;
    text += fmt::format("\n## {}: {}\n\n", section.title, section.size());
    for (const std::string& line : lines_of(section)) {
      const bool name = line.starts_with("  ");
      text += (name ? "  - " : "- ") + markdown_text(name ? line.substr(2) : line) + "\n";
    }
  }
  const std::vector<Row> rows = operator_rows(comparison.diff);
  return rows.empty() ? text : text + "\n## By operator\n\n" + markdown_table(rows);
}

}  // namespace etalon
