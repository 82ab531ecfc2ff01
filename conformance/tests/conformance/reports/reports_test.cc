#include "conformance/reports/reports.h"
#include "engine/values/json.h"

#include <pugixml.hpp>

#include "conformance/common/paths.h"
#include "conformance/reports/exports.h"
#include "conformance/reports/json.h"
#include "conformance/reports/text.h"
#include "conformance/tests/catch.h"
#include "engine/c_interface.h"
#include "engine/values/utf8.h"

namespace etalon::reports_test {
namespace {

using nlohmann::json;

CaseResult result(const std::string& suite, const std::string& name, Status status,
                  const std::string& message = "") {
  CaseResult result;
  result.release = "1.22.0";
  result.suite = suite;
  result.name = name;
  result.status = status;
  result.operators = {"Abs-13"};
  result.seconds = 0.5;
  result.message = message;
  return result;
}

RunReport sample() {
  RunReport report;
  report.seconds = 1.5;
  report.results = {result("node", "a", Status::pass), result("node", "b", Status::fail, "x < y"),
                    result("node", "c", Status::unsupported, "Foo-1: not implemented"),
                    result("simple", "d", Status::crash, "killed\x01"),
                    result("simple", "e", Status::xfail, "known")};
  report.results[0].measured = true;
  report.results[0].max_ulp = 3;
  report.results[1].kind = Mismatch::values;
  report.results[2].missing = {"Foo-1"};
  return report;
}

Counts counted(const std::vector<Status>& statuses) {
  Counts counts;
  for (const Status status : statuses) counts.add(status);
  return counts;
}

TEST_CASE("the JSON report keeps its contract") {
  const json document = json::parse(json_report(sample()));
  CHECK(document.at("schema") == 1);
  CHECK(document.at("etalon") == etalon_version());
  const json& summary = document.at("summary");
  CHECK(summary.at("total") == 5);
  for (const char* status : {"pass", "fail", "unsupported", "invalid", "error", "crash", "timeout",
                             "erratum", "statistical", "open", "xfail", "xpass"}) {
    CHECK(summary.at(status).is_number_unsigned());
  }
  CHECK(summary.at("pass") == 1);
  const json& first = document.at("cases").at(0);
  CHECK(first == json{{"release", "1.22.0"},
                      {"suite", "node"},
                      {"name", "a"},
                      {"status", "pass"},
                      {"releases", {"1.22.0"}},
                      {"operators", {"Abs-13"}},
                      {"max_ulp", 3},
                      {"max_abs", 0.0},
                      {"max_rel", 0.0},
                      {"seconds", 0.5},
                      {"message", ""}});
  CHECK(document.at("cases").at(1).at("kind") == "values");
  CHECK(document.at("cases").at(2).at("max_ulp").is_null());
}

TEST_CASE("each case of a backend has its verdict in one word") {
  RunReport report;
  report.backend = "r 1";
  const auto add = [&](Status status, std::optional<Grade> grade, Mismatch kind = Mismatch::none) {
    CaseResult& added = report.results.emplace_back(result("node", "x", status));
    added.kind = kind;
    if (grade) added.judged = Verdict{.grade = *grade};
  };
  add(Status::pass, std::nullopt);
  add(Status::pass, Grade::unlikely);  // the official tolerance is wider
  add(Status::fail, Grade::rounding, Mismatch::values);
  add(Status::fail, std::nullopt, Mismatch::shape);
  add(Status::xfail, std::nullopt);  // a known error
  add(Status::open, Grade::wrong);
  add(Status::statistical, std::nullopt);
  add(Status::erratum, std::nullopt);
  add(Status::unsupported, std::nullopt);
  add(Status::timeout, std::nullopt);
  std::vector<std::string> words;
  const json document = json::parse(json_report(report));
  for (const json& one : document.at("cases")) words.push_back(one.at("verdict"));
  CHECK(words == std::vector<std::string>{"same", "unlikely", "rounding", "wrong", "refused",
                                          "open", "open", "unknown", "unsupported", "refused"});
}

TEST_CASE("the JUnit report counts failures and errors and skipped cases") {
  pugi::xml_document document;
  REQUIRE(document.load_string(junit_report(sample()).c_str()));
  const pugi::xml_node root = document.child("testsuites");
  CHECK(root.attribute("tests").as_int() == 5);
  CHECK(root.attribute("failures").as_int() == 1);
  CHECK(root.attribute("errors").as_int() == 1);
  CHECK(root.attribute("skipped").as_int() == 2);
  const pugi::xml_node node = root.find_child_by_attribute("testsuite", "name", "1.22.0/node");
  CHECK(node.attribute("tests").as_int() == 3);
  const pugi::xml_node failed = node.find_child_by_attribute("testcase", "name", "b");
  CHECK(std::string(failed.child("failure").attribute("message").value()) ==
        "fail (values): x < y");
}

TEST_CASE("annotations are GitHub's commands and findings are GitLab's") {
  RunReport report = sample();
  report.results[1].message = "50% off:\nx, y";
  CHECK(github_annotations(report) ==
        "::error title=Abs-13%3A fail (values)::1.22.0/node/b: 50%25 off:\\x0ax, y\n"
        "::error title=Abs-13%3A crash::1.22.0/simple/d: killed\\x01\n");
  const json findings = json::parse(code_quality_report(report));
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].at("severity") == "major");
  CHECK(findings[0].at("location").at("path") == "1.22.0/node/b");
  CHECK(findings[1].at("severity") == "critical");
  CHECK(findings[0].at("fingerprint") != findings[1].at("fingerprint"));
  report.allowed = {Status::fail, Status::crash};
  CHECK(github_annotations(report).empty());
  CHECK(json::parse(code_quality_report(report)).empty());
  report.allowed.clear();
  for (int i = 0; i < 20; ++i) report.results.push_back(report.results[1]);
  const std::string text = github_annotations(report);
  CHECK(std::count(text.begin(), text.end(), '\n') == 11);
  CHECK(text.find("::notice title=etalon::22 findings; these are the first 10\n") !=
        std::string::npos);
}

