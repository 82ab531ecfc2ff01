#include "conformance/reports/diff.h"
#include "engine/values/json.h"

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/reports/json.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::diff_test {
namespace {

using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::has;
using test::Outcome;
using test::write_text;

CaseResult result(const std::string& name, Status status, const std::string& message = "",
                  uint64_t ulps = 0) {
  CaseResult result;
  result.release = "1.22.0";
  result.suite = "node";
  result.name = name;
  result.status = status;
  result.message = message;
  result.operators = {name == "softmax" ? "Softmax-13" : "Abs-13"};
  result.measured = status == Status::pass;
  result.max_ulp = ulps;
  return result;
}

RunReport report(std::vector<CaseResult> results) {
  RunReport report;
  report.results = std::move(results);
  return report;
}

RunReport earlier() {
  return report({result("same", Status::pass, "", 1), result("softmax", Status::pass),
                 result("fixed", Status::crash, "killed"), result("digits", Status::pass, "", 1),
                 result("message", Status::fail, "a"), result("status", Status::unsupported, "no"),
                 result("gone", Status::pass)});
}

RunReport later() {
  return report({result("same", Status::pass, "", 1), result("softmax", Status::fail, "bad"),
                 result("fixed", Status::xpass), result("digits", Status::pass, "", 5),
                 result("message", Status::fail, "b"), result("status", Status::error, "e"),
                 result("added", Status::fail, "x")});
}

std::vector<std::string> names(const std::vector<CaseChange>& changes) {
  std::vector<std::string> list;
  for (const CaseChange& change : changes) list.push_back(change.after->name);
  return list;
}

TEST_CASE("report diff: each change has its list") {
  const RunReport before = earlier();
  const RunReport after = later();
  const ReportDiff diff = diff_reports(before, after);
  using Names = std::vector<std::string>;
  CHECK(names(diff[Change::regressions]) == Names{"softmax"});
  CHECK(names(diff[Change::fixed]) == Names{"fixed"});
  CHECK(names(diff[Change::statuses]) == Names{"status"});
  CHECK(names(diff[Change::messages]) == Names{"message"});
  CHECK(names(diff[Change::digits]) == Names{"digits"});
  REQUIRE(diff[Change::added].size() == 1);
  CHECK(diff[Change::added][0].after->name == "added");
  REQUIRE(diff[Change::gone].size() == 1);
  CHECK(diff[Change::gone][0].before->name == "gone");
  CHECK(by_operator(diff).at("Softmax-13")[Change::regressions] == 1);
  CHECK(by_operator(diff).at("Abs-13")[Change::fixed] == 1);
}

CaseResult rounded(const std::string& name, Status status, Grade grade) {
  CaseResult one = result(name, status, status == Status::fail ? "off" : "");
  if (status == Status::fail) one.kind = Mismatch::values;
  one.judged = Verdict{.grade = grade};
  return one;
}

TEST_CASE("report diff: another verdict on rounding is a change; of a pass too") {
  const RunReport before =
      report({rounded("pass", Status::pass, Grade::rounding),
              rounded("fail", Status::fail, Grade::rounding),
              rounded("same", Status::fail, Grade::rounding), result("softmax", Status::pass)});
  const RunReport after = report({rounded("pass", Status::pass, Grade::unlikely),
                                  rounded("fail", Status::fail, Grade::wrong),
                                  rounded("same", Status::fail, Grade::rounding),
                                  rounded("softmax", Status::fail, Grade::rounding)});
  const ReportDiff diff = diff_reports(before, after);
  CHECK(names(diff[Change::verdict]) == std::vector<std::string>{"fail", "pass"});
  CHECK(by_operator(diff).at("Abs-13")[Change::verdict] == 2);
  const NamedReport old_report{"old.json", before}, new_report{"new.json", after};
  const Comparison both{old_report, new_report, diff};
  const std::string text = diff_text(both, Paint());
  CHECK(has(text,
            "Other verdicts: 2\n  1.22.0/node/fail: fail, rounding → wrong\n"
            "  1.22.0/node/pass: pass, rounding → unlikely\n"));
  CHECK(has(text, "pass → fail (values, rounding): off"));
  CHECK(has(text, "\nfail, rounding    2    2       0\n"));
  const json document = json::parse(diff_json(both));
  CHECK(document.at("summary").at("verdict") == 2);
  CHECK(document.at("verdict").at(0).at("new").at("verdict") == "wrong");
}

TEST_CASE("report diff: a new failing case and a failure that ends otherwise are no regressions") {
  CHECK(
      diff_reports(report({}), report({result("a", Status::crash)}))[Change::regressions].empty());
  CHECK(diff_reports(report({result("a", Status::unsupported)}),
                     report({result("a", Status::fail)}))[Change::regressions]
            .empty());
}

TEST_CASE("report diff: a case is found again in another release; one of its name by its place") {
  CaseResult other = result("a", Status::fail);
  other.release = "1.23.0";
  const ReportDiff moved = diff_reports(report({result("a", Status::pass)}), report({other}));
  CHECK(moved[Change::regressions].size() == 1);
  CHECK(moved[Change::added].empty());
  const ReportDiff twice =
      diff_reports(report({result("a", Status::pass), result("a", Status::fail)}),
                   report({result("a", Status::fail), result("a", Status::pass)}));
  CHECK(twice[Change::regressions].size() == 1);
  CHECK(twice[Change::fixed].size() == 1);
}

TEST_CASE("report diff: text and Markdown and JSON; exit code 1 for regressions alone") {
  const TemporaryFolder folder;
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  RunReport named = later();
  named.backend = "ort 2.0";
  write_text(file("old.json"), json_report(earlier()));
  write_text(file("new.json"), json_report(named));
  const Outcome text = etalon_command({"report", "diff", file("old.json"), file("new.json")});
  CHECK(text.code == exit_mismatch);
  CHECK(has(text.out, "ort 2.0: 7 cases"));
  CHECK(has(text.out, "Regressions: 1\n  1.22.0/node/softmax: pass → fail: bad\n"));
  CHECK(has(text.out, "1.22.0/node/digits: 1 → 5 ULP"));
  CHECK(etalon_command({"report", "diff", file("new.json"), file("old.json")}).code ==
        exit_mismatch);
  CHECK(etalon_command({"report", "diff", file("old.json"), file("old.json")}).code == exit_ok);
  CHECK(etalon_command(
            {"report", "diff", file("old.json"), file("new.json"), "--out", file("d.json")})
            .code == exit_mismatch);
  const json document = json::parse(file_text(file("d.json")));
  CHECK(document.at("summary").at("regressions") == 1);
  CHECK(document.at("regressions").at(0).at("new").at("max_ulp").is_null());
  CHECK(document.at("digits").at(0).at("old").at("max_ulp") == 1);
  CHECK(document.at("operators").at("Softmax-13").at("regressions") == 1);
  const Outcome markdown =
      etalon_command({"report", "diff", file("old.json"), file("new.json"), "--format", "md"});
  CHECK(has(markdown.out, "## Regressions: 1\n"));
}

TEST_CASE("report diff: what happened to several cases is said once") {
  const RunReport before =
      report({result("a", Status::unsupported), result("b", Status::unsupported)});
  const RunReport after = report({result("a", Status::pass), result("b", Status::pass)});
  const Comparison comparison{{"old", before}, {"new", after}, diff_reports(before, after)};
  CHECK(has(diff_text(comparison, Paint()),
            "Fixed: 2\n  2 cases: unsupported → pass\n    1.22.0/node/a\n    1.22.0/node/b\n"));
  CHECK(has(diff_markdown(comparison), "- 2 cases: unsupported → pass\n  - 1.22.0/node/a\n"));
}

TEST_CASE("report diff: bad files and options") {
  const TemporaryFolder folder;
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  write_text(file("good.json"), json_report(earlier()));
  write_text(file("empty.json"), "");
  write_text(file("list.json"), "[]");
  check_fails({"report", "diff", file("good.json"), file("missing.json")}, exit_invalid,
              "missing.json");
  check_fails({"report", "diff", file("good.json"), file("empty.json")}, exit_invalid,
              "is an empty file");
  check_fails({"report", "diff", file("list.json"), file("good.json")}, exit_invalid, "list.json");
  check_fails({"report", "diff", file("good.json"), file("good.json"), "--out", file("x.pdf")},
              exit_usage, "--format");
  check_fails({"report", "diff", file("good.json")}, exit_usage);
  check_fails({"report", "dif", file("good.json")}, exit_usage, "did you mean diff?");
}

TEST_CASE("report diff: hostile names are escaped") {
  const std::string odd = "\x1b[31m\n| <b>";
  const RunReport before = report({result(odd, Status::pass)});
  const RunReport after = report({result(odd, Status::fail, odd)});
  const Comparison comparison{{"old", before}, {"new", after}, diff_reports(before, after)};
  CHECK_FALSE(has(diff_text(comparison, Paint()), "\x1b"));
  CHECK_FALSE(has(diff_markdown(comparison), "<b>"));
}

CaseResult known(const std::string& name, const std::string& message) {
  return result(name, Status::xfail, message);
}

TEST_CASE("report diff: a case that passed is a regression though its failure be known") {
  const RunReport before = report({result("broken", Status::pass), known("other", "error: e"),
                                   known("same", "fail: a"), known("mended", "fail: a"),
                                   known("lost", "fail: a"), result("listed", Status::fail, "a")});
  const RunReport after = report({known("broken", "fail: off"), known("other", "fail: e"),
                                  known("same", "fail: a"), result("mended", Status::pass),
                                  result("lost", Status::fail, "a"), known("listed", "fail: a")});
  const ReportDiff diff = diff_reports(before, after);
  using Names = std::vector<std::string>;
  CHECK(names(diff[Change::regressions]) == Names{"broken", "lost"});
  CHECK(names(diff[Change::fixed]) == Names{"mended"});
  CHECK(names(diff[Change::statuses]) == Names{"other", "listed"});
  const NamedReport old_report{"old.json", before}, new_report{"new.json", after};
  const std::string text = diff_text({old_report, new_report, diff}, Paint());
  CHECK(has(text, "1.22.0/node/broken: pass → xfail (fail): fail: off"));
  CHECK(has(text, "1.22.0/node/other: xfail (error) → xfail (fail): fail: e"));
}

}  // namespace
}  // namespace etalon::diff_test
