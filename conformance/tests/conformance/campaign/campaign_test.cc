#include "conformance/campaign/campaign.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "conformance/campaign/ranking.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "onnx.pb.h"

namespace etalon::campaign_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::has;
using test::Outcome;

// The library of conformance/tests/planted with this fault, while it lives.
struct Planted {
  explicit Planted(const char* fault) { setenv("ETALON_PLANT", fault, 1); }
  ~Planted() { unsetenv("ETALON_PLANT"); }
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;
};

std::vector<std::string> fuzz_words(const fs::path& out, const std::string& operators,
                                    const std::string& cases) {
  return {"fuzz",       "--backend", std::string("so:") + ETALON_PLANTED,
          "--operator", operators,   "--count",
          cases,        "--out",     out.string()};
}

struct Campaigned {
  int code = 0;
  std::string err;
  json findings;
};

Campaigned campaign(const fs::path& out, const std::string& operators, const std::string& cases,
                    const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = fuzz_words(out, operators, cases);
  words.insert(words.end(), more.begin(), more.end());
  const Outcome outcome = etalon_command(words);
  INFO(outcome.err);
  REQUIRE(fs::exists(out / "findings.json"));
  return {outcome.code, outcome.err, json::parse(file_text(out / "findings.json"))};
}

TEST_CASE("a runtime that is right has no findings", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("nothing");
  const Campaigned done = campaign(folder.path() / "out", "Softmax-13,MatMul,Gather", "60");
  CHECK(done.code == 0);
  CHECK(done.findings.at("cases") == 60);
  CHECK(done.findings.at("outcomes").at("same") == 60);
  CHECK(done.findings.at("groups").empty());
}

TEST_CASE("a wrong axis is found; grouped once and shrunk to a few elements", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("softmax along the axis before");
  const fs::path out = folder.path() / "out";
  const Campaigned done = campaign(out, "Softmax-13", "80");
  CHECK(done.code == 1);
  // Also where NaN comes into other sums, or into none.
  REQUIRE(done.findings.at("groups").size() == 1);
  const json group = done.findings.at("groups").at(0);
  CHECK(group.at("subject") == "Softmax-13");
  CHECK(group.at("status") == "fail");
  CHECK(group.at("severity") == "wrong");
  CHECK(!group.at("others").empty());
  CHECK(group.at("cases").get<int>() > 10);
  CHECK(group.at("elements").get<int>() <= 4);
  const fs::path minimal = out / "cases" / group.at("folder").get<std::string>();
  CHECK(fs::exists(minimal / "test_data_set_0/output_0.pb"));
  CHECK(has(file_text(minimal / "why.txt"),
            "), node 1 of 1, is wrong in the model and when run alone"));
  CHECK(has(read_json(minimal / "repro.json").at("title"), "Softmax-13 of planted"));
  CHECK(has(file_text(out / "table.md"), "| fail (values) | Softmax-13 |"));
  CHECK(json::parse(file_text(out / "report.json")).at("summary").at("fail") == 1);
  CHECK(fs::exists(out / "report.html"));
  // The minimal case is one for everybody else: Etalon passes it, the backend does not.
  CHECK(etalon_command({"test", minimal.string()}).code == 0);
  CHECK(etalon_command({"test", minimal.string(), "--backend", std::string("so:") + ETALON_PLANTED})
            .code == 1);
}

TEST_CASE("what sampled evaluations give is not a finding", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("float-sums");
  const Campaigned done = campaign(folder.path() / "out", "MatMul,Softmax-13", "240");
  CHECK(done.code == 0);
  CHECK(done.findings.at("outcomes").at("rounding").get<int>() > 10);
  CHECK(done.findings.at("groups").empty());
}

TEST_CASE("what rounding does not give is a finding within the tolerance too", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("digits");
  const Campaigned done = campaign(folder.path() / "out", "Mul-14,Add-14", "80");
  CHECK(done.code == 1);
  REQUIRE(done.findings.at("groups").size() == 1);
  const json group = done.findings.at("groups").at(0);
  CHECK(group.at("subject") == "Mul-14");
  CHECK(group.at("signature") == "float digits, within the tolerance");
  CHECK(has(group.at("sentence").get<std::string>(), ": fails (wrong): "));
  CHECK(group.at("elements").get<int>() <= 2);
  CHECK(group.at("severity") == "note");
  CHECK(done.findings.at("severities").at("note") == 1);
  const std::string table = file_text(folder.path() / "out/table.md");
  CHECK(has(table, "Groups: 1 accuracy note.\n"));
  CHECK(table.find("## Accuracy notes") < table.find("| Mul-14 |"));
}

