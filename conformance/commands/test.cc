// etalon test: runs cases and prints the scoreboard.
#include <fmt/format.h>
#include <re2/re2.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>

#include "conformance/cases/corpus.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/progress.h"
#include "conformance/common/file_names.h"
#include "conformance/common/machine.h"
#include "conformance/common/paths.h"
#include "conformance/reports/reports.h"
#include "conformance/reports/text.h"
#include "conformance/run/backend.h"
#include "conformance/run/runner.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

struct TestOptions {
  std::vector<std::string> paths;
  std::vector<std::string> releases;
  std::vector<std::string> suites;
  std::string include;
  std::string exclude;
  std::string shard;
  std::string as_of;
  std::vector<std::string> reports;
  BackendOptions backend;
  RunOptions running;
};

// The runtime that is judged, with its folder for files; empty when Etalon is judged.
struct JudgedBackend {
  explicit JudgedBackend(BackendOptions options) : folder(options.scratch) {
    options.scratch = folder.path();
    name = Backend(options).introduce();
    backend = std::make_unique<Backend>(std::move(options));
  }
  TemporaryFolder folder;
  std::string name;
  std::unique_ptr<Backend> backend;
};

std::unique_ptr<re2::RE2> pattern(const std::string& option, const std::string& text) {
  if (text.empty()) return nullptr;
  auto regex = std::make_unique<re2::RE2>(text, re2::RE2::Quiet);
  if (!regex->ok()) throw UsageError(fmt::format("{} '{}': {}", option, text, regex->error()));
  return regex;
}

