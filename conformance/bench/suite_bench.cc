// etalon-bench FOLDER [JOBS]: measures how fast a corpus is judged. Prints cases, wall-clock
// seconds, cases per second, the peak memory of the largest process, and the ten slowest cases.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <vector>

#include "conformance/commands/commands.h"
#include "conformance/run/runner.h"

namespace {

using namespace etalon;

double peak_megabytes() {
  rusage own{};
  rusage children{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return static_cast<double>(std::max(own.ru_maxrss, children.ru_maxrss)) / 1024;
}

void print(std::vector<CaseResult> results, double seconds) {
  const auto passed = std::count_if(results.begin(), results.end(), [](const CaseResult& result) {
    return result.status == Status::pass;
  });
  const size_t n = results.size();
  std::cout << fmt::format("cases             {} ({} pass)\n", n, passed);
  std::cout << fmt::format("wall seconds      {:.3f}\n", seconds);
  std::cout << fmt::format("cases per second  {:.0f}\n", static_cast<double>(n) / seconds);
  std::cout << fmt::format("peak memory       {:.1f} MB\n", peak_megabytes());
  std::sort(results.begin(), results.end(),
            [](const CaseResult& a, const CaseResult& b) { return a.seconds > b.seconds; });
  constexpr size_t slowest = 10;
  std::cout << "slowest\n";
  for (size_t i = 0; i < std::min(n, slowest); ++i) {
    std::cout << fmt::format("  {:9.3f} ms  {}/{} ({})\n", results[i].seconds * 1e3,
                             results[i].suite, results[i].name, to_string(results[i].status));
  }
}

int bench(const std::vector<std::string>& words) {
  RunOptions options;
  if (words.size() == 2) {
    const std::string& jobs = words[1];
    const auto [end, problem] =
        std::from_chars(jobs.data(), jobs.data() + jobs.size(), options.jobs);
    if (problem != std::errc() || *end != '\0') throw UsageError(jobs + ": not a number of jobs");
  }
  // Finding the cases is part of the measured time.
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<Case> cases = discover(words[0]);
  std::vector<CaseResult> results = run_cases(cases, options);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  print(std::move(results), took.count());
  return cases.empty() ? exit_nothing : exit_ok;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if (words.empty() || words.size() > 2) throw UsageError("usage: etalon-bench FOLDER [JOBS]");
    return bench(words);
  } catch (const UsageError& error) {
    std::cerr << "etalon-bench: " << error.what() << "\n";
    return exit_usage;
  } catch (const std::exception& error) {
    std::cerr << "etalon-bench: " << error.what() << "\n";
    return exit_invalid;
  }
}
