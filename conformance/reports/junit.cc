#include "conformance/reports/junit.h"

#include <fmt/format.h>

#include <map>
#include <pugixml.hpp>
#include <sstream>

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

}  // namespace etalon
