#include "conformance/reports/page/page.h"

#include <fmt/format.h>

#include <map>

#include "conformance/common/file_names.h"
#include "conformance/reports/page/html.h"
#include "conformance/reports/page/page_data.h"
#include "conformance/reports/page/page_static.h"
#include "engine/values/json.h"

// Defined in the generated etalon_page.S.
extern "C" const char etalon_page_style[], etalon_page_style_end[];
extern "C" const char etalon_page_script[], etalon_page_script_end[];

namespace etalon {

namespace {

const std::string_view page_style(etalon_page_style, etalon_page_style_end - etalon_page_style);
const std::string_view page_script(etalon_page_script, etalon_page_script_end - etalon_page_script);

// <body>: the summary, which the script replaces, and the data, before the script.
std::string body_of(const std::string& summary, const nlohmann::ordered_json& data,
                    const std::string& script_element) {
  const std::string text =
      data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return fmt::format("<body>\n<main id=\"page\">\n{}</main>\n{}{}\n</body>", summary,
                     data_element("data", text), script_element);
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
    // 'self' does not hold for files that are opened without a server.
    const std::string sources = "'self' 'unsafe-inline' file:";
    const std::string summary =
        place.root.empty() ? static_summary(runs, cases) : static_cases(title, runs, cases);
    write_under(
        folder, file,
        html_document({title, fmt::format("style-src {0}; script-src {0}", sources),
                       fmt::format("<link rel=\"stylesheet\" href=\"{}page.css\">", place.root),
                       body_of(summary, page_data(runs, cases, place),
                               fmt::format("<script src=\"{}page.js\"></script>", place.root))}));
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
