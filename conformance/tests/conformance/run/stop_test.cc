#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/common/signals.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"

namespace etalon::stop_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::has;
using test::write_add_folder;

constexpr auto moment = std::chrono::milliseconds(200);

// The exit code of a process that runs `work` as the command does, and gets these signals: the
// first once it is ready, each further one so much later.
template <class Ready, class Work>
int code_after(const std::vector<int>& signals, Ready ready, Work work,
               std::chrono::milliseconds later = moment) {
  const pid_t child = fork();
  if (child == 0) {
    end_on_signals();
    command_begins();
    _exit(work());
  }
  for (int i = 0; i < 300 && !ready(); ++i) std::this_thread::sleep_for(moment);
  for (size_t i = 0; i < signals.size(); ++i) {
    std::this_thread::sleep_for(i == 0 ? moment : later);
    kill(child, signals[i]);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Cases of which the backend answers one and hangs in the other.
struct SlowRun {
  SlowRun() {
    test::write_text(folder.path() / "good.pb",
                     serialize_value(test::floats({11, 22}), "output_0"));
    test::write_add_folder(folder.path() / "cases/good", {11, 22});
    test::write_add_folder(folder.path() / "cases/hang", {11, 22});
    fs::create_directory(scratch());
  }
  fs::path scratch() const { return folder.path() / "scratch"; }
  // True while the backend has a request: it has a folder inside that of the run.
  bool asked() const {
    std::error_code gone;
    for (const fs::directory_entry& run : fs::directory_iterator(scratch(), gone)) {
      if (!fs::is_empty(run.path(), gone) && !gone) return true;
    }
    return false;
  }
  std::string file(const char* name) const { return (folder.path() / name).string(); }
  int run() const {
    setenv("TMPDIR", scratch().c_str(), 1);
    const std::string backend =
        fmt::format("python3 '{}/conformance/tests/data/odd_backend.py' '{}'", ETALON_SOURCE_DIR,
                    folder.path().string());
    return etalon_command({"test", file("cases"), "--backend", backend, "--jobs", "1", "--report",
                           file("r.json"), file("r.xml"), file("r.txt"), file("r.md")})
        .code;
  }
  TemporaryFolder folder;
};

// True if the command line of a process contains this text.
bool runs(const std::string& part) {
  for (const fs::directory_entry& process : fs::directory_iterator("/proc")) {
    std::ifstream file(process.path() / "cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    if (has(line, part)) return true;
  }
  return false;
}

TEST_CASE("a signal ends a run: the reports are written and say so; nothing is left") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    ::signal(number, SIG_DFL);  // nohup has SIGHUP ignored
    const SlowRun slow;
    CHECK(code_after(
              {number}, [&] { return slow.asked(); }, [&] { return slow.run(); }) == 128 + number);
    const json report = json::parse(file_text(slow.file("r.json")));
    const size_t done = report.at("cases").size();  // 1, unless Python starts very slowly
    CHECK(done < 2);
    CHECK(report.at("partial") == json{{"reason", signal_name(number)}, {"done", done}, {"of", 2}});
    for (const char* name : {"r.xml", "r.txt", "r.md"}) {
      CHECK(has(file_text(slow.file(name)), "stopped by " + signal_name(number)));
    }
    CHECK(fs::is_empty(slow.scratch()));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    CHECK_FALSE(runs(slow.file("")));
  }
}

TEST_CASE("a second signal ends the command at once; without files of its own") {
  const TemporaryFolder folder;
  const auto ready = [&] { return !fs::is_empty(folder.path()); };
  const auto work = [&] {
    const StopRequest stop;
    const TemporaryFolder own(folder.path());
    sleep(30);
    return stop.signal() ? 1 : 0;
  };
  CHECK(code_after({SIGINT, SIGINT}, ready, work, std::chrono::milliseconds(1200)) == 130);
  CHECK(fs::is_empty(folder.path()));
}

// timeout(1) sends one to the command, and one to the command's process group.
TEST_CASE("a second signal within a second of the first is the same request") {
  const TemporaryFolder folder;
  const auto ready = [&] { return !fs::is_empty(folder.path()); };
  const auto work = [&] {
    const StopRequest stop;
    const TemporaryFolder own(folder.path());
    std::this_thread::sleep_for(5 * moment);
    return StopRequest::signal() == SIGTERM ? 7 : 0;
  };
  CHECK(code_after({SIGTERM, SIGTERM, SIGINT}, ready, work, moment / 2) == 7);
}

TEST_CASE("a signal ends other commands after their temporary files") {
  const TemporaryFolder folder;
  const auto ready = [&] { return !fs::is_empty(folder.path()); };
  CHECK(code_after({SIGTERM}, ready, [&] {
          const TemporaryFolder own(folder.path());
          test::write_text(own.path() / "deep/file", "x");
          sleep(30);
          return 0;
        }) == 143);
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("--fail-fast makes a partial report") {
  const TemporaryFolder folder;
  test::write_add_folder(folder.path() / "cases/a", {11, 23});
  test::write_add_folder(folder.path() / "cases/b", {11, 22});
  const std::string report = (folder.path() / "r.json").string();
  const test::Outcome outcome = etalon_command({"test", (folder.path() / "cases").string(),
                                                "--jobs", "1", "--fail-fast", "--report", report});
  CHECK(outcome.code == exit_mismatch);
  CHECK(has(outcome.out, "stopped by --fail-fast after 1 of 2 cases"));
  CHECK(json::parse(file_text(report)).at("partial").at("reason") == "--fail-fast");
}

// What came while signals were held is seen by the command, however early it was.
TEST_CASE("a signal before the first case leaves a report without cases") {
  const TemporaryFolder folder;
  const std::string report = (folder.path() / "r.json").string();
  write_add_folder(folder.path() / "cases/good", {11, 22});
  const std::string cases = (folder.path() / "cases").string();
  const pid_t child = fork();
  if (child == 0) {
    hold_signals();
    kill(getpid(), SIGINT);
    end_on_signals();
    etalon_command({"test", cases, "--backend", "sleep 20", "--report", report,
                    (folder.path() / "r.html").string()});
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 128 + SIGINT);
  const json document = json::parse(file_text(report));
  CHECK(document.at("partial").at("reason") == "SIGINT");
}

}  // namespace
}  // namespace etalon::stop_test
