#include "conformance/generate/case_files.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/common/signals.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::case_files_test {
namespace {

namespace fs = std::filesystem;
using test::check_fails;
using test::etalon_command;
using test::files_in;
using test::Workshop;
using test::write_add_folder;
using test::write_text;

TEST_CASE("generate: the output folder is new or empty or by --force one of cases only") {
  const Workshop here;
  write_add_folder(here.at("add"), {0, 0});
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"generate", here.at("add/model.onnx"),
                                      "--inputs", here.at("add/test_data_set_0"),
                                      "--out",    here.at("deep/c")};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  CHECK(etalon_command(run({})).code == exit_ok);
  check_fails(run({}), exit_usage, "not empty");
  write_text(here.at("deep/c/test_data_set_7/input_0.pb"), "stale");
  CHECK(etalon_command(run({"--force"})).code == exit_ok);
  CHECK_FALSE(fs::exists(here.at("deep/c/test_data_set_7")));
  write_text(here.at("deep/c/notes.txt"), "mine");
  check_fails(run({"--force"}), exit_usage, "notes.txt");
  CHECK(file_text(here.at("deep/c/notes.txt")) == "mine");
  fs::remove_all(here.at("deep/c"));
  fs::create_directory(here.at("deep/c"));
  CHECK(etalon_command(run({})).code == exit_ok);
  CHECK(fs::exists(here.at("deep/c/model.onnx")));
  write_text(here.at("file"), "x");
  check_fails({"generate", "--operator", "Abs", "--out", here.at("file")}, exit_usage,
              "not a folder");
}

TEST_CASE("generate: an interrupt leaves no files") {
  const Workshop here;
  const pid_t child = fork();
  if (child == 0) {
    end_on_signals();
    command_begins();
    OutputFolder out(here.at("c"), false);
    write_case(out.path() / "one", {});
    sleep(30);
    _exit(0);
  }
  for (int i = 0; i < 100 && here.names().empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  kill(child, SIGTERM);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 128 + SIGTERM);
  CHECK(here.names().empty());
}

TEST_CASE("generate: a failure leaves no files and does not change existing ones") {
  const Workshop here;
  write_text(here.at("two.json"), R"({"domain": "ai.onnx", "operator": "Gather", "cases": [
      {"name": "fine", "inputs": [{"type": "float", "data": [1, 2]}, {"type": "int64", "data": 1}]},
      {"name": "broken", "inputs": [{"type": "float", "data": [1, 2]}, {"type": "int64", "data": 9}]}]})");
  check_fails({"generate", "--node", here.at("two.json"), "--out", here.at("a/b")}, exit_invalid,
              "Gather-13");
  CHECK(here.names() == std::set<std::string>{"two.json"});
  REQUIRE(etalon_command({"generate", "--operator", "Abs", "--out", here.at("c")}).code == 0);
  const auto before = files_in(here.at("c"));
  check_fails({"generate", "--node", here.at("two.json"), "--out", here.at("c"), "--force"},
              exit_invalid, "Gather-13");
  CHECK(files_in(here.at("c")) == before);
  CHECK(here.names() == std::set<std::string>{"two.json", "c"});
}

}  // namespace
}  // namespace etalon::case_files_test
