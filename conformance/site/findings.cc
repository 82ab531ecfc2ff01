#include "conformance/site/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/reports/page/html.h"
#include "conformance/site/frame.h"
#include "conformance/site/lists.h"

namespace etalon::site {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// What matters most to users comes first.
constexpr std::pair<std::string_view, std::string_view> severities[] = {
    {"wrong", "wrong on ordinary values"},
    {"crash", "the process ends, or does not answer"},
    {"edge", "wrong on edges"},
    {"refusal", "a valid model is refused"}};

size_t rank_of(const Finding& finding) {
  const auto same = [&](const auto& one) { return one.first == finding.severity; };
  return static_cast<size_t>(std::find_if(std::begin(severities), std::end(severities), same) -
                             std::begin(severities));
}

// A status of `etalon test` in the words of the verdict.
std::string word_of_status(const std::string& status) {
  if (status == "fail") return "wrong";
  if (status == "error" || status == "invalid") return "refused";
  return status == "crash" || status == "timeout" ? "refused (" + status + ")" : status;
}

std::vector<Finding> read_findings(const fs::path& folder) {
  std::vector<Finding> read;
  if (!fs::is_directory(folder)) return read;
  for (const auto& runtime : fs::directory_iterator(folder)) {
    if (!runtime.is_directory()) continue;
    for (const auto& file : fs::directory_iterator(runtime.path())) {
      if (file.path().extension() != ".json") continue;
      const std::string id = runtime.path().filename().string() + "/" + file.path().stem().string();
      naming(file.path().string(),
             [&] { read.push_back(finding_from(id, parse_ordered_json(file_text(file.path())))); });
    }
  }
  std::sort(read.begin(), read.end(), [](const Finding& a, const Finding& b) {
    return std::tuple(a.runtime, rank_of(a), a.id) < std::tuple(b.runtime, rank_of(b), b.id);
  });
  return read;
}

std::string versions_text(const Finding& finding) {
  std::string text;
  for (const auto& [version, status] : finding.versions) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", version, word_of_status(status));
  }
  return text;
}

// The case without what is said of it, a value a line.
std::string case_text(const ordered_json& test) {
  std::string text;
  for (const auto& [key, value] : test.items()) {
    if (key == "name" || key == "derivation" || key == "shapes") continue;
    if (key != "inputs" && key != "outputs") {
      text += fmt::format("{} {}\n", key, json_text(value));
      continue;
    }
    for (const ordered_json& one : value) {
      text += fmt::format("{} {}\n", key.substr(0, key.size() - 1), json_text(one));
    }
  }
  return text;
}

std::string row(std::string_view what, const std::string& markup) {
  return markup.empty() ? "" : element("dt", what) + around("dd", markup) + "\n";
}

std::string case_markup(const Finding& finding) {
  const std::string test = "etalon test data/findings/" + finding.id +
                           (finding.test.is_null() ? "" : ".json") + " --backend '…'";
  std::string rows = row("run it", element("code", test));
  if (finding.test.is_null()) return rows;
  rows += row("smallest case", around("pre", lines_markup(case_text(finding.test)),
                                      " class=\"value\" tabindex=\"0\""));
  return rows + row("expected", html_text(finding.test.value("derivation", "")));
}

std::string finding_markup(const Finding& finding) {
  const std::string mended = mended_in(finding);
  const size_t rank = rank_of(finding);
  std::string rows = row("operator", operator_link(finding.domain, finding.op, ""));
  rows += row("severity", rank < std::size(severities) ? std::string(severities[rank].second) : "");
  rows += row("versions", html_text(versions_text(finding)));
  rows += row("mended in", mended.empty() ? "not yet" : html_text(mended));
  rows += row("the text", finding.sentence.empty() ? ""
                                                   : around("q", html_text(finding.sentence)) +
                                                         " " + outer_link(finding.page, "page"));
  rows += row("upstream",
              finding.thread.empty() ? "not reported" : outer_link(finding.thread, finding.thread));
  return fmt::format(
      "<details id=\"{}\"><summary>{} <span class=\"minor\">{}</span></summary><dl>{}"
      "</dl></details>\n",
      html_text(finding.id), html_text(finding.title), html_text(finding.op),
      rows + case_markup(finding));
}

}  // namespace

Finding finding_from(const std::string& id, const ordered_json& written) {
  const ordered_json& said = written.at("finding");
  Finding read;
  read.id = id;
  read.runtime = id.substr(0, id.find('/'));
  read_field(said, "title", read.title);
  read_field(said, "severity", read.severity);
  read.sentence = field_or<std::string>(said, "sentence", "");
  read.page = field_or<std::string>(said, "page", "");
  read.thread = field_or<std::string>(said, "thread", "");
  for (const auto& [version, status] : said.at("versions").items()) {
    read.versions.emplace_back(version, status.get<std::string>());
  }
  read.domain = field_or<std::string>(written, "domain", "ai.onnx");
  read.op = written.contains("operator") ? field<std::string>(written, "operator")
                                         : field_or<std::string>(said, "operator", "");
  if (written.contains("cases")) read.test = written.at("cases").at(0);
  return read;
}

std::string mended_in(const Finding& finding) {
  std::string version;
  for (auto it = finding.versions.rbegin(); it != finding.versions.rend(); ++it) {
    if (it->second != "right") break;
    version = it->first;
  }
  return version;
}

const std::vector<Finding>& findings() {
  static const std::vector<Finding> read = read_findings(data_folder() / "findings");
  return read;
}

std::string findings_list(std::string_view domain, std::string_view op, std::string_view root) {
  std::string items;
  for (const Finding& one : findings()) {
    if (one.domain != domain || one.op != op) continue;
    const std::string mended = mended_in(one);
    items +=
        around("li", fmt::format("{}: {} <span class=\"minor\">{}{}</span>", html_text(one.runtime),
                                 link(fmt::format("{}findings.html#{}", root, one.id), one.title),
                                 html_text(versions_text(one)),
                                 mended.empty() ? "" : "; mended in " + html_text(mended)));
  }
  return items.empty() ? "" : "<h3>Findings</h3><ul>" + items + "</ul>\n";
}

std::string findings_page() {
  std::string body = fmt::format(
      "<h1>Findings</h1>\n<p>{} bugs of released runtimes, each with the smallest case that shows "
      "it, the versions that were tried, and the thread where it was reported.</p>\n",
      findings().size());
  std::string runtime;
  for (const Finding& one : findings()) {
    if (one.runtime != runtime) body += element("h2", one.runtime);
    runtime = one.runtime;
    body += finding_markup(one);
  }
  return whole_page({"findings.html", "Findings – Etalon", body});
}

}  // namespace etalon::site
