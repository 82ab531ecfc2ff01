
#include "conformance/common/paths.h"
#include "conformance/reports/exports.h"
#include "conformance/reports/json.h"
#include "conformance/reports/merge.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "engine/values/json.h"

namespace etalon::report_merge_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::Outcome;

// Seven cases, two of them wrong, and their reports: whole.json, and 1.json … of `shards` shards.
void run_shards(const fs::path& folder, size_t shards) {
  std::vector<std::pair<std::string, std::vector<double>>> sums;
  for (int i = 0; i < 7; ++i) sums.push_back({std::to_string(i), {11, i % 4 == 2 ? 0.0 : 22.0}});
  test::write_text(folder / "Add.json", test::add_cases(sums));
  const std::string cases = (folder / "Add.json").string();
  CHECK(etalon_command({"test", cases, "--report", (folder / "whole.json").string()}).code == 1);
  for (size_t i = 1; i <= shards; ++i) {
    const std::string report = (folder / fmt::format("{}.json", i)).string();
    etalon_command({"test", cases, "--shard", fmt::format("{}/{}", i, shards), "--report", report});
  }
}

std::string file(const TemporaryFolder& folder, const std::string& name) {
  return (folder.path() / name).string();
}

// A report without what differs between runs: times, dates, command lines.
json timeless(const fs::path& report) {
  json document = json::parse(file_text(report));
  document.erase("seconds");
  document.erase("run");
  for (json& entry : document.at("cases")) entry.erase("seconds");
  return document;
}

void check_refused(const std::vector<std::string>& words, const std::string& reason) {
  const Outcome outcome = etalon_command(words);
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.err.starts_with("etalon: "));
  CHECK(outcome.err.find(reason) != std::string::npos);
}

TEST_CASE("merged shards are the unsharded run") {
  const TemporaryFolder folder;
  run_shards(folder.path(), 3);
  const Outcome outcome = etalon_command(
      {"report", "merge", file(folder, "3.json"), file(folder, "1.json"), file(folder, "2.json"),
       "--report", file(folder, "merged.json"), "--report", file(folder, "merged.html")});
  CHECK(outcome.code == 1);
  CHECK(timeless(folder.path() / "merged.json") == timeless(folder.path() / "whole.json"));
  CHECK(timeless(folder.path() / "merged.json").at("summary").at("fail") == 2);
  CHECK(file_text(folder.path() / "merged.html").find("<td>7</td>") != std::string::npos);
}

TEST_CASE("more shards than cases merge as well") {
  const TemporaryFolder folder;
  run_shards(folder.path(), 7);
  std::vector<std::string> words = {"report", "merge", "--report", file(folder, "merged.json")};
  for (int i = 1; i <= 7; ++i) words.push_back(file(folder, fmt::format("{}.json", i)));
  CHECK(etalon_command(words).code == 1);
  CHECK(timeless(folder.path() / "merged.json") == timeless(folder.path() / "whole.json"));
}

TEST_CASE("a missing or duplicate shard is reported") {
  const TemporaryFolder folder;
  run_shards(folder.path(), 3);
  const std::string one = file(folder, "1.json");
  const std::string two = file(folder, "2.json");
  check_refused({"report", "merge", one}, "of 3 shards, 2 are missing: 2, 3");
  check_refused({"report", "merge", two, one}, "of 3 shards, 1 is missing: 3");
  check_refused({"report", "merge", one, two, one}, "are both shard 1 of 3");
  const Outcome partial = etalon_command({"report", "merge", "--partial", one, two});
  CHECK(partial.code == 1);
  CHECK(partial.out.find("5 cases") != std::string::npos);
}

TEST_CASE("reports that do not belong together are refused") {
  const TemporaryFolder folder;
  run_shards(folder.path(), 2);
  const std::string one = file(folder, "1.json");
  const std::string whole = file(folder, "whole.json");
  const auto changed = [&](const char* name, const json& patch) {
    json document = json::parse(file_text(one));
    document.merge_patch(patch);
    test::write_text(folder.path() / name, document.dump());
    return file(folder, name);
  };
  check_refused({"report", "merge", one, whole}, "is a report of a shard");
  check_refused({"report", "merge", whole, whole}, "both contain own/ai.onnx/Add: 0");
  check_refused({"report", "merge", one, file(folder, "2.json"),
                 changed("a.json", {{"backend", "runtime 1"}})},
                "runtime 1: of 2 shards, 1 is missing: 2");
  check_refused({"report", "merge", one, changed("b.json", {{"shard", {{"of", 99}}}})},
                "2 shards of 99 cases");
  check_refused({"report", "merge", changed("c.json", {{"schema", 2}})},
                "the report's \"schema\" is not 1");
  check_refused({"report", "merge", changed("d.json", {{"etalon", "0.0.0"}})},
                "the report is from etalon 0.0.0");
  check_refused({"report", "merge", changed("e.json", {{"cases", {{{"name", "x"}}}}})},
                "e.json: 'cases', entry 1: the key 'release' is missing");
  check_refused({"report", "merge", changed("f.json", {{"shard", {{"index", 0}}}})},
                "the report's \"shard\" is not valid");
  check_refused({"report", "merge", changed("h.json", {{"shard", {{"count", 1ULL << 60}}}})},
                "are missing: 2, 3, 4");
  // A run that ended early has fewer cases than its shard.
  check_refused(
      {"report", "merge", file(folder, "2.json"), changed("g.json", {{"cases", json::array()}})},
      "the shards have 3 of 7 cases");
}

