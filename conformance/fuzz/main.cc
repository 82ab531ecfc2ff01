// etalon-fuzz [--seconds N] [--seed N] [--findings FOLDER] TARGET SEEDS…: runs one target on
// mutated seeds (files, or folders of them) for so long. Prints executions and findings; each
// finding is saved. Exit code 1 when there is one.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <set>

#include "conformance/common/paths.h"
#include "conformance/fuzz/targets.h"
#include "conformance/run/process_end.h"
#include "engine/loader/file.h"
#include "engine/values/errors.h"

namespace {

namespace fs = std::filesystem;
using namespace etalon;
using fuzz::Random;
using fuzz::Target;
using Clock = std::chrono::steady_clock;

constexpr size_t longest_input = size_t{1} << 20;
constexpr size_t inputs_per_child = 2000;
constexpr int seconds_per_input = 20;

// What parent and child both see: the input under way, so that it is known when the child dies.
struct Shared {
  std::atomic<uint64_t> executions;
  std::atomic<size_t> size;
  char input[longest_input];
};

struct FuzzOptions {
  std::string target;
  std::vector<std::string> seeds;
  double seconds = 10;
  uint64_t seed = 1;
  std::string findings = "findings";
};

std::vector<std::string> read_seeds(const std::vector<std::string>& paths) {
  std::vector<std::string> seeds;
  const auto add = [&](const fs::path& file) {
    if (fs::file_size(file) <= longest_input / 4) seeds.push_back(file_text(file));
  };
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      add(path);
      continue;
    }
    std::set<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.insert(entry.path());
    }
    for (const fs::path& file : files) add(file);
  }
  if (seeds.empty())
    throw InvalidInput("there are no seed files of at most {} bytes", longest_input / 4);
  return seeds;
}

// Without AddressSanitizer, whose shadow memory counts, a child may use 2 GiB.
void limit_child() {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#ifndef __SANITIZE_ADDRESS__
  const rlimit memory{rlim_t{2} << 30U, rlim_t{2} << 30U};
  setrlimit(RLIMIT_DATA, &memory);
#endif
}

[[noreturn]] void fuzz_in_child(const Target& target, const std::vector<std::string>& seeds,
                                uint64_t seed, Clock::time_point end, Shared& shared) {
  limit_child();
  Random random(seed);
  for (size_t i = 0; i < inputs_per_child && Clock::now() < end; ++i) {
    const std::string& from = seeds[random() % seeds.size()];
    std::string input = fuzz::mutate(from, seeds[random() % seeds.size()], target.form, random);
    input.resize(std::min(input.size(), longest_input));
    std::memcpy(shared.input, input.data(), input.size());
    shared.size = input.size();
    const itimerval alarm{{0, 0}, {seconds_per_input, 0}};
    setitimer(ITIMER_REAL, &alarm, nullptr);
    try {
      target.run(input);
    } catch (const std::exception& problem) {
      std::cerr << "etalon-fuzz: " << problem.what() << std::endl;
      _exit(2);
    }
    ++shared.executions;
  }
  _exit(0);
}

// Saves the input that ended the child, under a name that its content determines.
void save_finding(const FuzzOptions& options, const Shared& shared, int status) {
  const std::string_view input(shared.input, shared.size);
  fs::create_directories(options.findings);
  const fs::path file =
      fs::path(options.findings) /
      fmt::format("{}-{:016x}", options.target, std::hash<std::string_view>()(input));
  write_file(file, input);
  const bool hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  std::cout << fmt::format(
                   "finding: {} in {}\n",
                   hangs ? fmt::format("more than {} s", seconds_per_input) : exit_text(status),
                   file.string())
            << std::flush;
}

const Target& target_named(const std::string& name) {
  std::string names;
  for (const Target& target : fuzz::targets()) {
    if (target.name == name) return target;
    names += " " + target.name;
  }
  throw InvalidInput("there is no target {}; the targets are{}", name, names);
}

int run_mutated(const FuzzOptions& options) {
  const Target& target = target_named(options.target);
  const std::vector<std::string> seeds = read_seeds(options.seeds);
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw InternalError("no shared memory: {}", system_message(errno));
  Shared& shared = *static_cast<Shared*>(memory);
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(options.seconds));
  size_t findings = 0;
  for (uint64_t child = 0; Clock::now() < end; ++child) {
    std::cout.flush();
    const pid_t pid = fork();
    if (pid < 0) throw InternalError("no process: {}", system_message(errno));
    if (pid == 0) fuzz_in_child(target, seeds, options.seed * 1'000'003 + child, end, shared);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    if (status == 0) continue;
    ++findings;
    save_finding(options, shared, status);
  }
  std::cout << fmt::format("{}: {} executions, {} finding{} ({} seeds)\n", target.name,
                           shared.executions.load(), findings, findings == 1 ? "" : "s",
                           seeds.size());
  return findings == 0 ? 0 : 1;
}

// Runs the target on the files as they are, in this process: to look at a finding.
int repeat(const FuzzOptions& options) {
  const Target& target = target_named(options.target);
  for (const std::string& file : options.seeds) target.run(file_text(file));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Runs Etalon's readers on mutated files");
  FuzzOptions options;
  bool once = false;
  app.add_option("TARGET", options.target, "What reads the files")->required();
  app.add_option("SEEDS", options.seeds, "Files, or folders of files")->required();
  app.add_option("--seconds", options.seconds, "How long to run (10)")->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "Of the random changes (1)");
  app.add_option("--findings", options.findings, "Folder for inputs that are findings");
  app.add_flag("--once", once, "Run the files as they are, without changes and in this process");
  CLI11_PARSE(app, argc, argv);
  try {
    return once ? repeat(options) : run_mutated(options);
  } catch (const Error& error) {
    std::cerr << "etalon-fuzz: " << error.what() << "\n";
    return 2;
  }
}
