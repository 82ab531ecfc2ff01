// Files that Etalon reads, with every value replaced and every key dropped.
#include <set>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/values/json.h"

namespace etalon::broken_files_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::has;
using test::Outcome;
using Words = std::vector<std::string>;

// Other documents with one value replaced or left out.
std::vector<json> mutations(const json& document) {
  const json others[] = {
      nullptr, -1, 1e300, "text", json::array(), json::array({json::object()}), json::object()};
  std::vector<json> all;
  const json flat = document.flatten();
  std::set<std::string> places = {""};
  for (const auto& [place, value] : flat.items()) {
    for (size_t end = 0; end != std::string::npos;) {
      end = place.find('/', end + 1);
      places.insert(place.substr(0, end));
    }
  }
  for (const std::string& place : places) {
    const json::json_pointer at(place);
    for (const json& other : others) {
      if (document.at(at).type() == other.type() && document.at(at) == other) continue;
      all.push_back(document);
      all.back()[at] = other;
    }
    if (place.empty()) continue;
    all.push_back(document);
    json& parent = all.back()[at.parent_pointer()];
    if (parent.is_object()) parent.erase(at.back());
    if (parent.is_array()) parent.erase(std::stoul(at.back()));
  }
  return all;
}

// Texts that are not JSON, or deeper than any reader goes.
Words broken_texts(const std::string& good) {
  return {"",
          " \n",
          good.substr(0, good.size() / 2),
          good + "}",
          std::string(100000, '['),
          "{\"a\":" + std::string(200, '[') + std::string(200, ']') + "}",
          "\xff\xfe{}",
          "[1e999]",
          "{\"schema\": 1e999}"};
}

// Checks that a command says in one sentence what is wrong, if it is.
void check_outcome(const Words& words, const std::string& text) {
  const Outcome outcome = etalon_command(words);
  const bool fine = std::set<int>{0, 1, 2, 3, 4, 5}.contains(outcome.code) &&
                    !has(outcome.err + outcome.out, "internal error") &&
                    !has(outcome.err + outcome.out, "json.exception") &&
                    !has(outcome.err + outcome.out, "no worker");
  if (fine) return;
  CAPTURE(words, text.substr(0, 3000), outcome.code, outcome.err);
  FAIL_CHECK("a file that is broken is not told in a sentence");
}

// `write` puts a text in the file's place, and what else it needs. Each mutation is tried with one
// of the commands, in turn: they read the file by the same functions.
void check_all(const json& good, const std::function<void(const std::string&)>& write,
               const std::vector<Words>& commands) {
  for (const std::string& text : broken_texts(good.dump())) {
    write(text);
    for (const Words& words : commands) check_outcome(words, text);
  }
  size_t turn = 0;
  for (const json& other : mutations(good)) {
    const std::string text = other.dump();
    write(text);
    check_outcome(commands[turn++ % commands.size()], text);
  }
}

struct Place {
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  json document(const std::string& name) const { return json::parse(file_text(at(name))); }
  auto writer(const std::string& name) const {
    return [this, name](const std::string& text) { test::write_text(at(name), text); };
  }
  TemporaryFolder folder;
};

TEST_CASE("a broken report is told in a sentence") {
  const Place here;
  test::write_add_folder(here.at("cases/node/good"), {11, 22});
  test::write_add_folder(here.at("cases/node/wrong"), {11, 23});
  const std::string report = here.at("report.json"), cases = here.at("cases");
  etalon_command({"test", cases, "--jobs", "1", "--report", report, "--shard", "1/1"});
  json good = here.document("report.json");
  good["partial"] = {{"reason", "SIGINT"}, {"done", 2}, {"of", 3}};
  good["allowed"] = {"unsupported"};
  for (json& entry : good.at("cases")) {
    entry["rounding"] = {{"verdict", "within"}, {"share", 0.5}, {"reason", "r"}};
    entry["exact"] = {{"scaled", 1}, {"honest", 1}, {"type", "float32"}, {"rounded", true}};
  }
  test::write_text(here.at("other.json"), good.dump());
  const std::string other = here.at("other.json");
  const std::string html = here.at("page.html");
  check_all(good, here.writer("report.json"),
            {{"report", "filter", report, "--report", here.at("part.json")},
             {"report", "filter", report, "--type", "float16", "--report", html},
             {"report", "merge", report, "--partial", "--report", here.at("m.json")},
             {"report", "diff", report, other},
             {"report", "page", report, "--html", html}});
  const json several = {{"schema", 1}, {"runs", {good}}};
  check_all(several, here.writer("report.json"), {{"report", "filter", report}});
}

