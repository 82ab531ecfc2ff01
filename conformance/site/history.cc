#include "conformance/site/history.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <filesystem>

#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/reports/page/html.h"
#include "conformance/site/frame.h"

namespace etalon::site {

namespace {

constexpr int width = 560, height = 190, left = 66, right = 24, top = 14, bottom = 34;

// "2026-10-02", which orders as text.
std::string date_from(const nlohmann::json& written, const char* key) {
  static const re2::RE2 form(R"(\d{4}-\d\d-\d\d)");
  const auto date = field<std::string>(written, key);
  if (!re2::RE2::FullMatch(date, form)) throw InvalidInput("'{}' is not a date", date);
  return date;
}

// Days, of months of 31, for a place on an axis.
double days(const std::string& date) {
  const auto number = [&](size_t at, size_t count) { return std::stoi(date.substr(at, count)); };
  return number(0, 4) * 372.0 + number(5, 2) * 31.0 + number(8, 2);
}

HistoryRun run_from(const nlohmann::json& written) {
  HistoryRun run;
  read_field(written, "version", run.version);
  run.date = date_from(written, "date");
  run.measured = date_from(written, "measured");
  read_field(written, "release", run.release);
  read_field(written, "cases", run.cases);
  for (const auto& [word, count] : written.at("counts").items()) {
    run.tally.counts[static_cast<size_t>(word_named(word))] = count.get<int>();
  }
  for (const auto& [word, names] : written.at("cases_by_verdict").items()) {
    names.get_to(run.names[word_named(word)]);
  }
  return run;
}

std::vector<History> read_histories(const std::filesystem::path& folder) {
  std::vector<History> read;
  if (!std::filesystem::is_directory(folder)) return read;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    read.push_back(
        naming(entry.path().string(), [&] { return history_from(read_json(entry.path())); }));
  }
  std::sort(read.begin(), read.end(),
            [](const History& a, const History& b) { return a.runtime < b.runtime; });
  return read;
}

// The word of each case that is not sound.
std::map<std::string, Word> words_by_case(const HistoryRun& run) {
  std::map<std::string, Word> found;
  for (const auto& [word, names] : run.names) {
    for (const std::string& one : names) found.emplace(one, word);
  }
  return found;
}

double share_of(const HistoryRun& run, int count) {
  return run.cases == 0 ? 0 : static_cast<double>(count) / run.cases;
}
int supported(const HistoryRun& run) { return run.tally.tried() - run.tally.of(Word::unsupported); }

struct Axis {
  explicit Axis(const History& history)
      : first(days(history.runs.front().date)), span(days(history.runs.back().date) - first) {}
  double x(const HistoryRun& run) const {
    const double share = span > 0 ? (days(run.date) - first) / span : 0.5;
    return left + share * (width - left - right);
  }
  static double y(double share) { return top + (1 - share) * (height - top - bottom); }
  double first, span;
};

// A line over the runs, with a point and its number at each.
std::string line_markup(const History& history, const char* kind, int (*count)(const HistoryRun&)) {
  const Axis axis(history);
  std::string points, marks;
  for (const HistoryRun& run : history.runs) {
    const double x = axis.x(run), y = Axis::y(share_of(run, count(run)));
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>", x, y);
  }
  return fmt::format("<g class=\"line {}\"><polyline points=\"{}\"/>{}</g>", kind, points, marks);
}

std::string drawing(const History& history) {
  const Axis axis(history);
  std::string text = fmt::format(
      "<svg class=\"history\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}: shares of the "
      "cases over the releases; the table has the numbers\">",
      width, height, html_text(history.runtime));
  for (const int percent : {0, 50, 100}) {
    const double y = Axis::y(percent / 100.0);
    text += fmt::format(
        "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><text x=\"{}\" "
        "y=\"{:.1f}\" class=\"end\">{} %</text>",
        left, width - right, y, y, left - 6, y + 4, percent);
  }
  double free = 0;  // where the next label may begin
  for (const HistoryRun& run : history.runs) {
    const double x = axis.x(run);
    if (x < free) continue;
    const char* place = x > width - right - 40 ? "end" : x < left + 40 ? "start" : "middle";
    text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" class=\"{}\">{}</text>", x, height - 12, place,
                        html_text(run.version));
    free = x + 70;
  }
  text += line_markup(history, "supported", supported);
  text += line_markup(history, "sound", [](const HistoryRun& run) { return run.tally.sound(); });
  return text + "</svg>";
}