// A pattern matches in a case's name, or in its suite and name ("node/test_abs").
bool meets(const re2::RE2& regex, const Case& test) {
  return re2::RE2::PartialMatch(test.name, regex) ||
         re2::RE2::PartialMatch(test.suite + "/" + test.name, regex);
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

void select(std::vector<Case>& cases, const TestOptions& options) {
  const auto include = pattern("--include", options.include);
  const auto exclude = pattern("--exclude", options.exclude);
  std::erase_if(cases, [&](const Case& test) {
    return (include && !meets(*include, test)) || (exclude && meets(*exclude, test)) ||
           (!options.suites.empty() && !has(options.suites, test.suite));
  });
}

// Leaves out own cases that concern only Etalon (see is_for_backends).
void leave_to_etalon(std::vector<Case>& cases, Session& session) {
  const size_t left_out =
      std::erase_if(cases, [](const Case& test) { return !is_for_backends(test); });
  if (left_out == 0) return;
  session.err << fmt::format(
      "etalon: {} case{} left out that concern{} only Etalon (such as unspecified results)\n",
      left_out, left_out == 1 ? "" : "s", left_out == 1 ? "s" : "");
}

// Keeps every N-th case, from the I-th on, for "I/N".
std::optional<Shard> take_shard(std::vector<Case>& cases, const std::string& shard) {
  if (shard.empty()) return std::nullopt;
  size_t index = 0;
  size_t count = 0;
  if (!re2::RE2::FullMatch(shard, R"((\d{1,9})/(\d{1,9}))", &index, &count) || index < 1 ||
      index > count) {
    throw UsageError(fmt::format("--shard {}: expected I/N with 1 <= I <= N", shard));
  }
  std::vector<Case> mine;
  for (size_t i = index - 1; i < cases.size(); i += count) mine.push_back(std::move(cases[i]));
  const Shard taken{index, count, cases.size()};
  cases = std::move(mine);
  return taken;
}

void append(std::vector<Case>& cases, std::vector<Case> more) {
  std::move(more.begin(), more.end(), std::back_inserter(cases));
}

std::vector<Case> own_cases() {
  const auto folder = own_cases_folder();
  return std::filesystem::is_directory(folder) ? discover(folder) : std::vector<Case>{};
}

std::vector<Case> release_cases(const std::string& release, const Manifest& manifest, bool light) {
  if (release == own_release) return own_cases();
  const Corpus* corpus = find_corpus(manifest, release);
  if (corpus == nullptr) {
    throw UsageError(
        fmt::format("--release {}: no such release (see: etalon corpus list)", release));
  }
  if (!is_here(*corpus)) {
    throw UsageError(fmt::format("ONNX {0} is not fetched; run: etalon corpus fetch {0}", release));
  }
  return light ? light_cases(*corpus) : corpus_cases(*corpus);
}

// The cases of every available release, each once, and the project's own cases.
std::vector<Case> all_cases(const Manifest& manifest, bool light) {
  std::vector<Case> cases;
  for (const Corpus& corpus : manifest.corpora) {
    if (is_here(corpus)) append(cases, light ? light_cases(corpus) : corpus_cases(corpus));
  }
  if (!light) append(cases, own_cases());
  return cases;
}

// Used without PATH and --release: the default release or, if not fetched, the project's own cases.
std::vector<Case> default_cases(const Manifest& manifest, bool light, Session& session) {
  const Corpus* corpus = find_corpus(manifest, manifest.default_release);
  if (corpus != nullptr && is_fetched(*corpus)) {
    return light ? light_cases(*corpus) : corpus_cases(*corpus);
  }
  session.err << fmt::format(
      "etalon: ONNX {0} is not fetched (etalon corpus fetch {0}); running the project's own "
      "cases\n",
      manifest.default_release);
  return own_cases();
}

std::vector<Case> find_cases(const TestOptions& options, Session& session) {
  std::vector<Case> cases;
  for (const std::string& path : options.paths) append(cases, discover(path));
  if (!options.paths.empty() && options.releases.empty()) return cases;
  const Manifest manifest = read_manifest();
  // The light models are a separate suite, which runs only with --suite light.
  const auto find = [&](bool light) {
    if (options.releases.empty()) append(cases, default_cases(manifest, light, session));
    for (const std::string& release : options.releases) {
      append(cases, release == "all" ? all_cases(manifest, light)
                                     : release_cases(release, manifest, light));
    }
  };
  const bool light = has(options.suites, "light");
  if (light) find(true);
  if (!light || options.suites.size() > 1) find(false);
  return unite(std::move(cases));
}

RunReport run(const std::vector<Case>& cases, TestOptions& options, Session& session) {
  std::optional<JudgedBackend> judged;
  if (!options.backend.command.empty()) {
    options.backend.timeout = options.running.timeout;
    judged.emplace(options.backend);
    options.running.judging.backend = judged->backend.get();
  }
  Progress progress(session.err);
  options.running.on_progress = [&](size_t done, size_t total) {
    progress.show([&] { return fmt::format("{} of {} cases", done, total); });
  };
  const auto begin = std::chrono::steady_clock::now();
  RunReport report;
  options.running.on_problem = [&](const std::string& problem) {
    report.problems.push_back(problem);
  };
  report.results = run_cases(cases, options.running);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  report.seconds = took.count();
  if (judged) report.backend = judged->name;
  return report;
}

// The options of `etalon why` that judge a case as this run does.
std::vector<std::string> judging_options(const TestOptions& options) {
  const JudgeOptions& judging = options.running.judging;
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--backend", options.backend.command);
  if (judging.rtol) add("--rtol", fmt::format("{}", *judging.rtol));
  if (judging.atol) add("--atol", fmt::format("{}", *judging.atol));
  if (judging.max_ulp) add("--max-ulp", fmt::format("{}", *judging.max_ulp));
  if (judging.rule == Tolerance::Rule::scaled) add("--rule", "scaled");
  add("--as-of", options.as_of);
  add("--ignore-attributes", fmt::format("{}", fmt::join(judging.ignored_attributes, ",")));
  return words;
}

RunInfo run_info(const TestOptions& options, const Session& session) {
  RunInfo info;
  info.etalon = ETALON_VERSION;
  info.date = utc_now();
  info.command = "etalon " + shell_words(session.words);
  info.machine = machine_text();
  info.seed = default_seed;
  info.options = judging_options(options);
  return info;
}

// Makes the folder for --keep-outputs before anything is run.
void make_folder(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (!problem && std::filesystem::is_directory(folder)) return;
  throw UsageError(fmt::format("--keep-outputs {}: the folder cannot be made", folder.string()));
}

int test(TestOptions& options, Session& session) {
  check_report_names(options.reports);
  options.running.judging.as_released = differences_as_of(options.as_of);
  std::vector<Case> cases = find_cases(options, session);
  select(cases, options);
  if (!options.backend.command.empty()) leave_to_etalon(cases, session);
  const std::optional<Shard> shard = take_shard(cases, options.shard);
  if (cases.empty()) {
    session.err << "etalon: no case is selected\n";
    return exit_nothing;
  }
  make_folder(options.running.judging.keep_outputs);
  const RunInfo info = run_info(options, session);
  RunReport report = run(cases, options, session);
  report.info = info;
  report.shard = shard;
  session.out << text_report(report);
  for (const std::string& file : options.reports) write_report(file, report);
  for (const std::string& problem : report.problems) {
    session.err << "etalon: " << printable(problem) << "\n";
  }
  const int code = exit_code(summarize(report.results).all);
  return code == exit_ok && !report.problems.empty() ? exit_mismatch : code;
}

void add_selection_options(CLI::App& command, TestOptions& options) {
  command.add_option("PATH", options.paths, "Cases: folders, trees of them, .json files");
  command
      .add_option("--release", options.releases,
                  "An official release, 'own' for the project's own cases, or 'all'")
      ->allow_extra_args(false);
  command
      .add_option("--suite", options.suites,
                  "Only this suite: node, simple, pytorch-operator, pytorch-converted, light")
      ->allow_extra_args(false);
  command.add_option("--include", options.include, "Only cases whose name matches this pattern");
  command.add_option("--exclude", options.exclude, "No cases whose name matches this pattern");
  command.add_option("--shard", options.shard, "I/N: only the I-th of N parts of the cases");
}

}  // namespace

