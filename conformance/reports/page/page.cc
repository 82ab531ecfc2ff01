#include "conformance/reports/page/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/reports/page/html.h"
#include "conformance/reports/page/page_data.h"
#include "conformance/reports/text.h"

// Defined in the generated etalon_page.S.
extern "C" const char etalon_page_style[], etalon_page_style_end[];
extern "C" const char etalon_page_script[], etalon_page_script_end[];

namespace etalon {

namespace {

constexpr size_t most_cases = 300;
constexpr size_t most_messages = 2;  // runs beside which a list has room for messages
constexpr size_t rows_of_a_file = 500;

// "16, 12 of them rounding" of a fail.
std::string count_text(const Summary& summary, Status status) {
  const auto within = summary.fails.find(Grade::rounding);
  const std::string text = std::to_string(summary.all[status]);
  if (status != Status::fail || within == summary.fails.end()) return text;
  return fmt::format("{}, {} of them rounding", text, within->second);
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
  const bool with_messages = runs.size() <= most_messages || cases.size() == 1;
  MarkupRows rows = {{"case"}};
  for (const PageRun& run : runs) rows[0].push_back(html_text(run.title));
  for (size_t i = 0; i < std::min(cases.size(), most); ++i) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(html_text(case_text(cases[i].any())));
    for (const CaseResult* result : cases[i].results) {
      row.push_back(
          result ? html_text(status_text(*result) + (with_messages ? " " + result->message : ""))
                 : "");
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

// Counts by run and by suite, and the cases that are not as expected (the first of very many).
std::string static_summary(const std::vector<PageRun>& runs, const std::vector<PageCase>& cases) {
  std::vector<Summary> summaries;
  for (const PageRun& run : runs) summaries.push_back(summarize(run.source->report.results));
  std::string text = "<h1>ONNX conformance</h1>\n" + run_table(runs, summaries);
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].shown) text += suite_table(runs[i], summaries[i]);
  }
  return text + unexpected_cases(runs, cases);
}

// The cases of one operator, or one case, whatever their status.
std::string static_cases(const std::string& title, const std::vector<PageRun>& runs,
                         const std::vector<PageCase>& cases) {
  return element("h1", title) + "\n" + case_table(runs, cases, cases.size());
}

const std::string_view page_style(etalon_page_style, etalon_page_style_end - etalon_page_style);
const std::string_view page_script(etalon_page_script, etalon_page_script_end - etalon_page_script);

// <body>: the summary, which the script replaces, and the data, before the scripts.
std::string body_of(const std::string& summary, const nlohmann::ordered_json& data,
                    const std::string& script_elements) {
  const std::string text = json_text(data);
  return fmt::format("<body>\n<main id=\"page\">\n{}</main>\n{}{}\n</body>", summary,
                     data_element("data", text), script_elements);
}

std::string script_at(const std::string& address) {
  return fmt::format("<script src=\"{}\"></script>", address);
}

// Writes rows as scripts, which a page that is opened from a file may load, too; their elements.
std::string write_rows(const std::filesystem::path& folder, const nlohmann::ordered_json& cases) {
  std::string elements;
  for (size_t begin = 0; begin < cases.size(); begin += rows_of_a_file) {
    nlohmann::ordered_json rows;
    for (size_t i = begin; i < std::min(begin + rows_of_a_file, cases.size()); ++i) {
      rows.push_back(cases[i]);
    }
    const std::string file = fmt::format("rows/{}.js", begin / rows_of_a_file);
    write_under(folder, file,
                fmt::format("(window.etalonRows ||= []).push(...{});\n", json_text(rows)));
    elements += script_at(file) + "\n";
  }
  return elements;
}

std::string title_of(const std::vector<PageRun>& runs) {
  std::string title;
  for (const PageRun& run : runs) {
    if (run.shown) title += (title.empty() ? "" : ", ") + run.title;
  }
  return "ONNX conformance: " + title;
}

std::set<std::string> operators_of(const PageCase& one) {
  std::set<std::string> names;
  for (const CaseResult* result : one.results) {
    if (result == nullptr) continue;
    for (const std::string& label : result->operators) names.insert(operator_name(label));
  }
  return names;
}

}  // namespace

std::string report_page(const std::vector<NamedReport>& reports) {
  const std::vector<PageRun> runs = page_runs(reports);
  const std::vector<PageCase> cases = page_cases(reports);
  return html_document({title_of(runs), "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
                        fmt::format("<style>\n{}</style>", page_style),
                        body_of(static_summary(runs, cases), page_data(runs, cases, {}),
                                fmt::format("<script>\n{}</script>", page_script))});
}

void write_report_site(const std::filesystem::path& folder,
                       const std::vector<NamedReport>& reports) {
  const std::vector<PageRun> runs = page_runs(reports);
  const std::vector<PageCase> all = page_cases(reports);
  const auto write = [&](const std::string& file, const std::string& title,
                         const std::vector<PageCase>& cases, PagePlace place) {
    place.in_folder = true;
    place.root = to_root(file);
    const bool is_index = place.root.empty();
    nlohmann::ordered_json data = page_data(runs, cases, place);
    const std::string rows = is_index ? write_rows(folder, data["cases"]) : "";
    if (is_index) data.erase("cases");
    // 'self' does not hold for files that are opened without a server.
    const std::string sources = "'self' 'unsafe-inline' file:";
    const std::string summary =
        is_index ? static_summary(runs, cases) : static_cases(title, runs, cases);
    write_under(
        folder, file,
        html_document({title, fmt::format("style-src {0}; script-src {0}", sources),
                       fmt::format("<link rel=\"stylesheet\" href=\"{}page.css\">", place.root),
                       body_of(summary, data, rows + script_at(place.root + "page.js"))}));
  };
  write_under(folder, "page.css", page_style);
  write_under(folder, "page.js", page_script);
  write("index.html", title_of(runs), all, {});
  std::map<std::string, std::vector<PageCase>> operators;
  for (const PageCase& one : all) {
    for (const std::string& name : operators_of(one)) operators[name].push_back(one);
    const CaseResult& any = one.any();
    write("cases/" + case_file(any) + ".html", any.name, {one}, {.case_of_page = 0});
  }
  for (const auto& [name, cases] : operators) {
    write("operators/" + file_name_of(name) + ".html", name, cases, {.op = name});
  }
}

}  // namespace etalon