std::string runs_table(const History& history) {
  MarkupRows rows = {{"version", "released", "test data", "cases", "sound"}};
  for (const Word word : {Word::same, Word::rounding, Word::open, Word::unknown, Word::unlikely,
                          Word::wrong, Word::refused, Word::unsupported}) {
    rows[0].emplace_back(name(word));
  }
  for (const HistoryRun& run : history.runs) {
    std::vector<std::string> row = {html_text(run.version), run.date, html_text(run.release),
                                    std::to_string(run.cases), std::to_string(run.tally.sound())};
    for (size_t i = rows[0].size() - row.size(); i > 0; --i) {
      row.push_back(std::to_string(run.tally.of(word_named(rows[0][rows[0].size() - i]))));
    }
    rows.push_back(std::move(row));
  }
  return table(rows, " class=\"figures\"");
}

// What came and went between two runs. Test data of another release is another set of cases.
std::string change_markup(const HistoryRun& before, const HistoryRun& after) {
  std::string lines;
  for (const auto& [change, cases] : changes_between(before, after)) {
    lines += fmt::format("<li><details><summary>{} {}: {}</summary>{}</details></li>", cases.size(),
                         cases.size() == 1 ? "case" : "cases", change,
                         html_text(fmt::format("{}", fmt::join(cases, ", "))));
  }
  std::string heading = before.version + " → " + after.version;
  if (before.release != after.release) {
    heading += fmt::format(", test data {} → {}", before.release, after.release);
  }
  return element("h3", heading) + "\n" +
         (lines.empty() ? "<p>No case changed.</p>" : around("ul", lines)) + "\n";
}

}  // namespace

History history_from(const nlohmann::json& written) {
  History history;
  read_field(written, "runtime", history.runtime);
  each_entry(written, "runs",
             [&](const nlohmann::json& run) { history.runs.push_back(run_from(run)); });
  if (history.runs.empty()) throw InvalidInput("\"runs\" is empty");
  return history;
}

const std::vector<History>& histories() {
  static const std::vector<History> read = read_histories(data_folder() / "scoreboard" / "history");
  return read;
}

std::map<std::string, std::vector<std::string>> changes_between(const HistoryRun& before,
                                                                const HistoryRun& after) {
  const std::map<std::string, Word> old = words_by_case(before), now = words_by_case(after);
  const auto word_in = [](const auto& words, const std::string& one) -> std::string_view {
    const auto found = words.find(one);
    return found == words.end() ? "sound" : name(found->second);
  };
  std::set<std::string> all;
  for (const auto* words : {&old, &now}) {
    for (const auto& [one, word] : *words) all.insert(one);
  }
  std::map<std::string, std::vector<std::string>> changed;
  for (const std::string& one : all) {
    const std::string_view was = word_in(old, one), is = word_in(now, one);
    if (was != is) changed[fmt::format("{} → {}", was, is)].push_back(one);
  }
  return changed;
}

std::string history_page() {
  std::string body =
      "<h1>Runtimes over their releases</h1>\n<p>The official cases with each release of a "
      "runtime, "
      "by the date of the release. <b class=\"line sound\">Sound</b> are the cases that are same, "
      "rounding or open; <b class=\"line supported\">supported</b> those that the runtime does not "
      "call unsupported; both as shares of all cases.</p>\n";
  if (histories().empty()) body += "<p>No release was measured.</p>\n";
  for (const History& history : histories()) {
    std::string changes;
    for (size_t i = history.runs.size(); i-- > 1;) {
      changes += change_markup(history.runs[i - 1], history.runs[i]);
    }
    body += section("history-" + file_name_of(history.runtime), history.runtime,
                    drawing(history) + runs_table(history) + changes);
  }
  return whole_page({"history.html", "History – Etalon", body});
}

}  // namespace etalon::site
