// etalon test: runs cases and prints the scoreboard.
#include <fmt/format.h>
#include <re2/re2.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/progress.h"
#include "conformance/commands/report_options.h"
#include "conformance/commands/selection_options.h"
#include "conformance/common/file_names.h"
#include "conformance/common/paths.h"
#include "conformance/common/signals.h"
#include "conformance/common/system.h"
#include "conformance/judge/refusals.h"
#include "conformance/reports/json.h"
#include "conformance/reports/repeat.h"
#include "conformance/reports/reports.h"
#include "conformance/reports/text.h"
#include "conformance/run/backend.h"
#include "conformance/run/known.h"
#include "conformance/run/runner.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

struct KnownOptions {
  std::string file;
  bool update = false;
  bool strict = false;
  std::vector<std::string> allowed;
};

struct TestOptions {
  CaseSources sources;
  Selection selection;
  std::string rerun;
  std::vector<std::string> statuses;
  std::string shard;
  std::string as_of;
  std::vector<std::string> choices;  // ID=OPTION
  KnownOptions known;
  ReportWords reports;
  std::string color = "auto";
  BackendOptions backend;
  RunOptions running;
};

void add_selection_options(CLI::App& command, TestOptions& options) {
  command.add_option("PATH", options.sources.paths, "Cases: folders, trees of them, .json files");
  add_list(command, "--release", options.sources.releases,
           "An official release, 'own' for the project's own cases, 'weekly', or 'all'");
  add_name_options(command, options.selection);
  add_model_options(command, options.selection);
  command.add_option("--rerun", options.rerun,
                     "Only cases that failed according to this JSON report, or that have a "
                     "--status there");
  add_list(command, "--status", options.statuses,
           "With --rerun: fail, unsupported, invalid, error, crash, timeout, pass, ...");
  command.add_option("--shard", options.shard, "I/N: only the I-th of N parts of the cases");
}

void add_known_options(CLI::App& command, KnownOptions& options) {
  command.add_option("--known", options.file,
                     "A file of known failures, one case or pattern a line: they do not count as "
                     "failures (conformance/BACKENDS.md has an example)");
  command.add_flag("--update-known", options.update,
                   "Write this run's failures to that file, and remove what passes");
  command.add_flag("--strict-known", options.strict,
                   "Known failures that pass, and lines that match no case, are errors");
  add_list(command, "--allow", options.allowed,
           "Statuses that are not failures, such as unsupported for a partial runtime");
}

void add_judging_options(CLI::App& command, RunOptions& running) {
  const auto number = tolerance_number();
  command.add_option("--rtol", running.judging.rtol, "Relative tolerance for every case")
      ->check(number);
  command.add_option("--atol", running.judging.atol, "Absolute tolerance for every case")
      ->check(number);
  command.add_option("--max-ulp", running.judging.max_ulp, "Largest ULP distance that passes")
      ->check(plain_count());
  add_rule_option(command, running.judging.rule, rule_of_backends);
  add_plain_option(command, running.judging.plain);
  command.add_flag("--proved", running.judging.proved,
                   "Count the float results of Etalon that are proved to be the exact results "
                   "rounded once");
  add_ignore_option(command, running.judging.ignored_attributes);
  command
      .add_option("--timeout", running.timeout,
                  "Seconds for one case, and for a backend's description (default: 60)")
      ->check(seconds());
  command.add_option("--jobs", running.jobs, "Worker processes (default: one for each core)")
      ->check(CLI::Range(1, 1024));
  command.add_flag("--fail-fast", running.fail_fast, "Stop at the first case that fails");
}

constexpr std::string_view test_examples =
    "Examples:\n"
    "  etalon test --operator Softmax-13,LogSoftmax --type float16\n"
    "  etalon test my/cases --jobs 1 --fail-fast\n"
    "  etalon test --backend 'python3 adapter.py' --known known.txt --allow unsupported --report "
    "out.json out.html\n"
    "  etalon test --backend 'python3 adapter.py' --rerun out.json --status crash,timeout\n";

void add_test_options(CLI::App& command, TestOptions& options) {
  add_selection_options(command, options);
  command.add_option("--backend", options.backend.command,
                     "Judge another runtime: a command that speaks the protocol of "
                     "conformance/BACKENDS.md, or python:MODULE[:FUNCTION], or so:LIBRARY");
  command
      .add_option("--max-memory", options.backend.max_memory,
                  "Bytes of memory a backend may use, from 1 to 2^62, or as in 4GiB (default: the "
                  "machine's memory)")
      ->transform(byte_count())
      ->type_name("BYTES");
  command.add_flag(
      "--files", options.backend.files,
      "Give a backend models and values in files, also where it takes them in requests");
  add_judging_options(command, options.running);
  command.add_option("--keep-outputs", options.running.judging.keep_outputs,
                     "Write the actual outputs to this folder: "
                     "RELEASE/SUITE/CASE/test_data_set_N/output_I.pb");
  add_as_of_option(command, options.as_of);
  add_choose_option(command, options.choices);
  add_known_options(command, options.known);
  add_report_option(command, options.reports);
  add_color_option(command, options.color);
  add_footer(command, test_examples, test_exit_codes);
}

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

