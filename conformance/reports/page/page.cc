#include "conformance/reports/page/page.h"

#include <fmt/format.h>

#include <map>

#include "conformance/common/file_names.h"
#include "conformance/common/markup.h"
#include "conformance/reports/page/page_assets.h"
#include "conformance/reports/page/page_data.h"
#include "conformance/reports/page/page_static.h"
#include "engine/loader/file.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

// JSON inside of <script>: "<" would end the element, or begin a comment.
std::string embedded(const nlohmann::ordered_json& data) {
  const std::string text =
      data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) c == '<' ? safe += "\\u003c" : safe += c;
  return safe;
}

struct PageParts {
  std::string title;
  std::string policy;   // of Content-Security-Policy, for styles and scripts
  std::string style;    // elements of <head>
  std::string summary;  // what is shown without scripts
  std::string script;   // elements at the end of <body>
};

std::string page_of(const PageParts& parts, const std::vector<PageRun>& runs,
                    const std::vector<PageCase>& cases, const PagePlace& place) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {0}; "
      "script-src {0}\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{1}</title>\n{2}\n</head>\n<body>\n<main id=\"page\">\n{3}</main>\n"
      "<script type=\"application/json\" id=\"data\">{4}</script>\n{5}\n</body>\n</html>\n",
      parts.policy, html_text(parts.title), parts.style, parts.summary,
      embedded(page_data(runs, cases, place)), parts.script);
}

std::string title_of(const std::vector<PageRun>& runs) {
  std::string title;
  for (const PageRun& run : runs) {
    if (run.shown) title += (title.empty() ? "" : ", ") + run.title;
  }
  return "ONNX conformance: " + title;
}

class Site {
 public:
  Site(fs::path folder, const std::vector<NamedReport>& reports)
      : folder_(std::move(folder)), runs_(page_runs(reports)), cases_(page_cases(reports)) {}

  void write() const {
    write_text("page.css", page_style());
    write_text("page.js", page_script());
    write_page("index.html", title_of(runs_), "", cases_, {});
    std::map<std::string, std::vector<PageCase>> operators;
    for (const PageCase& one : cases_) {
      for (const std::string& name : operators_of(one)) operators[name].push_back(one);
      const std::string file = "cases/" + case_file(one.any()) + ".html";
      PagePlace place;
      place.case_of_page = 0;
      write_page(file, one.any().name, "../../../", {one}, place);
    }
    for (const auto& [name, cases] : operators) {
      PagePlace place;
      place.op = name;
      write_page("operators/" + file_name_of(name) + ".html", name, "../", cases, place);
    }
  }

 private:
  static std::set<std::string> operators_of(const PageCase& one) {
    std::set<std::string> names;
    for (const CaseResult* result : one.results) {
      if (result == nullptr) continue;
      for (const std::string& label : result->operators) names.insert(operator_name(label));
    }
    return names;
  }

  void write_text(const fs::path& file, const std::string& text) const {
    const fs::path path = folder_ / file;
    std::error_code problem;
    fs::create_directories(path.parent_path(), problem);
    if (problem) {
      throw InvalidInput("{}: the folder cannot be made: {}", path.parent_path().string(),
                         problem.message());
    }
    write_file(path, text);
  }

  void write_page(const fs::path& file, const std::string& title, const std::string& root,
                  const std::vector<PageCase>& cases, PagePlace place) const {
    place.in_folder = true;
    place.root = root;
    // 'self' does not hold for files that are opened without a server.
    const PageParts parts{
        title, "'self' 'unsafe-inline' file:",
        fmt::format("<link rel=\"stylesheet\" href=\"{}page.css\">", root),
        root.empty() ? static_summary(runs_, cases) : static_cases(title, runs_, cases),
        fmt::format("<script src=\"{}page.js\"></script>", root)};
    write_text(file, page_of(parts, runs_, cases, place));
  }

  fs::path folder_;
  std::vector<PageRun> runs_;
  std::vector<PageCase> cases_;
};

}  // namespace

std::string html_text(std::string_view text) { return markup_text(printable_lines(text), " "); }

std::string report_page(const std::vector<NamedReport>& reports) {
  const std::vector<PageRun> runs = page_runs(reports);
  const std::vector<PageCase> cases = page_cases(reports);
  const PageParts parts{title_of(runs), "'unsafe-inline'", "<style>\n" + page_style() + "</style>",
                        static_summary(runs, cases), "<script>\n" + page_script() + "</script>"};
  return page_of(parts, runs, cases, {});
}

void write_report_site(const fs::path& folder, const std::vector<NamedReport>& reports) {
  Site(folder, reports).write();
}

}  // namespace etalon
