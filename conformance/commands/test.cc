// etalon test: runs cases and prints the scoreboard.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>

#include "conformance/cases/mdf_cases.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/earlier_results.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/progress.h"
#include "conformance/commands/selection_options.h"
#include "conformance/commands/shards.h"
#include "conformance/commands/test_options.h"
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
#include "engine/c_interface.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// The runtime that is judged, with its folder for files; empty when Etalon is judged.
struct JudgedBackend {
  JudgedBackend(BackendOptions options, bool with_files) : folder(options.scratch) {
    options.scratch = folder.path();
    Backend first(options);
    name = first.introduce();
    if (with_files) loaded = first.loaded().value_or(LoadedFiles{{}, "it has ended"});
    backend = std::make_unique<Backend>(std::move(options));
  }
  TemporaryFolder folder;
  std::string name;
  LoadedFiles loaded;  // with_files
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

// Leaves out cases of MDF models where the program that runs them is not there.
void leave_to_mdf(std::vector<Case>& cases, Session& session) {
  if (!program_file("etalon-mdf").empty()) return;
  const size_t left_out = std::erase_if(cases, is_mdf_model);
  if (left_out == 0) return;
  session.err << fmt::format("etalon: {} case{} left out: {}\n", left_out, left_out == 1 ? "" : "s",
                             no_mdf_program);
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
  keep_reported(chosen.cases, *earlier, options.statuses);
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
      sources.releases = releases_of(*earlier, options.statuses);
    }
  }
  chosen.all = find_cases(sources, options.selection.suites, session);
  chosen.cases = chosen.all;
  if (chosen.all.empty()) chosen.problem = "there are no cases at these places";
  if (chosen.problem.empty()) chosen.problem = select(chosen.cases, options.selection);
  keep_rerun(options, earlier, chosen);
  if (!options.backend.command.empty()) leave_to_etalon(chosen.cases, session);
  leave_to_mdf(chosen.cases, session);
  chosen.shard = take_shard(chosen.cases, options.shard, options.balance);
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

void report_no_cases(const std::vector<std::string>& files, const RunInfo& info, int signal,
                     Session& session) {
  RunReport report;
  report.info = info;
  report.partial = Partial{signal_name(signal), 0, 0};
  write_each(files, session, [&](const std::string& file) { write_report(file, report); });
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

RunReport run(const std::vector<Case>& cases, TestOptions& options, const RunInfo& info,
              Ending& ending, Session& session) {
  std::optional<JudgedBackend> judged;
  if (!options.backend.command.empty()) {
    judged.emplace(options.backend, !options.kept.empty());
    options.running.judging.backend = judged->backend.get();
  }
  EarlierResults earlier(options, info.options, judged ? judged->name : "",
                         judged ? judged->loaded : LoadedFiles());
  if (judged) {
    options.running.after_case = [&](CaseResult& result) {
      earlier.note_loaded(*judged->backend, result);
    };
  }
  Progress progress(session.err);
  options.running.stop = ending.stop.emplace().descriptor();
  ending.words.reset();
  const auto begin = std::chrono::steady_clock::now();
  RunReport report;
  options.running.on_problem = [&](const std::string& problem) {
    report.problems.push_back(problem);
  };
  report.results = results_of(cases, options.running, earlier, progress);
  progress.clear();
  if (const std::string problem = earlier.problem(); !problem.empty()) {
    session.err << "etalon: " << printable(problem) << "\n";
  }
  settle_blanket_refusals(report.results);
  note_end(*ending.stop, cases.size(), report);
  note_unkept(options, report);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  report.seconds = earlier.seconds() + took.count();
  if (judged) report.backend = judged->name;
  return report;
}

RunInfo run_info(const TestOptions& options, const Session& session) {
  RunInfo info;
  info.etalon = etalon_version();
  info.date = utc_now();
  info.command = "etalon " + shell_words(session.words);
  info.machine = machine_text();
  info.seed = default_seed;
  info.rule = name_of(options.running.judging.rule);
  info.options = judging_words(options.running.judging, options.backend.command, options.as_of);
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
  throw UsageError(fmt::format("--keep-outputs {}: the folder cannot be made{}", folder.string(),
                               problem ? ": " + problem.message() : ""));
}

// ------------------------------------------------------------------------------- known failures

std::optional<KnownFailures> known_failures(const KnownOptions& options,
                                            const std::vector<Case>& all) {
  if (options.file.empty()) return std::nullopt;
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

// False where the file should have been updated and could not be.
bool settle_known(const KnownOptions& options, KnownFailures& known, RunReport& report,
                  Session& session) {
  report.stale_known = known.stale(options.file);
  bool written = true;
  if (options.update) {
    written = write_each({options.file}, session, [&](const std::string&) {
      update_known(options, known, report, session);
    });
  }
  known.settle(report.results);
  if (!options.strict) report.allowed.insert(Status::xpass);
  return written;
}

// ------------------------------------------------------------------------------------- the command

int exit_code_of(const RunReport& report, const KnownOptions& known,
                 const std::optional<StopRequest>& stop) {
  if (report.partial && stop->signal()) return exit_code_of_signal(*stop->signal());
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
  options.running.timeout = options.backend.timeout;
}

int test(TestOptions& options, Session& session) {
  check_options(options);
  const RunInfo info = run_info(options, session);
  Ending ending;
  ending.words.emplace(
      [&](int signal) { report_no_cases(options.reports.files, info, signal, session); });
  command_begins();
  ChosenCases chosen = choose_cases(options, session);
  if (chosen.cases.empty()) {
    session.err << "etalon: no case is selected"
                << (chosen.problem.empty() ? "" : ": " + printable(chosen.problem)) << "\n";
    return exit_nothing;
  }
  std::optional<KnownFailures> known = known_failures(options.known, chosen.all);
  const std::set<Status> fine(options.known.allowed.begin(), options.known.allowed.end());
  options.running.fails = [&](const CaseResult& result) {
    return !as_expected(result.status) && result.status != Status::unsupported &&
           !fine.contains(result.status) && !(known && known->expects(result));
  };
  options.running.judging.details = !options.reports.files.empty();
  make_folder(options.running.judging.keep_outputs);
  RunReport report = run(chosen.cases, options, info, ending, session);
  report.info = info;
  report.shard = chosen.shard;
  report.allowed = fine;
  const bool settled = !known || settle_known(options.known, *known, report, session);
  session.out << text_report(report, paint_for(options.color, session)) << std::flush;
  annotate(options.annotations, report, session);
  const bool written = write_each(options.reports.files, session,
                                  [&](const std::string& file) { write_report(file, report); });
  for (const std::string& problem : report.problems) {
    session.err << "etalon: " << printable(problem) << "\n";
  }
  const bool stopped = report.partial && ending.stop->signal();
  if (!stopped && !(settled && written)) return exit_invalid;
  return exit_code_of(report, options.known, ending.stop);
}

}  // namespace

void add_test_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("test", "Run test cases and print the scoreboard");
  const auto options = std::make_shared<TestOptions>();
  add_test_options(command, *options, session);
  command.callback([options, &session] {
    session.decides_on_signals = true;
    session.action = [options, &session] { return test(*options, session); };
  });
}

}  // namespace etalon