// The cases of the run, and those from which they were selected.
struct ChosenCases {
  std::vector<Case> all;
  std::vector<Case> cases;
  std::optional<Shard> shard;
  std::string problem;  // why there are none
};

void keep_rerun(const TestOptions& options, const std::optional<RunReport>& earlier,
                ChosenCases& chosen) {
  if (!earlier || chosen.cases.empty()) return;
  const size_t before = chosen.cases.size();
  keep_reported(chosen.cases, *earlier, statuses_named("--status", options.statuses));
  if (chosen.cases.empty()) {
    chosen.problem = nothing_left(before, "--rerun", {options.rerun}, "");
  }
}

ChosenCases choose_cases(const TestOptions& options, Session& session) {
  ChosenCases chosen;
  CaseSources sources = options.sources;
  std::optional<RunReport> earlier;
  if (!options.rerun.empty()) {
    earlier = read_json_report(options.rerun, ReportVersions::any);
    if (sources.paths.empty() && sources.releases.empty()) {
      sources.releases = releases_of(*earlier, statuses_named("--status", options.statuses));
    }
  }
  chosen.all = find_cases(sources, options.selection.suites, session);
  chosen.cases = chosen.all;
  if (chosen.all.empty()) chosen.problem = "there are no cases at these places";
  if (chosen.problem.empty()) chosen.problem = select(chosen.cases, options.selection);
  keep_rerun(options, earlier, chosen);
  if (!options.backend.command.empty()) leave_to_etalon(chosen.cases, session);
  chosen.shard = take_shard(chosen.cases, options.shard);
  return chosen;
}

void note_end(const StopRequest& stop, size_t of, RunReport& report) {
  const size_t done = report.results.size();
  if (done == of) return;
  const std::optional<int> signal = stop.signal();
  report.partial = Partial{signal ? signal_name(*signal) : "--fail-fast", done, of};
}

// How the command ends by a signal: at first with a report of no cases, then with what was judged.
struct Ending {
  std::optional<LastWords> words;
  std::optional<StopRequest> stop;
};

void report_no_cases(const std::vector<std::string>& files, const RunInfo& info, int signal) {
  RunReport report;
  report.info = info;
  report.partial = Partial{signal_name(signal), 0, 0};
  for (const std::string& file : files) write_report(file, report);
}

// One sentence where the outputs of some cases are not kept.
void note_unkept(const TestOptions& options, RunReport& report) {
  const auto is_unkept = [](const CaseResult& result) { return !result.unkept.empty(); };
  const auto first = std::find_if(report.results.begin(), report.results.end(), is_unkept);
  if (first == report.results.end()) return;
  const auto count = std::count_if(first, report.results.end(), is_unkept);
  report.problems.push_back(fmt::format(
      "--keep-outputs {}: the outputs of {} of {} cases are not kept: {}",
      options.running.judging.keep_outputs.string(), count, report.results.size(), first->unkept));
}

RunReport run(const std::vector<Case>& cases, TestOptions& options, Ending& ending,
              Session& session) {
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
  options.running.stop = ending.stop.emplace().descriptor();
  ending.words.reset();
  const auto begin = std::chrono::steady_clock::now();
  RunReport report;
  options.running.on_problem = [&](const std::string& problem) {
    report.problems.push_back(problem);
  };
  report.results = run_cases(cases, options.running);
  settle_blanket_refusals(report.results);
  note_end(*ending.stop, cases.size(), report);
  note_unkept(options, report);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  report.seconds = took.count();
  if (judged) report.backend = judged->name;
  return report;
}