onnx::NodeProto minimal_node(const fs::path& out, const json& group) {
  onnx::ModelProto model;
  model.ParseFromString(
      file_text(out / "cases" / group.at("folder").get<std::string>() / "model.onnx"));
  REQUIRE(model.graph().node_size() == 1);
  return model.graph().node(0);
}

int list_length(const onnx::NodeProto& node, const std::string& name) {
  for (const onnx::AttributeProto& each : node.attribute()) {
    if (each.name() == name) return each.ints_size() + each.strings_size();
  }
  return 0;
}

TEST_CASE("one mistake in all versions of an operator is one group", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("digits");
  const Campaigned done = campaign(folder.path() / "out", "Mul", "60");
  // The greatest number becomes infinite: another cause.
  std::vector<json> digits;
  for (const json& group : done.findings.at("groups")) {
    if (group.at("severity") == "note") digits.push_back(group);
  }
  REQUIRE(digits.size() == 1);
  CHECK(digits[0].at("operators").size() == 5);  // 1, 6, 7, 13, 14
  CHECK(has(file_text(folder.path() / "out/table.md"), "| Mul-1, 6, 7, 13, 14 |"));
}

TEST_CASE("a mistake in one branch of a formula is a group with its path", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("below zero");
  const Campaigned done = campaign(folder.path() / "out", "Elu", "60");
  REQUIRE(!done.findings.at("groups").empty());
  const json group = done.findings.at("groups").at(0);
  CHECK(group.at("severity") == "wrong");
  CHECK(has(group.at("cause").get<std::string>(), "; comparison 1: less"));
  CHECK(group.at("elements") == 1);
}

TEST_CASE("a mistake with NaN alone is one of edge values", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("no NaN");
  const Campaigned done = campaign(folder.path() / "out", "Abs", "120");
  REQUIRE(done.findings.at("groups").size() == 1);
  CHECK(done.findings.at("groups").at(0).at("severity") == "edges");
}

TEST_CASE("one mistake of trees is one group a class of types with a pruned tree", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("trees test strictly");
  const fs::path out = folder.path() / "out";
  const Campaigned done = campaign(out, "TreeEnsembleRegressor", "400");
  REQUIRE(done.findings.at("groups").size() == 2);  // of floats, of integers
  const json group = done.findings.at("groups").at(0);
  CHECK(group.at("severity") == "wrong");
  const onnx::NodeProto node = minimal_node(out, group);
  CHECK(list_length(node, "nodes_modes") == 3);  // a test and its leaves
  CHECK(list_length(node, "target_ids") == 1);
  for (const char* dropped : {"post_transform", "aggregate_function", "nodes_hitrates"}) {
    for (const auto& each : node.attribute()) CHECK(each.name() != dropped);
  }
}

TEST_CASE("a case that crashes is made minimal as others are", "[campaign]") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  {
    const Planted planted("crash of trees");
    const Campaigned done = campaign(out, "TreeEnsembleClassifier-3", "30");
    REQUIRE(done.findings.at("groups").size() == 1);
    const json group = done.findings.at("groups").at(0);
    CHECK(group.at("severity") == "crash");
    CHECK(list_length(minimal_node(out, group), "nodes_modes") == 2);  // a test, and its leaf
  }
  const Planted planted("crash");
  const Campaigned done = campaign(folder.path() / "gemm", "Gemm-13", "10");
  REQUIRE(done.findings.at("groups").size() == 1);
  const json group = done.findings.at("groups").at(0);
  CHECK(minimal_node(folder.path() / "gemm", group).attribute_size() == 0);
  CHECK(group.at("elements") == 2);
}

TEST_CASE("what a runtime says that it lacks is not a finding", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("lacks");
  const Campaigned done = campaign(folder.path() / "out", "Abs,Conv", "20");
  CHECK(done.code == 0);
  CHECK(done.findings.at("outcomes").at("unsupported") == 20);
  CHECK(done.findings.at("groups").empty());
}

TEST_CASE("groups are ranked by their severity", "[campaign]") {
  CampaignState state;
  const auto add = [&](Severity severity, const std::string& cause) {
    FindingGroup group;
    group.first = state.groups.size();
    group.finding.subject = "Op" + std::to_string(group.first) + "-1";
    group.cases = 1;
    group.subjects[group.finding.subject] = 1;
    group.severity = severity;
    group.cause = cause;
    state.groups.push_back(group);
  };
  add(Severity::note, "a");
  add(Severity::refusal, "b");
  add(Severity::edges, "c");
  add(Severity::accuracy, "a");  // one cause with the note
  add(Severity::crash, "d");
  add(Severity::wrong, "e");
  std::vector<Severity> order;
  for (const RankedFinding& each : ranked(state)) order.push_back(each.group.severity);
  CHECK(order == std::vector{Severity::crash, Severity::wrong, Severity::edges, Severity::accuracy,
                             Severity::refusal});
  const RankedFinding accuracy = ranked(state).at(3);
  CHECK(accuracy.group.first == 0);
  CHECK(accuracy.group.cases == 2);
  CHECK(accuracy.group.subjects.size() == 2);
}

