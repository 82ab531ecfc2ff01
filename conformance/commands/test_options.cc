#include "conformance/commands/test_options.h"

#include <CLI/CLI.hpp>

#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/selection_options.h"

namespace etalon {

namespace {

void add_selection_options(CLI::App& command, TestOptions& options) {
  add_value(command, "CASE...", options.sources.paths,
            "Run these: a folder of cases, a .json file, or a case's name, as in test_abs");
  add_list(command, "--release RELEASE", options.sources.releases,
           "Run the cases of official releases, 'own' for the project's, 'weekly' or 'all'");
  add_name_options(command, options.selection);
  add_model_options(command, options.selection);
  CLI::Option& rerun = add_value(command, "--rerun FILE", options.rerun,
                                 "Run what failed in this JSON report, or had a --status there");
  add_status_option(command, "--status", options.statuses, status_help).needs(&rerun);
  CLI::Option& shard =
      add_value(command, "--shard I/N", options.shard, "Run only the I-th of N parts of the cases");
  add_value(command, "--balance FILE", options.balance,
            "Make the parts take equally long, by the times in this JSON report")
      .needs(&shard);
}

// A run that takes results from elsewhere, or ends early, does not give all that these options
// need.
void add_run_options(CLI::App& command, TestOptions& options) {
  CLI::Option& resume = add_value(command, "--resume FILE", options.resume,
                                  "Continue a stopped run from its JSON report");
  CLI::Option& cache = add_value(command, "--cache FOLDER", options.kept,
                                 "Store results in this folder and reuse them");
  CLI::Option& outputs =
      add_value(command, "--keep-outputs FOLDER", options.running.judging.keep_outputs,
                "Write outputs here: RELEASE/SUITE/CASE/test_data_set_N/output_I.pb");
  CLI::Option& known =
      add_value(command, "--known FILE", options.known.file,
                "Accept the failures that this file lists (conformance/BACKENDS.md)");
  CLI::Option& update = *command.add_flag("--update-known", options.known.update,
                                          "Write the failures of this run to that file");
  command
      .add_flag("--strict-known", options.known.strict,
                "Fail where a listed case passes, or a line matches no case")
      ->needs(&known);
  add_status_option(command, "--allow", options.known.allowed,
                    "Accept these statuses, as in unsupported for a partial runtime");
  CLI::Option& fail_fast = *command.add_flag("--fail-fast", options.running.fail_fast,
                                             "Stop at the first case that fails");
  update.needs(&known)->excludes(&fail_fast);
  for (CLI::Option* earlier : {&resume, &cache}) earlier->excludes(&fail_fast)->excludes(&outputs);
}

void add_judging_options(CLI::App& command, RunOptions& running, Session& session) {
  add_tolerance_options(command, running.judging, "the case's, or ");
  add_rule_option(command, running.judging.rule, session);
  add_arithmetic_option(command, running.judging.arithmetic);
  add_plain_option(command, running.judging.plain);
  command.add_flag("--proved", running.judging.proved,
                   "Count the float results that are proved to be exact, rounded once");
  add_ignore_option(command, running.judging.ignored_attributes);
  add_jobs_option(command, running.jobs);
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
  add_backend_options(command, options.backend, "Judge this runtime");
  add_old_spelling(command, "--max-memory", *command.get_option("--backend-memory"), session);
  add_judging_options(command, options.running, session);
  add_as_of_option(command, options.running.judging.as_released, &options.as_of);
  add_choose_option(command, options.running.judging.choices);
  add_run_options(command, options);
  add_report_option(command, options.reports);
  add_annotations_option(command, options.annotations);
  add_color_option(command, options.color);
  add_footer(command, examples, test_exit_codes);
}

}  // namespace etalon
