#include "conformance/reports/exports.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "conformance/cases/checksum.h"
#include "conformance/common/json.h"
#include "conformance/reports/text.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// Of a status: the element for it in a suite of JUnit's form, nullptr for a pass; and the list of
// ONNX's scoreboard that has its cases.
struct StatusForm {
  const char* element;
  const char* list;
};
const std::map<Status, StatusForm> status_forms = {
    {Status::pass, {nullptr, "passed"}},           {Status::statistical, {nullptr, "passed"}},
    {Status::unsupported, {"skipped", "skipped"}}, {Status::open, {"skipped", "skipped"}},
    {Status::erratum, {"skipped", "failed"}},      {Status::xfail, {"skipped", "failed"}},
    {Status::error, {"error", "failed"}},          {Status::crash, {"error", "failed"}},
    {Status::timeout, {"error", "failed"}},        {Status::fail, {"failure", "failed"}},
    {Status::invalid, {"failure", "failed"}},      {Status::xpass, {"failure", "passed"}}};

const char* outcome_element(Status status, const std::set<Status>& allowed) {
  return allowed.contains(status) ? "skipped" : status_forms.at(status).element;
}

void add_case(pugi::xml_node& suite, const CaseResult& result, const char* element) {
  pugi::xml_node test = suite.append_child("testcase");
  test.append_attribute("classname") = printable(result.release + "." + result.suite).c_str();
  test.append_attribute("name") = printable(result.name).c_str();
  test.append_attribute("time") = fmt::format("{:.6f}", result.seconds).c_str();
  if (element == nullptr) return;
  pugi::xml_node outcome = test.append_child(element);
  std::string type(to_string(result.status));
  if (result.kind != Mismatch::none) type += fmt::format(" ({})", to_string(result.kind));
  if (std::string(element) != "skipped") outcome.append_attribute("type") = type.c_str();
  outcome.append_attribute("message") = printable(type + ": " + result.message).c_str();
}

struct Totals {
  size_t tests = 0;
  size_t failures = 0;
  size_t errors = 0;
  size_t skipped = 0;
  double seconds = 0;

  void add(const CaseResult& result, const char* element) {
    const std::string kind = element == nullptr ? "" : element;
    ++tests;
    failures += kind == "failure" ? 1 : 0;
    errors += kind == "error" ? 1 : 0;
    skipped += kind == "skipped" ? 1 : 0;
    seconds += result.seconds;
  }
  void write(pugi::xml_node& node) const {
    node.append_attribute("tests") = tests;
    node.append_attribute("failures") = failures;
    node.append_attribute("errors") = errors;
    node.append_attribute("skipped") = skipped;
    node.append_attribute("time") = fmt::format("{:.6f}", seconds).c_str();
  }
};

// Suite → the class of ONNX's runner that contains its cases.
const std::map<std::string, std::string> classes = {
    {"node", "OnnxBackendNodeModelTest"},
    {"simple", "OnnxBackendSimpleModelTest"},
    {"pytorch-operator", "OnnxBackendPyTorchOperatorModelTest"},
    {"pytorch-converted", "OnnxBackendPyTorchConvertedModelTest"},
    {"light", "OnnxBackendRealModelTest"}};

}  // namespace

std::string junit_report(const RunReport& report) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  root.append_attribute("name") = printable("etalon" + partial_text(report)).c_str();
  Totals all;
  std::map<std::string, Totals> totals;
  std::map<std::string, pugi::xml_node> suites;
  for (const CaseResult& result : report.results) {
    const std::string name = result.release + "/" + result.suite;
    pugi::xml_node& suite = suites[name];
    if (!suite) {
      suite = root.append_child("testsuite");
      suite.append_attribute("name") = printable(name).c_str();
    }
    const char* element = outcome_element(result.status, report.allowed);
    add_case(suite, result, element);
    totals[name].add(result, element);
    all.add(result, element);
  }
  all.write(root);
  for (auto& [name, suite] : suites) totals[name].write(suite);
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

namespace {

bool is_finding(const CaseResult& result, const RunReport& report) {
  const char* element = outcome_element(result.status, report.allowed);
  return element != nullptr && std::string_view(element) != "skipped";
}

// "Softmax-13: fail (values)"
std::string finding_title(const CaseResult& result) {
  return printable(fmt::format("{}{}{}", fmt::join(result.operators, ", "),
                               result.operators.empty() ? "" : ": ", status_text(result)));
}

std::string finding_text(const CaseResult& result) {
  return printable(case_text(result) + ": " + result.message);
}

// As GitHub's log wants text in a command; in its properties two characters more.
std::string in_command(const std::string& text, bool property) {
  std::string escaped;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    escaped += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return escaped;
}

const char* severity_of(const CaseResult& result) {
  if (result.status == Status::crash || result.status == Status::timeout) return "critical";
  if (result.status == Status::xpass) return "info";
  return grade_of_fail(result) == Grade::unlikely ? "minor" : "major";
}

}  // namespace

std::string github_annotations(const RunReport& report) {
  std::vector<std::pair<std::string, std::string>> findings;
  for (const CaseResult& result : report.results) {
    if (!is_finding(result, report)) continue;
    findings.emplace_back(finding_title(result), finding_text(result));
  }
  return github_annotations(findings);
}

std::string github_annotations(const std::vector<std::pair<std::string, std::string>>& findings) {
  constexpr size_t shown = 10;
  std::string text;
  for (size_t i = 0; i < std::min(findings.size(), shown); ++i) {
    const auto& [title, sentence] = findings[i];
    text += fmt::format("::error title={}::{}\n", in_command(printable(title), true),
                        in_command(printable(sentence), false));
  }
  if (findings.size() > shown) {
    text += fmt::format("::notice title=etalon::{} findings; these are the first {}\n",
                        findings.size(), shown);
  }
  return text;
}

std::string code_quality_report(const RunReport& report) {
  nlohmann::json findings = nlohmann::json::array();
  for (const CaseResult& result : report.results) {
    if (!is_finding(result, report)) continue;
    Checksum fingerprint;
    fingerprint.add(case_text(result) + " " + std::string(to_string(result.status)));
    findings.push_back(
        {{"description", finding_title(result) + ": " + finding_text(result)},
         {"check_name", "etalon." + std::string(to_string(result.status))},
         {"fingerprint", fingerprint.text()},
         {"severity", severity_of(result)},
         {"location", {{"path", printable(case_text(result))}, {"lines", {{"begin", 1}}}}}});
  }
  return json_text(findings, 1) + "\n";
}

std::string scoreboard_report(const RunReport& report) {
  std::map<std::string, Status> outcomes;  // the results are in the order of their releases
  for (const CaseResult& result : report.results) {
    const auto found = classes.find(result.suite);
    if (found == classes.end()) continue;
    outcomes[fmt::format("{}::{}_cpu", found->second, result.name)] = result.status;
  }
  nlohmann::json board = {{"date", fmt::format("{:%m/%d/%Y %H:%M:%S}", fmt::gmtime(time(nullptr)))},
                          {"failed", nlohmann::json::array()},
                          {"passed", nlohmann::json::array()},
                          {"skipped", nlohmann::json::array()}};
  if (report.partial) board["partial"] = report.partial->reason;
  for (const auto& [name, status] : outcomes) board[status_forms.at(status).list].push_back(name);
  return json_text(board, 4) + "\n";
}

}  // namespace etalon