RunInfo run_info(const TestOptions& options, const Session& session) {
  RunInfo info;
  info.etalon = ETALON_VERSION;
  info.date = utc_now();
  info.command = "etalon " + shell_words(session.words);
  info.machine = machine_text();
  info.seed = default_seed;
  info.rule = name_of(options.running.judging.rule);
  info.options = judging_words(options.running.judging, options.backend.command, options.as_of,
                               options.choices);
  if (const auto& ignored = options.running.judging.ignored_attributes; !ignored.empty()) {
    const std::string names = fmt::format("{}", fmt::join(ignored, ","));
    info.options.insert(info.options.end(), {"--ignore-attributes", names});
  }
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

// ------------------------------------------------------------------------------- known failures

std::optional<KnownFailures> known_failures(const KnownOptions& options,
                                            const std::vector<Case>& all) {
  if (options.file.empty()) {
    if (options.update || options.strict) {
      throw UsageError("--update-known and --strict-known need --known FILE");
    }
    return std::nullopt;
  }
  const bool there = std::filesystem::exists(options.file);
  if (!there && !options.update) {
    throw UsageError(
        fmt::format("--known {}: no such file; --update-known writes it", options.file));
  }
  return KnownFailures(there ? read_known(options.file) : std::vector<KnownLine>{}, all);
}

void update_known(const KnownOptions& options, KnownFailures& known, const RunReport& report,
                  Session& session) {
  if (report.partial) {
    session.err << fmt::format("etalon: {} is not changed, because the run is not complete\n",
                               printable(options.file));
    return;
  }
  const KnownFailures::Change change =
      update_known(options.file, known, report.results, report.allowed);
  session.err << fmt::format("etalon: {}: {} added, {} changed, {} removed\n",
                             printable(options.file), change.added, change.changed, change.removed);
}

void settle_known(const KnownOptions& options, KnownFailures& known, RunReport& report,
                  Session& session) {
  report.stale_known = known.stale(options.file);
  if (options.update) update_known(options, known, report, session);
  known.settle(report.results);
  if (!options.strict) report.allowed.insert(Status::xpass);
}

// ------------------------------------------------------------------------------------- the command

int exit_code_of(const RunReport& report, const KnownOptions& known,
                 const std::optional<StopRequest>& stop) {
  if (report.partial && stop->signal()) return exit_signal + *stop->signal();
  const bool kept = std::all_of(report.results.begin(), report.results.end(),
                                [](const CaseResult& result) { return result.unkept.empty(); });
  if (!kept) return exit_invalid;
  const int code = exit_code(summarize(report.results).all, report.allowed);
  const bool stale = known.strict && !report.stale_known.empty();
  return code == exit_ok && (stale || !report.problems.empty()) ? exit_mismatch : code;
}

// What a --report and a --backend without this could lose in a long run is tried first.
void check_options(TestOptions& options) {
  options.reports.settle(options.sources.paths);
  check_reports(options.reports.files);
  if (!options.statuses.empty() && options.rerun.empty()) {
    throw UsageError("--status needs --rerun REPORT, an earlier report");
  }
  if (options.known.update && options.running.fail_fast) {
    throw UsageError("--update-known needs a complete run, so it excludes --fail-fast");
  }
}

int test(TestOptions& options, Session& session) {
  check_options(options);
  const RunInfo info = run_info(options, session);
  Ending ending;
  ending.words.emplace([&](int signal) { report_no_cases(options.reports.files, info, signal); });
  command_begins();
  options.running.judging.as_released = differences_as_of(options.as_of);
  options.running.judging.choices = choices_of(options.choices);
  const std::vector<Status> allowed = statuses_named("--allow", options.known.allowed);
  ChosenCases chosen = choose_cases(options, session);
  if (chosen.cases.empty()) {
    session.err << "etalon: no case is selected"
                << (chosen.problem.empty() ? "" : ": " + printable(chosen.problem)) << "\n";
    return exit_nothing;
  }
  std::optional<KnownFailures> known = known_failures(options.known, chosen.all);
  const std::set<Status> fine(allowed.begin(), allowed.end());
  options.running.fails = [&](const CaseResult& result) {
    return !as_expected(result.status) && result.status != Status::unsupported &&
           !fine.contains(result.status) && !(known && known->expects(result));
  };
  options.running.judging.details = !options.reports.files.empty();
  make_folder(options.running.judging.keep_outputs);
  RunReport report = run(chosen.cases, options, ending, session);
  report.info = info;
  report.shard = chosen.shard;
  report.allowed = fine;
  if (known) settle_known(options.known, *known, report, session);
  session.out << text_report(report, paint_for(options.color, session)) << std::flush;
  for (const std::string& file : options.reports.files) write_report(file, report);
  for (const std::string& problem : report.problems) {
    session.err << "etalon: " << printable(problem) << "\n";
  }
  return exit_code_of(report, options.known, ending.stop);
}

}  // namespace

void add_test_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("test", "Run test cases and print the scoreboard");
  const auto options = std::make_shared<TestOptions>();
  add_test_options(command, *options);
  command.callback([options, &session] {
    session.decides_on_signals = true;
    session.action = [options, &session] { return test(*options, session); };
  });
}

}  // namespace etalon
