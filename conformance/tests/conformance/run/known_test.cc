#include "conformance/run/known.h"
#include "engine/values/json.h"

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::known_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::has;
using test::Outcome;
using test::write_add_folder;
using test::write_text;

std::vector<KnownLine> lines_of(const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder.path() / "known.txt", text);
  return read_known(folder.path() / "known.txt");
}

Case case_named(const std::string& name, const std::string& release = "1.22.0") {
  Case test;
  test.release = release;
  test.suite = "node";
  test.name = name;
  return test;
}

CaseResult result(const std::string& name, Status status, const std::string& release = "1.22.0") {
  CaseResult result = blank_result(case_named(name, release));
  result.status = status;
  result.message = as_expected(status) ? "" : "it is wrong";
  return result;
}

std::vector<Case> cases_of(const std::vector<CaseResult>& results) {
  std::vector<Case> cases;
  for (const CaseResult& one : results) cases.push_back(case_named(one.name, one.release));
  return cases;
}

// The statuses of these results after the known failures are taken into account.
std::vector<Status> settled(const std::string& known, std::vector<CaseResult> results) {
  KnownFailures(lines_of(known), cases_of(results)).settle(results);
  std::vector<Status> statuses;
  for (const CaseResult& one : results) statuses.push_back(one.status);
  return statuses;
}

std::string updated(const std::string& known, const std::vector<CaseResult>& results,
                    const std::vector<Case>& all) {
  KnownFailures failures(lines_of(known), all);
  failures.update(results, {Status::unsupported});
  return known_text(failures.lines());
}

TEST_CASE("known failures: a line has a pattern and statuses and a comment") {
  const std::vector<KnownLine> lines = lines_of(
      "# all\n\nnode/test_a*  fail,crash  # why \n\"ai.onnx/Add: 7 \\\"x\\\" # \\\\\"  # odd\n "
      "b\r\n");
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].pattern.empty());
  CHECK(lines[2].pattern == "node/test_a*");
  CHECK(lines[2].statuses == std::set<Status>{Status::fail, Status::crash});
  CHECK(lines[2].comment == "why");
  CHECK(lines[3].pattern == "ai.onnx/Add: 7 \"x\" # \\");
  CHECK(lines[3].comment == "odd");
  CHECK(lines[4].pattern == "b");
  CHECK(lines[4].expects(Status::timeout));
}

TEST_CASE("known failures: a bad line is named with its number") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "k";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"a  wrong", "k:1: 'wrong' is not one of fail"},
      {"a fail why", "k:1: 'why' comes after the statuses"},
      {"\n\"a fail", "k:2: the quotation mark"},
      {"\"\" fail", "the name of the case is empty"},
      {"a  xfail", "'xfail' is not one of fail"}};
  for (const auto& [text, part] : bad) {
    write_text(file, text);
    CHECK(has(test::refusal([&] { read_known(file); }), part));
  }
}

TEST_CASE("known failures: expected failures are xfail; others stay") {
  CHECK(settled("test_a  fail\n", {result("test_a", Status::fail)}) ==
        std::vector<Status>{Status::xfail});
  CHECK(settled("test_a  fail\n", {result("test_a", Status::crash)}) ==
        std::vector<Status>{Status::crash});
  CHECK(settled("node/test_?  # any\n", {result("test_a", Status::crash)}) ==
        std::vector<Status>{Status::xfail});
  CHECK(settled("1.21.0/node/test_a\n", {result("test_a", Status::fail)}) ==
        std::vector<Status>{Status::fail});
  CHECK(settled("test\n", {result("test_a", Status::fail)}) == std::vector<Status>{Status::fail});
}

TEST_CASE("known failures: a line whose cases all pass is xpass") {
  CHECK(settled("test_a\n", {result("test_a", Status::pass)}) ==
        std::vector<Status>{Status::xpass});
  CHECK(settled("test_*\n", {result("test_a", Status::pass), result("test_b", Status::fail)}) ==
        std::vector<Status>{Status::pass, Status::xfail});
  CHECK(settled("test_a pass,fail\n", {result("test_a", Status::pass)}) ==
        std::vector<Status>{Status::pass});
}

TEST_CASE("known failures: a pattern is not fixed by a part of its cases") {
  std::vector<CaseResult> part = {result("test_a", Status::pass)};
  const std::vector<Case> all = {case_named("test_a"), case_named("test_b")};
  CHECK(updated("test_*\n", part, all) == "test_*\n");
  KnownFailures(lines_of("test_*\n"), all).settle(part);
  CHECK(part[0].status == Status::pass);
}

TEST_CASE("known failures: an update keeps comments and order; adds at the end") {
  const std::vector<CaseResult> results = {
      result("test_new", Status::crash), result("test_fixed", Status::pass),
      result("test_kept", Status::fail), result("test_worse", Status::timeout),
      result("test_not_there", Status::unsupported)};
  const std::string before =
      "# a comment\n\ntest_fixed  fail  # gone\nnode/test_kept  fail  # stays\n"
      "test_worse  fail  # slow\nother_suite  # elsewhere\n";
  CHECK(updated(before, results, cases_of(results)) ==
        "# a comment\n\nnode/test_kept  fail  # stays\ntest_worse  timeout  # slow\n"
        "other_suite  # elsewhere\nnode/test_new  crash  # it is wrong\n");
}

TEST_CASE("known failures: a name in several releases is written with its release") {
  const std::vector<CaseResult> results = {result("test_a", Status::fail, "1.20.0"),
                                           result("test_a", Status::pass, "1.22.0")};
  CHECK(updated("", results, cases_of(results)) == "1.20.0/node/test_a  fail  # it is wrong\n");
}

