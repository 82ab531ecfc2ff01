#include <set>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"

namespace etalon::kept_results_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::has;
using test::Outcome;

// Cases for a backend that answers with the file good.pb, whatever is in it.
struct Runtime {
  Runtime() {
    for (const char* name : {"good", "good2", "unsupported"}) {
      test::write_add_folder(folder.path() / "cases/node" / name, {11, 22});
    }
    answers({11, 22});
  }
  void answers(const std::vector<double>& sums) const {
    test::write_text(folder.path() / "good.pb", serialize_value(test::floats(sums), "output_0"));
  }
  std::string file(const std::string& name) const { return (folder.path() / name).string(); }
  Outcome run(const std::string& report, std::vector<std::string> words) const {
    const std::string backend =
        fmt::format("python3 '{}/conformance/tests/data/odd_backend.py' '{}'", ETALON_SOURCE_DIR,
                    folder.path().string());
    words.insert(words.begin(), {"test", file("cases"), "--backend", backend, "--jobs", "1",
                                 "--report", file(report)});
    return etalon_command(words);
  }
  std::vector<std::string> statuses(const std::string& report) const {
    std::vector<std::string> statuses;
    for (const json& each : cases(report)) statuses.push_back(each.at("status"));
    return statuses;
  }
  json cases(const std::string& report) const {
    json cases = json::parse(file_text(file(report))).at("cases");
    for (json& each : cases) each.erase("seconds");
    return cases;
  }
  fs::path kept() const { return fs::directory_iterator(folder.path() / "kept")->path(); }
  TemporaryFolder folder;
};

TEST_CASE("test --cache: what is kept is not run again and the report is the same") {
  const Runtime runtime;
  const std::vector<std::string> words = {"--cache", runtime.file("kept")};
  CHECK(runtime.run("first.json", words).code == exit_unsupported);
  runtime.answers({0, 0});  // that would fail now
  CHECK(runtime.run("second.json", words).code == exit_unsupported);
  CHECK(runtime.cases("second.json") == runtime.cases("first.json"));
  CHECK(runtime.run("without.json", {}).code == exit_mismatch);
}

TEST_CASE("test --cache: other options and other bytes of a case are not known") {
  const Runtime runtime;
  CHECK(runtime.run("first.json", {"--cache", runtime.file("kept")}).code == exit_unsupported);
  runtime.answers({0, 0});
  CHECK(runtime.run("r.json", {"--cache", runtime.file("kept"), "--atol", "1"}).code ==
        exit_mismatch);
  test::write_add_folder(runtime.folder.path() / "cases/node/good", {11, 33});
  CHECK(runtime.run("r.json", {"--cache", runtime.file("kept")}).code == exit_mismatch);
  const json cases = runtime.cases("r.json");
  CHECK(cases.at(0).at("status") == "fail");
  CHECK(cases.at(1).at("status") == "pass");
}

// As a run leaves it that was killed while it wrote a line.
TEST_CASE("test --cache: a line that was cut off is left out and what follows is whole") {
  const Runtime runtime;
  const std::vector<std::string> words = {"--cache", runtime.file("kept")};
  runtime.run("whole.json", words);
  const std::string whole = file_text(runtime.kept());
  const size_t second = whole.find('\n') + 1;
  test::write_text(runtime.kept(), whole.substr(0, second + 100));
  CHECK(runtime.run("r.json", words).code == exit_unsupported);
  CHECK(runtime.cases("r.json") == runtime.cases("whole.json"));
  runtime.answers({0, 0});
  CHECK(runtime.run("r.json", words).code == exit_unsupported);
}

