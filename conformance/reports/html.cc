#include "conformance/reports/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/common/markup.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// A page with more rows than this is slow to filter: it lists only cases that are not as expected.
constexpr size_t most_rows = 6000;

std::string tag(Status status) {
  return fmt::format("<span class=\"tag {0}\">{0}</span>", to_string(status));
}

std::vector<Status> occurring(const Counts& counts) {
  std::vector<Status> statuses;
  for (const Status status : all_statuses()) {
    if (counts[status] != 0) statuses.push_back(status);
  }
  return statuses;
}

std::string cell(size_t number) {
  return fmt::format("<td class=\"n{}\">{}</td>", number == 0 ? " zero" : "", number);
}

std::string header_row(const std::string& first, const std::vector<Status>& statuses,
                       const std::string& last = "") {
  std::string row = fmt::format("<tr><th>{}</th><th class=\"n\">cases</th>", first);
  for (const Status status : statuses) {
    row += fmt::format("<th class=\"n\">{}</th>", to_string(status));
  }
  return row + last + "</tr>\n";
}

std::string count_cells(const Counts& counts, const std::vector<Status>& statuses) {
  std::string cells = cell(counts.total);
  for (const Status status : statuses) cells += cell(counts[status]);
  return cells;
}

// ------------------------------------------------------------------------------- the sections ---

std::string title_of(const RunReport& report) {
  return report.backend.empty() ? fmt::format("Etalon {}", ETALON_VERSION) : report.backend;
}

std::string heading(const RunReport& report, const Counts& all) {
  const std::string judge =
      report.backend.empty() ? "" : fmt::format("Judged by Etalon {}. ", ETALON_VERSION);
  const std::string part =
      report.shard ? fmt::format(" Shard {} of {}.", report.shard->index, report.shard->count) : "";
  std::string text =
      fmt::format("<h1>{}</h1>\n<p>{}{} cases in {:.2f} s.{}</p>\n", html_text(title_of(report)),
                  judge, all.total, report.seconds, part);
  text += "<div class=\"bar\">";
  for (const Status status : occurring(all)) {
    text += fmt::format("<i class=\"{0}\" style=\"flex:{1}\" title=\"{0}: {1}\"></i>",
                        to_string(status), all[status]);
  }
  text += "</div>\n<p>";
  for (const Status status : occurring(all)) {
    text += fmt::format("{} {} &nbsp; ", tag(status), all[status]);
  }
  return text + "</p>\n";
}

std::string suite_section(const Summary& summary) {
  const std::vector<Status> statuses = occurring(summary.all);
  std::string text = "<h2>Suites</h2>\n<table>\n" + header_row("suite", statuses);
  const auto add = [&](const std::string& name, const Counts& counts) {
    text += fmt::format("<tr><td>{}</td>{}</tr>\n", html_text(name), count_cells(counts, statuses));
  };
  for (const auto& [name, counts] : summary.suites) add(name, counts);
  add("all", summary.all);
  return text + "</table>\n";
}

struct OperatorCounts {
  Counts all;
  std::map<int, Counts> versions;
};

// By operator; the labels of the results are like "ai.onnx.ml.Scaler-1".
std::map<std::string, OperatorCounts> count_operators(const std::vector<CaseResult>& results) {
  std::map<std::string, OperatorCounts> operators;
  for (const CaseResult& result : results) {
    for (const std::string& label : result.operators) {
      const size_t dash = label.rfind('-');
      OperatorCounts& counts = operators[label.substr(0, dash)];
      counts.all.add(result.status);
      const std::string version = dash == std::string::npos ? "" : label.substr(dash + 1);
      counts.versions[static_cast<int>(std::strtol(version.c_str(), nullptr, 10))].add(
          result.status);
    }
  }
  return operators;
}

// The worst status of several cases, which determines their colour.
Status colour_of(const Counts& counts) {
  for (const Status status :
       {Status::crash, Status::timeout, Status::error, Status::fail, Status::invalid, Status::xpass,
        Status::unsupported, Status::erratum, Status::xfail}) {
    if (counts[status] != 0) return status;
  }
  return Status::pass;
}

std::string version_chips(const std::string& name, const OperatorCounts& counts) {
  std::string chips;
  for (const auto& [version, part] : counts.versions) {
    const size_t good = part[Status::pass] + part[Status::statistical];
    chips += fmt::format(
        "<button class=\"tag {}\" data-op=\"{}-{}\" title=\"{} of {} pass\">{} <b>{}/{}</b>"
        "</button>",
        to_string(colour_of(part)), html_text(name), version, good, part.total, version, good,
        part.total);
  }
  return chips;
}

std::string operator_section(const RunReport& report, const Counts& all) {
  const std::vector<Status> statuses = occurring(all);
  std::string text =
      "<h2>Operators</h2>\n<p>A case counts for every operator that its model uses. Click a "
      "version to show its cases.</p>\n<div class=\"box\"><table id=\"operators\">\n" +
      header_row("operator", statuses, "<th>versions: passing cases</th>");
  for (const auto& [name, counts] : count_operators(report.results)) {
    text += fmt::format("<tr><td>{}</td>{}<td>{}</td></tr>\n", html_text(name),
                        count_cells(counts.all, statuses), version_chips(name, counts));
  }
  return text + "</table></div>\n";
}

