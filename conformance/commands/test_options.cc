#include "conformance/commands/test_options.h"

#include <CLI/CLI.hpp>

#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/selection_options.h"

namespace etalon {

namespace {

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
  command.add_option("--balance", options.balance,
                     "With --shard: parts that take equally long, by the seconds of this JSON "
                     "report");
  command.add_option("--resume", options.resume,
                     "Go on with a run that was stopped: the results of this JSON report stay, and "
                     "the other cases are run");
  command.add_option("--cache", options.kept,
                     "Keep each result in this folder as soon as it is there, and do not run again "
                     "what is kept of the same case, runtime, version, command, options, machine "
                     "and Etalon, and of the same files that the runtime had loaded");
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

void add_judging_options(CLI::App& command, RunOptions& running, Session& session) {
  const auto number = tolerance_number();
  command.add_option("--rtol", running.judging.rtol, "Relative tolerance for every case")
      ->check(number);
  command.add_option("--atol", running.judging.atol, "Absolute tolerance for every case")
      ->check(number);
  command.add_option("--max-ulp", running.judging.max_ulp, "Largest ULP distance that passes")
      ->check(plain_count());
  add_rule_option(command, running.judging.rule, session, rule_of_backends);
  add_arithmetic_option(command, running.judging.arithmetic);
  add_plain_option(command, running.judging.plain);
  command.add_flag("--proved", running.judging.proved,
                   "Count the float results of Etalon that are proved to be the exact results "
                   "rounded once");
  add_ignore_option(command, running.judging.ignored_attributes);
  command
      .add_option("--case-timeout", running.timeout,
                  "Seconds for one case, and for a backend's description (default: 60)")
      ->check(seconds());
  command.add_option("--jobs", running.jobs, "Worker processes (default: one for each core)")
      ->check(CLI::Range(1, 1024));
  command.add_flag("--fail-fast", running.fail_fast, "Stop at the first case that fails");
}

constexpr std::string_view examples =
    "Examples:\n"
    "  etalon test --operator Softmax-13,LogSoftmax --type float16\n"
    "  etalon test my/cases --jobs 1 --fail-fast\n"
    "  etalon test --backend 'python3 adapter.py' --known known.txt --allow unsupported --report "
    "out.json out.html\n"
    "  etalon test --backend 'python3 adapter.py' --rerun out.json --status crash,timeout\n";

}  // namespace

void add_test_options(CLI::App& command, TestOptions& options, Session& session) {
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
  add_judging_options(command, options.running, session);
  command.add_option("--keep-outputs", options.running.judging.keep_outputs,
                     "Write the actual outputs to this folder: "
                     "RELEASE/SUITE/CASE/test_data_set_N/output_I.pb");
  add_as_of_option(command, options.as_of);
  add_choose_option(command, options.choices);
  add_known_options(command, options.known);
  add_report_option(command, options.reports);
  add_annotations_option(command, options.annotations);
  add_color_option(command, options.color);
  add_footer(command, examples, test_exit_codes);
}

}  // namespace etalon