TEST_CASE("a crash is one group and the campaign goes on", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("crash");
  const Campaigned done = campaign(folder.path() / "out", "Identity-14", "12", {"--jobs", "2"});
  CHECK(done.code == 1);
  CHECK(done.findings.at("cases") == 12);
  REQUIRE(done.findings.at("groups").size() == 1);
  const json group = done.findings.at("groups").at(0);
  CHECK(group.at("status") == "crash");
  CHECK(has(group.at("sentence").get<std::string>(), "Aborted"));
  CHECK(group.at("cases").get<int>() < 12);
  CHECK(group.at("elements") == 1);
}

TEST_CASE("a hang is one group and the campaign goes on", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("hang");
  const Campaigned done = campaign(folder.path() / "out", "Abs-13", "4", {"--case-timeout", "1"});
  CHECK(done.code == 1);
  CHECK(done.findings.at("cases") == 4);
  REQUIRE(done.findings.at("groups").size() == 1);
  CHECK(done.findings.at("groups").at(0).at("status") == "timeout");
}

TEST_CASE("one refusal of many operators is one group", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("refuses");
  const Campaigned done = campaign(folder.path() / "out", "Abs,Neg,Conv", "30");
  CHECK(done.code == 1);
  REQUIRE(done.findings.at("groups").size() == 1);
  const json group = done.findings.at("groups").at(0);
  CHECK(group.at("status") == "error");
  CHECK(group.at("signature") == "this runtime runs nothing: code N");
  CHECK(group.at("cases") == 30);
}

// ------------------------------------------------------------------------- going on, and in parts

TEST_CASE("a campaign in two runs has the reports of one", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("softmax along the axis before");
  const fs::path whole = folder.path() / "whole", parts = folder.path() / "parts";
  campaign(whole, "Softmax", "60");
  campaign(parts, "Softmax", "23", {"--jobs", "1"});
  campaign(parts, "Softmax", "60", {"--jobs", "2"});
  CHECK(file_text(whole / "findings.json") == file_text(parts / "findings.json"));
  CHECK(file_text(whole / "table.md") == file_text(parts / "table.md"));
}

