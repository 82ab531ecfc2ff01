#include "conformance/reports/exports.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "conformance/common/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// The element for a case with this status; nullptr for a pass.
const char* outcome_element(Status status, const std::set<Status>& allowed) {
  if (allowed.contains(status)) return "skipped";
  switch (status) {
    case Status::pass:
    case Status::statistical:
      return nullptr;
    case Status::unsupported:
    case Status::erratum:
    case Status::open:
    case Status::xfail:
      return "skipped";
    case Status::error:
    case Status::crash:
    case Status::timeout:
      return "error";
    case Status::fail:
    case Status::invalid:
    case Status::xpass:
      return "failure";
  }
  return "failure";
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

const char* list_of(Status status) {
  switch (status) {
    case Status::pass:
    case Status::statistical:
    case Status::xpass:
      return "passed";
    case Status::unsupported:
    case Status::open:
      return "skipped";
    default:
      return "failed";
  }
}

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
  for (const auto& [name, status] : outcomes) board[list_of(status)].push_back(name);
  return json_text(board, 4) + "\n";
}

}  // namespace etalon