// A backend whose answers come from a module, of which the module `later` is imported by a case.
struct Module {
  Module() {
    setenv("PYTHONPATH", runtime.file("modules").c_str(), 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    setenv("ETALON_TEST_LOG", runtime.file("log").c_str(), 1);
    write("package/__init__.py", "");
    write("package/sums.py", "from package import deep\n\ndef sums():\n    return deep.sums()\n");
    write("package/deep.py", "def sums():\n    import later\n    return later.sums()\n");
    write("later.py",
          "import os\nhere = os.path.dirname(__file__)\ndef sums():\n"
          "    with open(here + '/sums.txt') as file:\n        return eval(file.read())\n");
    write("sums.txt", "[11, 22]");
  }
  ~Module() {
    unsetenv("PYTHONPATH");
    unsetenv("PYTHONDONTWRITEBYTECODE");
    unsetenv("ETALON_TEST_LOG");
  }
  void write(const std::string& file, const std::string& text) const {
    test::write_text(runtime.folder.path() / "modules" / file, text);
  }
  std::string status(const std::string& option = "") const {
    const std::string backend = fmt::format(
        "bash -c '{}python3 \"{}/conformance/tests/data/module_backend.py\" "
        "package.sums {}; true'",
        before, ETALON_SOURCE_DIR, option);
    test::write_text(runtime.file("log"), "");
    last = etalon_command({"test", runtime.file("cases/node/good"), "--backend", backend, "--cache",
                           runtime.file("kept"), "--report", runtime.file("r.json")});
    return runtime.statuses("r.json").at(0);
  }
  bool found() const { return file_text(runtime.file("log")).empty(); }
  Runtime runtime;
  std::string before;
  mutable Outcome last;
};

TEST_CASE("test --cache: a result is found while each file that was loaded is as it was") {
  const Module module;
  CHECK(module.status() == "pass");
  CHECK_FALSE(module.found());
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"package/sums.py", "def sums():\n    return [0]\n"},
      {"package/deep.py", "def sums():\n    return [0, 0]\n"},
      {"later.py", "def sums():\n    return [0, 0, 0]\n"},
      {"sums.txt", "[0, 0, 0, 0]"}};
  for (const auto& [file, text] : wrong) {
    INFO(file);
    const std::string right = file_text(module.runtime.folder.path() / "modules" / file);
    module.write(file, text);
    CHECK(module.status() == "fail");
    module.write(file, right);
    CHECK(module.status() == "pass");
    CHECK(module.found());
  }
  // The same names elsewhere are other modules.
  fs::copy(module.runtime.file("modules"), module.runtime.file("others"),
           fs::copy_options::recursive);
  setenv("PYTHONPATH", module.runtime.file("others").c_str(), 1);
  CHECK(module.status() == "pass");
  CHECK_FALSE(module.found());
}

TEST_CASE("test --cache: nothing is kept of a backend whose files are not known") {
  Module module;
  CHECK(module.status("silent") == "pass");
  CHECK(has(module.last.err, "etalon: results of module are not kept: python3"));
  CHECK(has(module.last.err, "does not say which files it loaded"));
  CHECK(module.status("silent") == "pass");
  CHECK_FALSE(module.found());
  CHECK(module.status("missing") == "pass");
  CHECK(has(module.last.err, "are not kept: /no/such/file cannot be read"));
  // As ssh, docker or a client of a server would.
  module.before = "exec 7<>/dev/udp/127.0.0.1/9; ";
  CHECK(module.status() == "pass");
  CHECK(has(module.last.err, "are not kept: bash is connected to another process"));
}

TEST_CASE("test --cache: a result of a library is found while the library is as it was") {
  const Runtime runtime;
  const std::string library = runtime.file("library.so");
  fs::copy(ETALON_PLANTED, library);
  const auto status = [&](const char* planted) {
    setenv("ETALON_PLANT", planted, 1);
    etalon_command({"test", runtime.file("cases/node/good"), "--backend", "so:" + library,
                    "--cache", runtime.file("kept"), "--report", runtime.file("r.json")});
    unsetenv("ETALON_PLANT");
    return runtime.statuses("r.json").at(0);
  };
  CHECK(status("nothing") == "pass");
  CHECK(status("status 17") == "pass");  // it is not run again
  test::write_text(library, file_text(library) + "others");
  CHECK(status("status 17") == "error");
}