TEST_CASE("runs of several runtimes merge into one document which other commands take") {
  const TemporaryFolder folder;
  run_shards(folder.path(), 2);
  const auto of_runtime = [&](const std::string& name, const std::string& runtime) {
    json document = json::parse(file_text(folder.path() / name));
    document["backend"] = runtime;
    test::write_text(folder.path() / (runtime + name), document.dump());
    return file(folder, runtime + name);
  };
  const std::string merged = file(folder, "merged.json");
  const Outcome outcome =
      etalon_command({"report", "merge", of_runtime("1.json", "a 1"),
                      of_runtime("whole.json", "b 2"), of_runtime("2.json", "a 1"), "--report",
                      merged, file(folder, "all.html"), file(folder, "all.md")});
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(outcome.out.find("a 1") < outcome.out.find("b 2"));
  const std::vector<RunReport> runs = read_json_reports(merged);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].backend == "a 1");
  CHECK(runs[0].results.size() == 7);
  CHECK_FALSE(runs[0].shard);
  CHECK(runs[1].backend == "b 2");
  CHECK(file_text(folder.path() / "all.md").find("b 2") != std::string::npos);
  const auto is_same = [&](const std::string& again) {
    return file_text(again) == file_text(merged);
  };
  const std::string again = file(folder, "again.json");
  CHECK(etalon_command({"report", "merge", merged, "--report", again}).code == 1);
  CHECK(is_same(again));
  const std::string page = file(folder, "page.html");
  CHECK(etalon_command({"report", "page", merged, "--html", page}).code == 0);
  CHECK(file_text(page).find("b 2") != std::string::npos);
  const std::string failed = file(folder, "failed.json");
  CHECK(etalon_command({"report", "filter", merged, "--status", "fail", "--report", failed}).code ==
        0);
  CHECK(read_json_reports(failed).at(1).results.size() == 2);
  check_refused({"report", "diff", merged, merged},
                "has the runs of a 1, b 2; a report of one run");
  CHECK(etalon_command({"report", "merge", merged, "--report", file(folder, "all.xml")}).code == 2);
}

TEST_CASE("a file that is not a report is refused") {
  const TemporaryFolder folder;
  test::write_text(folder.path() / "a.json", "{");
  check_refused({"report", "merge", file(folder, "a.json")}, "not a JSON report of etalon test");
  check_refused({"report", "merge", file(folder, "none.json")}, "none.json");
  test::write_text(folder.path() / "deep.json", std::string(400'000, '['));
  check_refused({"report", "merge", file(folder, "deep.json")}, "nested more than 100 deep");
  CHECK(etalon_command({"report", "merge"}).code == 2);
  CHECK(etalon_command({"report"}).code == 2);
  CHECK(etalon_command({"report", "merge", "a.json", "--report", "a.pdf"}).code == 2);
}

TEST_CASE("a JSON report keeps everything that other reports show") {
  const TemporaryFolder folder;
  RunReport report;
  report.backend = "runtime 1.0";
  report.seconds = 3;
  CaseResult& one = report.results.emplace_back();
  one.release = "1.22.0";
  one.suite = "node";
  one.name = "a";
  one.status = Status::fail;
  one.kind = Mismatch::values;
  one.operators = {"Abs-13"};
  one.releases = {"1.9.0", "1.22.0"};
  one.max_ulp = 7;
  one.message = "wrong";
  one.where = "[1]";
  one.got = "nan";
  one.expected = "1";
  one.picture = {"Y", {2}, {"09"}};
  one.judged = Verdict{.grade = Grade::wrong, .times = 9, .share = 2, .evaluations = 30};
  report.info.rule = "verdict";
  report.results.push_back(one);
  report.results[1].status = Status::unsupported;
  report.results[1].missing = {"Abs-13"};
  report.results[1].erratum = "odd";
  test::write_text(folder.path() / "a.json", json_report(report));
  const RunReport read = read_json_report(folder.path() / "a.json");
  CHECK(json_report(read) == json_report(report));
}

TEST_CASE("the scoreboard has the names of ONNX's own runner") {
  RunReport report;
  const auto add = [&](const char* suite, const char* name, Status status) {
    CaseResult& one = report.results.emplace_back();
    one.release = "1.22.0";
    one.suite = suite;
    one.name = name;
    one.status = status;
  };
  add("node", "test_b", Status::crash);
  add("node", "test_a", Status::pass);
  add("simple", "test_c", Status::unsupported);
  add("pytorch-operator", "test_d", Status::erratum);
  add("pytorch-converted", "test_e", Status::statistical);
  add("light", "test_f", Status::invalid);
  add("ai.onnx", "Add: own", Status::pass);
  add("node", "test_b", Status::pass);  // of a later release
  json board = json::parse(scoreboard_report(report));
  const std::string date = board.at("date");
  CHECK(date.size() == 19);
  CHECK(date[2] == '/');
  board.erase("date");
  CHECK(board ==
        json{{"failed",
              {"OnnxBackendPyTorchOperatorModelTest::test_d_cpu",
               "OnnxBackendRealModelTest::test_f_cpu"}},
             {"passed",
              {"OnnxBackendNodeModelTest::test_a_cpu", "OnnxBackendNodeModelTest::test_b_cpu",
               "OnnxBackendPyTorchConvertedModelTest::test_e_cpu"}},
             {"skipped", {"OnnxBackendSimpleModelTest::test_c_cpu"}}});
}

}  // namespace
}  // namespace etalon::report_merge_test