void add_test_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("test", "Run test cases and print the scoreboard");
  const auto options = std::make_shared<TestOptions>();
  RunOptions& running = options->running;
  add_selection_options(command, *options);
  add_as_of_option(command, options->as_of);
  add_ignore_option(command, running.judging.ignored_attributes);
  command.add_option("--jobs", running.jobs, "Worker processes (default: one for each core)")
      ->check(CLI::Range(1, 1024));
  command.add_option("--backend", options->backend.command,
                     "Judge another runtime: a command that speaks the protocol of "
                     "conformance/BACKENDS.md, or python:MODULE[:FUNCTION]");
  command
      .add_option("--max-memory", options->backend.max_memory,
                  "Bytes of memory a backend may use, from 1 to 2^62 (default: the machine's "
                  "memory)")
      ->check(byte_count());
  command.add_option("--rtol", running.judging.rtol, "Relative tolerance for every case")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--atol", running.judging.atol, "Absolute tolerance for every case")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--max-ulp", running.judging.max_ulp, "Largest ULP distance that passes")
      ->check(CLI::NonNegativeNumber);
  add_rule_option(command, running.judging.rule);
  command.add_option("--timeout", running.timeout, "Seconds for one case (default: 60)")
      ->check(seconds());
  command.add_flag("--fail-fast", running.fail_fast, "Stop at the first case that fails");
  command.add_option("--keep-outputs", running.judging.keep_outputs,
                     "Write the actual outputs to this folder: "
                     "RELEASE/SUITE/CASE/test_data_set_N/output_I.pb");
  command
      .add_option(
          "--report", options->reports,
          "Write a report: .json, .html, .xml (JUnit), .txt, .md; scoreboard.json for ONNX's "
          "scoreboard")
      ->allow_extra_args(false);
  command.callback([options, &session] {
    session.action = [options, &session] { return test(*options, session); };
  });
}

}  // namespace etalon