TEST_CASE("text of any origin changes neither a terminal nor the structure of a report") {
  // An escape sequence, a C1 control, a change of writing direction, a non-character, a byte that
  // is not UTF-8, a line, Markdown and HTML.
  const std::string odd = "\x1b[31m \xc2\x9b \xe2\x80\xae \xef\xbf\xbe \xff\nline | `a` <b>";
  RunReport report = sample();
  for (CaseResult& one : report.results) {
    one.suite = one.name = one.message = odd;
    one.missing = {odd};
  }
  const std::string shown = R"(\x1b[31m \xc2\x9b \xe2\x80\xae \xef\xbf\xbe \xff\x0aline | `a` <b>)";
  CHECK(text_report(report).find("1.22.0/" + shown + "/" + shown + ": " + shown + "\n") !=
        std::string::npos);
  CHECK(text_report(report).find(odd.substr(0, 4)) == std::string::npos);
  const std::string markdown = markdown_report(report);
  CHECK(markdown.find("line \\| \\`a\\` \\<b\\>") != std::string::npos);
  CHECK(markdown.find("<b>") == std::string::npos);
  pugi::xml_document document;
  REQUIRE(document.load_string(junit_report(report).c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  CHECK(suite.attribute("name").value() == "1.22.0/" + shown);
  CHECK(suite.child("testcase").attribute("name").value() == shown);
  CHECK(valid_utf8(junit_report(report)));
}

TEST_CASE("the scoreboard shows suites; missing operators and failures") {
  const std::string text = text_report(sample());
  CHECK(text.find("1.22.0/node") != std::string::npos);
  CHECK(text.find("Foo-1") != std::string::npos);
  CHECK(text.find("fail (values) 1.22.0/node/b: x < y") != std::string::npos);
  CHECK(text.find("crash 1.22.0/simple/d") != std::string::npos);
  CHECK(text.find("3 ULP") != std::string::npos);
  CHECK(text.find("timeout") == std::string::npos);
  CHECK(markdown_report(sample()).find("| 1.22.0/node | 3 | 1 |") != std::string::npos);
}

TEST_CASE("cases of several releases are counted in each of them and once in all") {
  RunReport report;
  report.results = {result("node", "a", Status::pass), result("node", "b", Status::fail, "x"),
                    result("node", "c", Status::pass)};
  report.results[0].releases = {"1.9.0", "1.10.0", "1.22.0"};
  report.results[1].releases = {"1.9.0", "1.22.0"};
  report.results[2].releases = {"1.22.0"};
  const Summary summary = summarize(report.results);
  REQUIRE(summary.suites.size() == 3);
  CHECK(summary.suites[0].first == "1.9.0");
  CHECK(summary.suites[1].first == "1.10.0");
  CHECK(summary.suites[0].second.total == 2);
  CHECK(summary.suites[2].second[Status::pass] == 2);
  CHECK(summary.all.total == 3);
  CHECK(text_report(report).find("fail 1.9.0…1.22.0/node/b: x") != std::string::npos);
  const json cases = json::parse(json_report(report)).at("cases");
  CHECK(cases.at(0).at("release") == "1.22.0");
  CHECK(cases.at(0).at("releases") == json{"1.9.0", "1.10.0", "1.22.0"});
}

TEST_CASE("errata are counted by name and stale ones reported") {
  RunReport report;
  report.results = {result("node", "a", Status::erratum, "x"),
                    result("node", "b", Status::erratum, "x"), result("node", "c", Status::pass)};
  for (CaseResult& one : report.results) one.erratum = "wrong-sign";
  const std::string text = text_report(report);
  CHECK(text.find("    2  wrong-sign") != std::string::npos);
  CHECK(text.find("warning: stale erratum wrong-sign: 1.22.0/node/c passes") != std::string::npos);
  CHECK(markdown_report(report).find("| wrong-sign | 2 |") != std::string::npos);
  const json document = json::parse(json_report(report));
  CHECK(document.at("errata") == json{{"wrong-sign", 2}});
  CHECK(document.at("stale_errata").size() == 1);
  CHECK(document.at("cases").at(0).at("erratum") == "wrong-sign");
}

TEST_CASE("missing operators are listed by the number of cases that need them") {
  RunReport report = sample();
  report.results.push_back(result("node", "f", Status::unsupported));
  report.results.back().missing = {"Foo-1", "Aaa-2"};
  const Summary summary = summarize(report.results);
  REQUIRE(summary.missing.size() == 2);
  CHECK(summary.missing[0] == std::pair<std::string, size_t>("Foo-1", 2));
}

TEST_CASE("exit codes show the worst outcome") {
  CHECK(exit_code(counted({})) == 5);
  CHECK(exit_code(counted({Status::pass, Status::statistical, Status::erratum, Status::xfail,
                           Status::open})) == 0);
  CHECK(exit_code(counted({Status::pass, Status::unsupported})) == 4);
  CHECK(exit_code(counted({Status::unsupported, Status::invalid})) == 3);
  for (const Status status :
       {Status::fail, Status::error, Status::crash, Status::timeout, Status::xpass}) {
    CHECK(exit_code(counted({status, Status::invalid, Status::unsupported, Status::pass})) == 1);
  }
}

TEST_CASE("reports are written by their ending or completely or not at all") {
  const TemporaryFolder folder;
  for (const char* name : {"a.json", "a.html", "a.xml", "a.txt", "a.md", "scoreboard.json"}) {
    CHECK(is_report_name(name));
    write_report(folder.path() / name, sample());
    CHECK_FALSE(file_text(folder.path() / name).empty());
  }
  CHECK(report_endings() == ".json, .html, .xml (JUnit), .txt, .md");
  CHECK_FALSE(is_report_name("a.pdf"));
  CHECK_FALSE(is_report_name("a"));
  CHECK_THROWS_AS(write_report(folder.path() / "missing/a.json", sample()), InvalidInput);
  const auto entries = std::filesystem::directory_iterator(folder.path());
  CHECK(std::distance(begin(entries), end(entries)) == 6);
}

TEST_CASE("failures come before unsupported cases; the same message once") {
  RunReport report = sample();
  for (const char* name : {"f", "g", "h"}) {
    report.results.push_back(result("node", name, Status::error, "no kernel"));
  }
  const std::string text = text_report(report);
  CHECK(text.find("error 3 cases: no kernel\n  1.22.0/node/f\n  1.22.0/node/g\n") !=
        std::string::npos);
  CHECK(text.find("crash 1.22.0/simple/d") < text.find("Not implemented"));
  report.allowed = {Status::error};
  CHECK(text_report(report).find("no kernel") == std::string::npos);
}

TEST_CASE("distances near zero have a line of their own") {
  RunReport report;
  report.results = {result("node", "near", Status::pass), result("node", "far", Status::pass)};
  for (CaseResult& one : report.results) one.measured = true;
  report.results[0].max_ulp = 800'000'000;
  report.results[0].max_abs = 1e-17;
  report.results[0].max_rel = 1;
  report.results[1].max_ulp = 4;
  report.results[1].max_abs = 2e-6;
  const std::string text = text_report(report);
  CHECK(text.find("\n  2e-06 absolute, 4 ULP (node/far)") != std::string::npos);
  CHECK(text.find("within atol: 1e-17 absolute, 800000000 ULP (node/near)") != std::string::npos);
}

// Two fails that sound evaluations have, one beyond rounding, one of which nothing is asked.
RunReport fails_by_rounding() {
  RunReport report;
  for (const Grade grade : {Grade::rounding, Grade::wrong, Grade::rounding}) {
    CaseResult one = result("node", std::string(to_string(grade)), Status::fail, "off");
    one.kind = Mismatch::values;
    one.judged = Verdict{.grade = grade};
    report.results.push_back(one);
  }
  report.results.push_back(result("node", "shape", Status::fail, "another shape"));
  report.results.back().kind = Mismatch::shape;
  report.results.push_back(result("node", "pass", Status::pass));
  report.results.back().judged = Verdict{.grade = Grade::unlikely};
  return report;
}

TEST_CASE("fails that sound evaluations have are counted apart") {
  const RunReport report = fails_by_rounding();
  const std::string counts = "4 fail, 2 of them rounding, 1 wrong";
  const std::string text = text_report(report);
  CHECK(text.find("\n" + counts + "\n") != std::string::npos);
  CHECK(text.find("fail (values, rounding) 2 cases: off\n") != std::string::npos);
  CHECK(text.find("fail (values, wrong) 1.22.0/node/wrong: off\n") != std::string::npos);
  CHECK(text.find("Verdicts on the cases with other values: 2 rounding, 1 unlikely, 1 wrong\n") !=
        std::string::npos);
  CHECK(markdown_report(report).find("\n\n" + counts + ".\n") != std::string::npos);
  const json summary = json::parse(json_report(report)).at("summary");
  CHECK(summary.at("fail") == 4);
  CHECK(summary.at("fail_rounding") == 2);
  CHECK(summary.at("fail_unlikely") == 0);
  CHECK(summary.at("fail_wrong") == 1);
  CHECK(text_report(sample()).find(" fail, ") == std::string::npos);
}

TEST_CASE("what rounding says of a fail changes neither JUnit nor the exit code") {
  RunReport plain = fails_by_rounding();
  for (CaseResult& one : plain.results) one.judged.reset();
  CHECK(junit_report(plain) == junit_report(fails_by_rounding()));
  CHECK(exit_code(summarize(plain.results).all) ==
        exit_code(summarize(fails_by_rounding().results).all));
}

TEST_CASE("a report says which rule decided unless it is the official one") {
  RunReport report = sample();
  report.info.rule = "official";
  CHECK(text_report(report).find("--rule") == std::string::npos);
  CHECK(json::parse(json_report(report)).at("run").at("rule") == "official");
  report.info.rule = "rounding";
  CHECK(text_report(report).find("s, judged by --rule rounding\n") != std::string::npos);
}

TEST_CASE("colours only where they are wanted") {
  CHECK(text_report(sample()).find('\x1b') == std::string::npos);
  CHECK(text_report(sample(), Paint(true)).find("\x1b[31mfail (values)\x1b[0m 1.22.0") !=
        std::string::npos);
}

TEST_CASE("a partial report stays partial when it is read and merged") {
  RunReport report = sample();
  report.partial = Partial{"SIGTERM", 5, 9};
  report.allowed = {Status::unsupported};
  report.stale_known = {"k:1: 'x' matches no case"};
  const TemporaryFolder folder;
  write_report(folder.path() / "r.json", report);
  const RunReport read = read_json_report(folder.path() / "r.json");
  REQUIRE(read.partial.has_value());
  CHECK(read.partial->reason == "SIGTERM");
  CHECK(read.partial->of == 9);
  CHECK(read.allowed == report.allowed);
  CHECK(read.stale_known == report.stale_known);
  CHECK_FALSE(read.results[2].measured);
}

TEST_CASE("a runtime's name is harmless in every text") {
  RunReport report;
  report.backend = "\x1b[31mred\u202e <script>x</script> `|`";
  CHECK(text_report(report).find('\x1b') == std::string::npos);
  CHECK(text_report(report).starts_with("\\x1b[31mred\\xe2\\x80\\xae <script>"));
  CHECK(markdown_report(report).find("\\<script\\>x\\</script\\> \\`\\|\\`") != std::string::npos);
  for (const std::string& text :
       {json_report(report), junit_report(report), markdown_report(report)}) {
    CHECK(text.find('\x1b') == std::string::npos);
  }
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.json";
  write_report(file, report);
  CHECK(read_json_report(file).backend == "\\x1b[31mred\\xe2\\x80\\xae <script>x</script> `|`");
}

}  // namespace
}  // namespace etalon::reports_test