TEST_CASE("a broken report is told in a sentence by what judges again") {
  const Place here;
  test::write_add_folder(here.at("cases/node/good"), {11, 22});
  const std::string report = here.at("report.json"), cases = here.at("cases");
  etalon_command({"test", cases, "--jobs", "1", "--report", report});
  json good = here.document("report.json");
  good.erase("summary");
  good["summary"] = json::object();
  good.erase("errata");
  check_all(good, here.writer("report.json"),
            {{"test", cases, "--jobs", "1", "--rerun", report, "--status", "pass"},
             {"test", cases, "--jobs", "1", "--resume", report},
             {"test", cases, "--jobs", "1", "--shard", "1/1", "--balance", report},
             {"why", report + "#good"}});
}

TEST_CASE("a broken index of a corpus is told in a sentence") {
  const Place here;
  const std::string corpus = here.at("corpus");
  REQUIRE(etalon_command({"corpus", "make", "--opset", "13", "--operator", "Abs", "--count", "1",
                          "--jobs", "1", "--out", corpus})
              .code == exit_ok);
  fs::copy(corpus, here.at("same"), fs::copy_options::recursive);
  json good = here.document("corpus/index.json");
  REQUIRE(good.at("cases").size() > 0);
  while (good.at("cases").size() > 1) good.at("cases").erase(1);
  const std::vector<Words> commands = {{"corpus", "verify", corpus, "--jobs", "1"},
                                       {"corpus", "diff", corpus, here.at("same")}};
  check_all(good, here.writer("corpus/index.json"), commands);
  test::write_text(here.at("corpus/index.json"), good.dump());
  const std::string about =
      "corpus/" + good.at("cases").at(0).at("path").get<std::string>() + "/case.json";
  check_all(here.document(about), here.writer(about), commands);
  test::write_text(here.at("corpus/index.json"), R"({"format": 1, "cases": [{"path": 7}]})");
  test::check_fails(commands[0], exit_invalid,
                    "index.json: 'cases', entry 1: 'path': a text is expected, not a number");
}

TEST_CASE("a broken journal of a campaign is told in a sentence") {
  const Place here;
  setenv("ETALON_PLANT", "digits", 1);
  const std::string out = here.at("out");
  const Words fuzz = {"fuzz",       "--backend", std::string("so:") + ETALON_PLANTED,
                      "--operator", "Mul-14",    "--count",
                      "2",          "--seed",    "1",
                      "--out",      out};
  etalon_command(fuzz);
  const std::string text = file_text(here.at("out/journal.jsonl"));
  json lines = json::array();
  for (size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    lines.push_back(json::parse(text.substr(begin, end - begin)));
  }
  REQUIRE(lines.size() > 1);
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto write = [&](const std::string& line) {
      std::string all;
      for (size_t j = 0; j < lines.size(); ++j) all += (i == j ? line : lines[j].dump()) + "\n";
      test::write_text(here.at("out/journal.jsonl"), all);
    };
    check_all(lines[i], write, {{"fuzz", "--merge", out, "--out", here.at("merged")}});
  }
  for (const char* line : {"{}", "[]", "7", R"({"campaign": {}})"}) {
    test::write_text(here.at("out/journal.jsonl"), std::string(line) + "\n");
    check_outcome(fuzz, line);
  }
  unsetenv("ETALON_PLANT");
}

TEST_CASE("broken files of cases are told in a sentence") {
  const Place here;
  test::write_add_folder(here.at("cases/node/good"), {11, 22});
  const json data = {
      {"rtol", 0.1}, {"atol", 0.1}, {"kind", "node"}, {"error", "InvalidInput"}, {"refusal", "r"}};
  check_all(data, here.writer("cases/node/good/data.json"),
            {{"test", here.at("cases"), "--jobs", "1"}, {"why", here.at("cases/node/good")}});
  const json own = json::parse(test::add_cases({{"a", {11, 22}}}));
  check_all(own, here.writer("Add.json"),
            {{"test", here.at("Add.json"), "--jobs", "1"},
             {"test", here.at("cases"), "--jobs", "1", "--report", here.at("x.html"),
              here.at("Add.json")}});
  const json node = {{"operator", "Add"},
                     {"opset", 14},
                     {"inputs", {{{"type", "float"}}}},
                     {"attributes", {{"axis", 1}}}};
  check_all(node, here.writer("node.json"),
            {{"generate", "--node", here.at("node.json"), "--out", here.at("generated")}});
}

TEST_CASE("a broken cache is as if it were not there") {
  const Place here;
  test::write_add_folder(here.at("cases/node/good"), {11, 22});
  const Words words = {"test", here.at("cases"), "--jobs", "1", "--cache", here.at("kept")};
  etalon_command(words);
  const fs::path kept = fs::directory_iterator(here.at("kept"))->path();
  const std::string line = file_text(kept);
  const std::string digest = line.substr(0, 65);
  const json good = json::parse(line.substr(65));
  check_all(good, [&](const std::string& text) { test::write_text(kept, digest + text + "\n"); },
            {words});
}

}  // namespace
}  // namespace etalon::broken_files_test