TEST_CASE("a campaign that was killed goes on where it was", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("softmax along the axis before");
  const fs::path whole = folder.path() / "whole", killed = folder.path() / "killed";
  campaign(whole, "Softmax,Add", "400");
  const pid_t child = fork();
  if (child == 0) {
    etalon_command(fuzz_words(killed, "Softmax,Add", "400"));
    _exit(0);
  }
  for (int i = 0; i < 2000; ++i) {
    std::error_code none;
    if (fs::exists(killed / journal_name, none) && fs::file_size(killed / journal_name, none) > 900)
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  campaign(killed, "Softmax,Add", "400");
  CHECK(file_text(whole / "findings.json") == file_text(killed / "findings.json"));
}

TEST_CASE("an unfinished last line of a journal is cut off", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("nothing");
  const fs::path out = folder.path() / "out";
  campaign(out, "Abs", "10");
  const std::string before = file_text(out / journal_name);
  write_file(out / journal_name, before + R"({"cases": 5000, "seco)");
  CHECK(read_journal(out).cases == 10);
  CHECK(campaign(out, "Abs", "10").findings.at("cases") == 10);
  CHECK(file_text(out / journal_name) == before);
}

TEST_CASE("a folder of another campaign or of something else; is refused", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("nothing");
  const fs::path out = folder.path() / "out";
  campaign(out, "Abs", "5");
  std::vector<std::string> words = fuzz_words(out, "Abs", "5");
  words.insert(words.end(), {"--seed", "3"});
  check_fails(words, 2, "has another campaign: --seed 0, not 3");
  check_fails(fuzz_words(out, "Neg", "5"), 2, "has another campaign: cases of Abs, not Neg");
  test::write_text(folder.path() / "mine/notes.txt", "mine");
  check_fails(fuzz_words(folder.path() / "mine", "Abs", "5"), 2, "has no campaign to go on with");
}

TEST_CASE("the shards of a campaign are merged into the whole", "[campaign]") {
  const TemporaryFolder folder;
  const Planted planted("softmax along the axis before");
  const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
  campaign(path("whole"), "Softmax,Abs", "90");
  for (const std::string shard : {"1", "2", "3"}) {
    campaign(path(shard), "Softmax,Abs", "90", {"--shard", shard + "/3"});
  }
  const Outcome outcome =
      etalon_command({"fuzz", "--merge", path("1"), path("2"), path("3"), "--out", path("merged")});
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(file_text(path("whole") + "/findings.json") ==
        file_text(path("merged") + "/findings.json"));
  CHECK(etalon_command({"test", path("merged") + "/cases"}).code == 0);
  check_fails({"fuzz", "--merge", path("1"), path("1"), "--out", path("twice")}, 3,
              "shard 1 of 3 is there twice");
}

// A folder with a case's files, and the journal of a shard with one finding, of this folder.
void write_shard(const fs::path& shard, const json& folder) {
  const json finding = {{"status", "fail"},
                        {"kind", "values"},
                        {"subject", "Abs-13\x1b[31m"},
                        {"signature", "s"},
                        {"sentence", "it differs"}};
  const json key = {{"etalon", "0.1.0"}, {"command", "c"}, {"backend", "b"}, {"source", "\x1b[2J"},
                    {"seed", 0},         {"shard", 1},     {"shards", 1},    {"date", "2026"}};
  const json cases = {{"cases", 1},
                      {"seconds", 1},
                      {"outcomes", {0, 0, 0, 0, 1, 0}},
                      {"new", {{{"finding", finding}, {"first", 0}}}},
                      {"hits", {{0, "Abs-13", 1}}}};
  const json settled = {
      {"finding", finding},  {"first", 0},       {"cases", 1},      {"operators", {{"Abs-13", 1}}},
      {"shrunk", true},      {"folder", folder}, {"sentence", ""},  {"elements", 1},
      {"first_elements", 1}, {"checks", 1},      {"special", false}};
  test::write_text(shard / journal_name, json({{"campaign", key}}).dump() + "\n" + cases.dump() +
                                             "\n" + json({{"settled", settled}}).dump() + "\n");
  test::write_text(shard / "cases/abs/model.onnx", "model");
}

TEST_CASE("a shard's journal names only folders of its cases", "[campaign]") {
  const TemporaryFolder folder;
  const fs::path shard = folder.path() / "shard", out = folder.path() / "whole/out";
  const std::vector<std::string> words = {"fuzz", "--merge", shard.string(), "--out", out.string()};
  test::write_text(folder.path() / "payload/file", "mine");
  for (const char* name : {"../../payload", "/etc", "abs/../../..", "a//b", "."}) {
    write_shard(shard, name);
    check_fails(words, 3, "the folder of a case '" + std::string(name) + "'");
  }
  write_shard(shard, std::string("abs\0", 4));
  check_fails(words, 3, "contains a NUL");
  CHECK_FALSE(fs::exists(out / "cases"));
  CHECK_FALSE(fs::exists(folder.path() / "whole/payload"));
}

TEST_CASE("merging copies no symbolic link and follows none", "[campaign]") {
  const TemporaryFolder folder;
  const fs::path shard = folder.path() / "shard", cases = shard / "cases";
  test::write_text(folder.path() / "secret/model.onnx", "secret");
  int number = 0;
  const auto refused = [&](const std::string& link) {
    const fs::path out = folder.path() / std::to_string(number++);
    check_fails({"fuzz", "--merge", shard.string(), "--out", out.string()}, 3, link);
    CHECK_FALSE(fs::exists(out / "cases/abs/data.json"));
  };
  write_shard(shard, "abs");
  fs::create_symlink("../../../secret/model.onnx", cases / "abs/data.json");
  refused("cases/abs/data.json' is a symbolic link");
  fs::remove_all(cases / "abs");
  fs::create_directory_symlink("../../secret", cases / "abs");
  refused("cases/abs' is a symbolic link");
  fs::remove_all(cases);
  fs::create_directory_symlink("../secret", cases);
  refused("cases' is a symbolic link");
}

TEST_CASE("a journal's words reach no terminal as they are", "[campaign]") {
  const TemporaryFolder folder;
  const fs::path shard = folder.path() / "shard", out = folder.path() / "out";
  write_shard(shard, "abs");
  const Outcome merged = etalon_command({"fuzz", "--merge", shard.string(), "--out", out.string()});
  CHECK(merged.code == 1);
  CHECK(has(merged.out, "Abs-13\\x1b[31m"));
  CHECK_FALSE(has(merged.out, "\x1b"));
  CHECK(file_text(out / "cases/abs/model.onnx") == "model");
}

TEST_CASE("a library that is none says so", "[campaign]") {
  const TemporaryFolder folder;
  test::write_text(folder.path() / "no.so", "no library");
  check_fails({"fuzz", "--backend", "so:" + (folder.path() / "no.so").string(), "--count", "5",
               "--out", (folder.path() / "out").string()},
              3, "the backend does not start");
  check_fails({"fuzz", "--count", "5"}, 2, "fuzz needs --backend COMMAND, or --merge FOLDER...");
}

}  // namespace
}  // namespace etalon::campaign_test