TEST_CASE("test --cache: where nothing can be kept; the run says so and goes on") {
  const Runtime runtime;
  const std::vector<std::string> words = {"--cache", runtime.file("kept")};
  runtime.run("whole.json", words);
  const fs::path kept = runtime.kept();
  fs::remove(kept);
  fs::create_symlink("/dev/full", kept);
  const Outcome outcome = runtime.run("r.json", words);
  CHECK(outcome.code == exit_unsupported);
  CHECK(has(outcome.err, "results are not kept: cannot write '" + kept.string() + "': not a"));
  CHECK(runtime.cases("r.json") == runtime.cases("whole.json"));
  const std::string file = runtime.file("good.pb");
  CHECK(has(runtime.run("r.json", {"--cache", file}).err, "--cache " + file));
}

TEST_CASE("test --resume: the cases that the report does not have are run") {
  const Runtime runtime;
  runtime.run("whole.json", {});
  json part = json::parse(file_text(runtime.file("whole.json")));
  part.at("cases").erase(1);
  part["partial"] = {{"reason", "SIGTERM"}, {"done", 2}, {"of", 3}};
  test::write_text(runtime.file("part.json"), part.dump());
  runtime.answers({0, 0});
  CHECK(runtime.run("r.json", {"--resume", runtime.file("part.json")}).code == exit_mismatch);
  const json cases = runtime.cases("r.json");
  CHECK(cases.at(0) == runtime.cases("whole.json").at(0));
  CHECK(cases.at(1).at("status") == "fail");
  CHECK(cases.at(2) == runtime.cases("whole.json").at(2));
  CHECK_FALSE(json::parse(file_text(runtime.file("r.json"))).contains("partial"));
}

TEST_CASE("test --resume refuses a report of another runtime or of other options") {
  const Runtime runtime;
  const std::string report = runtime.file("whole.json");
  runtime.run("whole.json", {});
  check_fails({"test", runtime.file("cases"), "--resume", report}, exit_usage,
              "it is a report of odd");
  CHECK(has(runtime.run("r.json", {"--resume", report, "--atol", "1"}).err,
            "it was judged with the options"));
  check_fails({"test", runtime.file("cases"), "--resume", report, "--fail-fast"}, exit_usage,
              "--resume cannot be used with --fail-fast");
  check_fails({"test", runtime.file("cases"), "--balance", report}, exit_usage, "--shard");
}

TEST_CASE("balanced shards take equally long and merged they are the whole run") {
  const Runtime runtime;
  std::vector<std::pair<std::string, std::vector<double>>> sums;
  for (int i = 0; i < 6; ++i) sums.push_back({std::to_string(i), {11, 22}});
  test::write_text(runtime.file("Add.json"), test::add_cases(sums));
  CHECK(etalon_command({"test", runtime.file("Add.json"), "--report", runtime.file("whole.json")})
            .code == exit_ok);
  json report = json::parse(file_text(runtime.file("whole.json")));
  std::vector<std::string> names;
  for (json& each : report.at("cases")) {
    each["seconds"] = names.empty() ? 5 : 1;  // the first as long as all others together
    names.push_back(each.at("name"));
  }
  test::write_text(runtime.file("times.json"), report.dump());
  std::set<std::string> first;
  for (const char* part : {"1", "2"}) {
    etalon_command({"test", runtime.file("Add.json"), "--shard", std::string(part) + "/2",
                    "--balance", runtime.file("times.json"), "--report",
                    runtime.file(std::string(part) + ".json")});
  }
  for (const json& each : runtime.cases("1.json")) first.insert(each.at("name"));
  CHECK(first == std::set<std::string>{names.front()});
  CHECK(etalon_command({"report", "merge", runtime.file("2.json"), runtime.file("1.json"),
                        "--report", runtime.file("merged.json")})
            .code == exit_ok);
  CHECK(runtime.cases("merged.json") == runtime.cases("whole.json"));
}

}  // namespace
}  // namespace etalon::kept_results_test