TEST_CASE("known failures: names with blanks and patterns and control characters are found again") {
  for (const std::string name : {"Add: [0] \"x\" * # \\", "line\nbreak", "\x1b[31m"}) {
    const std::vector<CaseResult> results = {result(name, Status::fail)};
    const std::string text = updated("", results, cases_of(results));
    INFO(text);
    CHECK(settled(text, results) == std::vector<Status>{Status::xfail});
  }
}

TEST_CASE("test --known: green on the first day; red after a regression") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "cases/node/test_right", {11, 22});
  write_add_folder(folder.path() / "cases/node/test_wrong", {11, 23});
  const std::string known = (folder.path() / "known.txt").string();
  const std::string report = (folder.path() / "r.json").string();
  const std::vector<std::string> words = {"test", (folder.path() / "cases").string(), "--known",
                                          known};
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> line = words;
    line.insert(line.end(), more.begin(), more.end());
    return etalon_command(line);
  };
  check_fails(words, exit_usage, "no such file; --update-known writes it");
  CHECK(run({"--update-known"}).code == exit_ok);
  CHECK(file_text(known).starts_with("node/test_wrong  fail  # output"));
  CHECK(run({"--report", report}).code == exit_ok);
  const json entry = json::parse(file_text(report)).at("cases").at(1);
  CHECK(entry.at("status") == "xfail");
  CHECK(entry.at("known").get<std::string>().starts_with("output"));

  write_add_folder(folder.path() / "cases/node/test_right", {11, 24});
  const Outcome regression = run({});
  CHECK(regression.code == exit_mismatch);
  CHECK(has(regression.out, "fail (values) local/node/test_right"));
  CHECK_FALSE(has(regression.out, "local/node/test_wrong"));

  write_add_folder(folder.path() / "cases/node/test_right", {11, 22});
  write_add_folder(folder.path() / "cases/node/test_wrong", {11, 22});
  const Outcome fixed = run({});
  CHECK(fixed.code == exit_ok);
  CHECK(has(fixed.out, "Known to fail, but passing"));
  CHECK(run({"--strict-known"}).code == exit_mismatch);
  CHECK(run({"--update-known"}).code == exit_ok);
  CHECK(file_text(known).empty());
}

TEST_CASE("test --known: a line that matches nothing is reported") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "node/test_right", {11, 22});
  const std::string known = (folder.path() / "known.txt").string();
  write_text(known, "# x\ntest_wright  fail\n");
  const Outcome outcome = etalon_command({"test", folder.path().string(), "--known", known});
  CHECK(outcome.code == exit_ok);
  CHECK(has(outcome.out, "known.txt:2: 'test_wright' matches no case"));
  CHECK(etalon_command({"test", folder.path().string(), "--known", known, "--strict-known"}).code ==
        exit_mismatch);
}

TEST_CASE("test --allow: these statuses are not failures") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "node/test_wrong", {11, 23});
  const std::string path = folder.path().string();
  CHECK(etalon_command({"test", path, "--allow", "fail"}).code == exit_ok);
  CHECK(etalon_command({"test", path, "--allow", "crash,unsupported"}).code == exit_mismatch);
  check_fails({"test", path, "--allow", "wrong"}, exit_usage, "no such status");
  check_fails({"test", path, "--update-known"}, exit_usage, "--update-known needs --known");
}

TEST_CASE("a pattern is found whatever it begins and ends with") {
  const auto matches = [](const std::string& pattern) {
    const std::vector<CaseResult> results = {result("test_add_int8", Status::fail)};
    const KnownFailures known(lines_of(pattern + " fail\n"), cases_of(results));
    return known.expects(results.front());
  };
  for (const std::string pattern :
       {"test_*", "*int8", "*add*", "node/*_int8", "test_add_int?", "?est_add_int8", "*", "*[78]",
        "[st]est_add_*", "1.22.0/node/test_[a]dd_int8", "*_int[!6]"}) {
    INFO(pattern);
    CHECK(matches(pattern));
  }
  for (const std::string pattern : {"test_*_int16", "*int", "add*", "node/add*", "*[6]"}) {
    INFO(pattern);
    CHECK_FALSE(matches(pattern));
  }
}

TEST_CASE("a hundred thousand patterns take no more time than a few") {
  std::string text;
  std::vector<CaseResult> results;
  for (int i = 0; i < 100'000; ++i) text += fmt::format("node/nothing_{}_*  fail\n", i);
  for (int i = 0; i < 2'000; ++i) {
    results.push_back(result(fmt::format("test_{}", i), Status::pass));
  }
  const auto begin = std::chrono::steady_clock::now();
  KnownFailures known(lines_of(text), cases_of(results));
  known.update(results, {});
  known.settle(results);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  CHECK(took.count() < 5);  // comparing each with each takes minutes
}

TEST_CASE("--update-known writes through a symbolic link") {
  const TemporaryFolder folder;
  const fs::path link = folder.path() / "known.txt", file = folder.path() / "shared/known.txt";
  write_add_folder(folder.path() / "cases/wrong", {1, 2});
  fs::create_directory(folder.path() / "shared");
  fs::create_symlink("shared/known.txt", link);
  for (const bool there : {false, true}) {
    INFO(there);
    if (there) write_text(file, "# ours\n");
    const Outcome outcome = etalon_command(
        {"test", (folder.path() / "cases").string(), "--known", link.string(), "--update-known"});
    CHECK(outcome.code == 0);
    CHECK(fs::is_symlink(link));
    CHECK(has(file_text(file), "cases/wrong  fail"));
    fs::remove(file);
  }
}

}  // namespace
}  // namespace etalon::known_test