std::string missing_section(const Summary& summary) {
  if (summary.missing.empty()) return "";
  std::string text =
      "<h2>Not implemented</h2>\n<div class=\"box\"><table>\n<tr><th>operator, or reason given</th>"
      "<th class=\"n\">cases</th></tr>\n";
  for (const auto& [label, count] : summary.missing) {
    text += fmt::format("<tr><td><code>{}</code></td>{}</tr>\n", html_text(label), cell(count));
  }
  return text + "</table></div>\n";
}

std::string errata_section(const Summary& summary) {
  if (summary.errata.empty()) return "";
  std::string text =
      "<h2>Errata</h2>\n<p>Official expectations that contradict the specification.</p>\n<table>\n"
      "<tr><th>erratum</th><th class=\"n\">cases</th></tr>\n";
  for (const auto& [id, count] : summary.errata) {
    text += fmt::format("<tr><td><code>{}</code></td>{}</tr>\n", html_text(id), cell(count));
  }
  return text + "</table>\n";
}

// ----------------------------------------------------------------------------------- the cases ---

// Adjacent cells of the same level become one rectangle.
std::string row_shapes(const std::string& row, size_t y) {
  std::string shapes;
  for (size_t begin = 0; begin < row.size();) {
    const size_t end = std::min(row.find_first_not_of(row[begin], begin), row.size());
    if (row[begin] != '0') {
      shapes += fmt::format("<rect class=\"l{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"1\"/>",
                            row[begin], begin, y, end - begin);
    }
    begin = end;
  }
  return shapes;
}

std::string picture(const ErrorPicture& errors) {
  if (errors.empty()) return "";
  constexpr size_t pixels = 8;
  const size_t width = errors.rows[0].size();
  const size_t height = errors.rows.size();
  std::string shapes;
  for (size_t y = 0; y < height; ++y) shapes += row_shapes(errors.rows[y], y);
  const std::string caption = fmt::format(
      "errors of output {} {}, yellow to red: from 1 to more than 3000 times the "
      "tolerance; violet: NaN or infinity on one side",
      html_text(errors.output), to_string(errors.shape));
  return fmt::format(
      "<figure><svg viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" "
      "shape-rendering=\"crispEdges\" preserveAspectRatio=\"none\">{}</svg><figcaption>{}"
      "</figcaption></figure>",
      width, height, width * pixels, height * pixels, shapes, caption);
}

std::string details(const CaseResult& result) {
  std::string list;
  const auto add = [&](const char* term, const std::string& text) {
    if (text.empty()) return;
    list += fmt::format("<dt>{}</dt><dd><code>{}</code></dd>", term, html_text(text));
  };
  add("where", result.where);
  add("got", result.got);
  add("expected", result.expected);
  if (!list.empty()) list = "<dl>" + list + "</dl>";
  return list + picture(result.picture);
}

std::string case_row(const CaseResult& result) {
  std::string operators;
  for (const std::string& label : result.operators) operators += label + " ";
  std::string lowered = " " + operators;
  std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string status = tag(result.status);
  if (result.kind != Mismatch::none) status += fmt::format("<br>{}", to_string(result.kind));
  if (!result.erratum.empty()) status += fmt::format("<br>{}", html_text(result.erratum));
  return fmt::format(
      "<tr data-s=\"{}\" data-o=\"{}\"><td>{}</td><td><span class=\"case\">{}</span></td>"
      "<td>{}</td><td class=\"n\">{}</td><td><code>{}</code>{}</td></tr>\n",
      to_string(result.status), html_text(lowered), status, html_text(case_text(result)),
      html_text(operators), result.max_ulp, html_text(result.message), details(result));
}

std::string filter_form(const Counts& all) {
  std::string form =
      "<div id=\"filter\" hidden><input type=\"search\" id=\"text\" placeholder=\"case, operator "
      "or "
      "message; op:conv-11 for one version\" aria-label=\"filter\">";
  for (const Status status : occurring(all)) {
    const bool shown = !as_expected(status) && status != Status::unsupported;
    form += fmt::format("<label><input type=\"checkbox\" value=\"{}\"{}> {}</label>",
                        to_string(status), shown ? " checked" : "", tag(status));
  }
  return form + "<span id=\"shown\"></span></div>\n";
}

std::string case_section(const RunReport& report, const Counts& all) {
  const bool every = report.results.size() <= most_rows;
  std::string text = "<h2>Cases</h2>\n";
  if (!every) text += "<p>Only cases that are not as expected are listed.</p>\n";
  text += filter_form(all) +
          "<table id=\"cases\">\n<thead><tr><th>status</th><th>case</th><th>operators</th>"
          "<th class=\"n\">ULP</th><th>what was wrong</th></tr></thead>\n<tbody id=\"rows\">\n";
  for (const CaseResult& result : report.results) {
    if (every || !as_expected(result.status)) text += case_row(result);
  }
  return text + "</tbody>\n</table>\n";
}

}  // namespace

std::string html_text(std::string_view text) { return markup_text(printable_lines(text), " "); }

std::string html_report(const RunReport& report) {
  const Summary summary = summarize(report.results);
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}: ONNX "
      "conformance</title>\n"
      "<style>{}</style>\n</head>\n<body>\n",
      html_text(title_of(report)), html_style);
  page += heading(report, summary.all) + suite_section(summary);
  page += errata_section(summary) + operator_section(report, summary.all);
  page += missing_section(summary) + case_section(report, summary.all);
  page += fmt::format("<script>{}</script>\n</body>\n</html>\n", html_script);
  return page;
}

}  // namespace etalon
