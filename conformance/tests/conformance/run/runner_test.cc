#include "conformance/run/runner.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "conformance/cases/errata.h"
#include "conformance/common/paths.h"
#include "conformance/run/process_limits.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/numbers.h"
#include "conformance/tests/text.h"
#include "engine/loader/file.h"
#include "engine/operators/schema.h"

namespace etalon::runner_test {
namespace {

// Forty cases "Add: 00" … "Add: 39", all right.
std::vector<Case> forty_cases(const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::vector<double>>> sums;
  for (int i = 0; i < 40; ++i) sums.push_back({fmt::format("{:02}", i), {11, 22}});
  return test::discover_add_cases(folder, sums);
}

bool is_number(const Case& test, const std::string& number) {
  return test.name == "Add: " + number;
}

[[noreturn]] void hang() {
  for (;;) pause();
}

std::vector<std::string> statuses(const std::vector<CaseResult>& results) {
  std::vector<std::string> list;
  for (const CaseResult& result : results) {
    list.push_back(result.name + " " + std::string(to_string(result.status)));
  }
  return list;
}

TEST_CASE("cases run in workers; results come in the order of the cases") {
  const TemporaryFolder folder;
  const std::vector<Case> cases = forty_cases(folder.path());
  size_t reported = 0;
  RunOptions options;
  options.on_progress = [&](size_t, size_t total) {
    ++reported;
    CHECK(total == 40);
  };
  for (const unsigned jobs : {1U, 2U, 7U, 100U}) {
    options.jobs = jobs;
    const std::vector<CaseResult> results = run_cases(cases, options);
    REQUIRE(results.size() == 40);
    for (size_t i = 0; i < results.size(); ++i) {
      CHECK(results[i].name == cases[i].name);
      CHECK(results[i].status == Status::pass);
    }
  }
  CHECK(reported == 160);
}

TEST_CASE("no case makes no result") { CHECK(run_cases({}, {}).empty()); }

TEST_CASE("a crash is one case's outcome; with one job or many") {
  const TemporaryFolder folder;
  const std::vector<Case> cases = forty_cases(folder.path());
  RunOptions options;
  options.before_case = [](const Case& test) {
    if (is_number(test, "03")) raise(SIGKILL);
    if (is_number(test, "17")) {
      std::fputs("something went runtime error: badly\n", stderr);
      _exit(9);
    }
    if (is_number(test, "39")) raise(SIGKILL);
  };
  std::vector<std::string> first;
  for (const unsigned jobs : {1U, 3U}) {
    options.jobs = jobs;
    const std::vector<CaseResult> results = run_cases(cases, options);
    REQUIRE(results.size() == 40);
    for (size_t i = 0; i < results.size(); ++i) {
      const bool crashed = i == 3 || i == 17 || i == 39;
      CHECK(results[i].status == (crashed ? Status::crash : Status::pass));
    }
    CHECK(results[3].message.find("signal 9") != std::string::npos);
    CHECK(results[17].message.find("code 9") != std::string::npos);
    CHECK(results[17].message.find("runtime error: badly") != std::string::npos);
    if (first.empty()) first = statuses(results);
    CHECK(statuses(results) == first);
  }
}

TEST_CASE("an endless case is stopped and the others run") {
  const TemporaryFolder folder;
  const std::vector<Case> cases = forty_cases(folder.path());
  RunOptions options;
  options.timeout = 0.3;
  options.before_case = [](const Case& test) {
    if (is_number(test, "05")) hang();
  };
  for (const unsigned jobs : {1U, 2U}) {
    options.jobs = jobs;
    const std::vector<CaseResult> results = run_cases(cases, options);
    for (size_t i = 0; i < results.size(); ++i) {
      CHECK(results[i].status == (i == 5 ? Status::timeout : Status::pass));
    }
    CHECK(results[5].seconds >= 0.3);
  }
}

TEST_CASE("fail-fast ends with the first case that fails") {
  const TemporaryFolder folder;
  const std::vector<Case> cases = test::discover_add_cases(
      folder.path(), {{"0", {11, 22}}, {"1", {0, 0}}, {"2", {11, 22}}, {"3", {0, 0}}});
  for (const unsigned jobs : {1U, 2U, 4U}) {
    RunOptions options;
    options.fail_fast = true;
    options.jobs = jobs;
    const std::vector<CaseResult> results = run_cases(cases, options);
    REQUIRE(results.size() == 2);
    CHECK(results[0].status == Status::pass);
    CHECK(results[1].status == Status::fail);
  }
}

TEST_CASE("text that is not UTF-8 does not stop a run") {
  const TemporaryFolder folder;
  std::vector<Case> cases = forty_cases(folder.path());
  cases.resize(1);
  cases[0].name = "broken \xff name";
  const std::vector<CaseResult> results = run_cases(cases, {});
  CHECK(results.at(0).status == Status::pass);
}

TEST_CASE("a difference without a finite size is one case's result") {
  // 1e300 against 1e-300: the relative difference is beyond the greatest double.
  const TemporaryFolder folder;
  test::write_text(folder.path() / "cases.json", R"({"domain": "ai.onnx", "operator": "Identity",
    "cases": [{"name": "far", "opset": 13, "inputs": [{"type": "double", "data": [1e300]}],
               "outputs": [{"type": "double", "data": [1e-300]}], "derivation": "by hand"},
              {"name": "right", "opset": 13, "inputs": [{"type": "double", "data": [1]}],
               "outputs": [{"type": "double", "data": [1]}], "derivation": "by hand"}]})");
  const std::vector<CaseResult> results = run_cases(discover(folder.path()), {});
  REQUIRE(results.size() == 2);
  CHECK(results[0].status == Status::fail);
  CHECK(results[0].max_rel == test::inf);
  CHECK(results[0].max_abs == 1e300);
  CHECK(results[1].status == Status::pass);
}

TEST_CASE("a worker has a memory limit of the system and is the first that the kernel ends") {
  const TemporaryFolder folder;
  const std::vector<Case> cases = forty_cases(folder.path());
  RunOptions options;
  options.before_case = [](const Case& test) {
    if (!is_number(test, "03")) return;
    rlimit data{};
    getrlimit(RLIMIT_DATA, &data);
    int score = 0;
    std::ifstream("/proc/self/oom_score_adj") >> score;
    throw InvalidInput("{} {}", data.rlim_cur == RLIM_INFINITY ? "unlimited" : "limited", score);
  };
#ifdef __SANITIZE_ADDRESS__
  const std::string expected = "unlimited 1000";
#else
  const std::string expected = "limited 1000";
#endif
  CHECK(run_cases(cases, options).at(3).message == expected);
}

#ifndef __SANITIZE_ADDRESS__
TEST_CASE("a limit on data refuses memory beyond it as long as it exists") {
  // More than the allocator can have left from earlier tests; untouched, it costs nothing.
  constexpr size_t bytes = size_t{1} << 30U;
  const auto allocated = [bytes] {
    ::operator delete(::operator new(bytes));
    return bytes;
  };
  {
    const DataLimit limit(bytes / 2);
    CHECK_THROWS_AS(allocated(), std::bad_alloc);
  }
  CHECK(allocated() == bytes);
}
#endif

TEST_CASE("an exception of any kind is one case's result") {
  const TemporaryFolder folder;
  const std::vector<Case> cases = forty_cases(folder.path());
  RunOptions options;
  options.before_case = [](const Case& test) {
    if (is_number(test, "03")) throw std::length_error("much too long");
  };
  const std::vector<CaseResult> results = run_cases(cases, options);
  CHECK(results.at(3).status == Status::error);
  CHECK(results.at(3).message == "much too long");
  CHECK(std::count_if(results.begin(), results.end(), [](const CaseResult& result) {
          return result.status == Status::pass;
        }) == 39);
}

// Lets this process open no more than so many further descriptors during its life.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const FileDescriptor next(dup(0));
    const rlimit few{static_cast<rlim_t>(next.get()) + more, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;

 private:
  rlimit before_{};
};

TEST_CASE("a run goes on with fewer workers when the system refuses more and ends without any") {
  const TemporaryFolder folder;
  const std::vector<Case> cases = forty_cases(folder.path());
  all_schemas();
  errata();
  RunOptions options;
  options.jobs = 8;
  std::vector<std::string> problems;
  options.on_problem = [&](const std::string& problem) { problems.push_back(problem); };
  {
    const FewDescriptors few(8);
    const std::vector<CaseResult> results = run_cases(cases, options);
    for (const CaseResult& result : results) CHECK(result.status == Status::pass);
    CHECK_FALSE(problems.empty());
  }
  const FewDescriptors none(0);
  for (const CaseResult& result : run_cases(cases, options)) {
    CHECK(result.status == Status::error);
    CHECK(result.message == "no worker process is left");
  }
}

TEST_CASE("outputs that cannot be kept leave the verdicts as they are and are told of once") {
  const TemporaryFolder folder;
  const std::string cases = (folder.path() / "cases").string(),
                    kept = (folder.path() / "kept").string();
  test::write_add_folder(folder.path() / "cases/good", {11, 22});
  test::write_add_folder(folder.path() / "cases/wrong", {1, 2});
  test::write_add_folder(folder.path() / "cases/too", {11, 22});
  const test::Outcome fine =
      test::etalon_command({"test", cases, "--include", "good|too", "--keep-outputs", kept});
  CHECK(fine.code == 0);
  std::filesystem::remove_all(kept);
  test::write_text(folder.path() / "kept/local", "in the place of a folder");
  const test::Outcome outcome = test::etalon_command({"test", cases, "--keep-outputs", kept});
  CHECK(outcome.code == 3);
  CHECK(test::has(outcome.out, " 3     2     1\n"));
  CHECK(test::has(outcome.err, "etalon: --keep-outputs " + kept +
                                   ": the outputs of 3 of 3 cases are not kept: Not a directory"));
}

}  // namespace
}  // namespace etalon::runner_test
