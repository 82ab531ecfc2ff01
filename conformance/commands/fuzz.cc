// etalon fuzz: campaigns of drawn cases against a backend.
#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <memory>
#include <tuple>

#include "conformance/campaign/campaign.h"
#include "conformance/campaign/campaign_reports.h"
#include "conformance/campaign/ranking.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/progress.h"
#include "conformance/commands/selection_options.h"
#include "conformance/commands/shards.h"
#include "conformance/commands/why.h"
#include "conformance/common/paths.h"
#include "conformance/common/signals.h"
#include "conformance/common/system.h"
#include "conformance/generate/case_files.h"
#include "conformance/repro/filing.h"
#include "engine/c_interface.h"
#include "engine/loader/file.h"
#include "engine/loader/inner_path.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

struct FuzzOptions {
  BackendOptions backend;
  std::optional<double> minutes;
  std::optional<uint64_t> count;
  uint32_t seed = 0;
  std::vector<std::string> operators;
  bool graphs = false;
  int opset = 0;  // of graphs
  std::string out = "fuzz";
  std::string shard;
  unsigned jobs = 0;
  Arithmetic arithmetic;
  std::vector<std::string> merge;
};

std::string at_opset(const FuzzOptions& options) {
  return options.opset == 0 ? "" : fmt::format(" of opset {}", options.opset);
}

CampaignKey key_of(const FuzzOptions& options, const std::string& backend) {
  CampaignKey key;
  key.etalon = etalon_version();
  key.command = options.backend.command;
  key.backend = backend;
  key.source = options.operators.empty() ? "all operators"
                                         : fmt::format("{}", fmt::join(options.operators, ", "));
  if (options.graphs) key.source = "graphs" + at_opset(options);
  if (options.arithmetic.any()) key.source += " by " + to_string(options.arithmetic);
  key.seed = options.seed;
  key.date = utc_now();
  if (!options.shard.empty()) std::tie(key.shard, key.shards) = shard_numbers(options.shard);
  return key;
}

std::shared_ptr<const CaseSource> source_of(const FuzzOptions& options) {
  if (options.graphs) {
    const GraphChoice choice{.opset = options.opset};
    check_graph_choice(choice);
    return graph_source(choice, options.seed, {});
  }
  std::vector<OperatorChoice> operators;
  for (const std::string& word : options.operators) operators.push_back(operator_choice(word));
  if (operators.empty()) operators = every_operator();
  return operator_source(std::move(operators), options.seed, {});
}

int code_of(const CampaignState& state) {
  return state.groups.empty() && state.problems.empty() ? exit_ok : exit_mismatch;
}

void print_end(const CampaignState& state, const fs::path& out, Session& session) {
  session.out << findings_table(state) << fmt::format("\nin {}\n", printable(out.string()));
}

// ------------------------------------------------------------------------------------ a campaign

std::string progress_text(const CampaignState& state, uint64_t cases_before,
                          double seconds_before) {
  const double seconds = state.seconds - seconds_before;
  const double rate = seconds > 0 ? static_cast<double>(state.cases - cases_before) / seconds : 0;
  return fmt::format("{} cases, {:.0f} a second, {} findings in {} groups, {} unsupported",
                     state.cases, rate, state.count(Outcome::finding), ranked(state).size(),
                     state.count(Outcome::unsupported));
}

int run_fuzz(const FuzzOptions& options, Session& session) {
  const TemporaryFolder scratch;
  CampaignOptions campaign;
  campaign.backend = options.backend;
  campaign.backend.scratch = scratch.path();
  campaign.source = source_of(options);
  Backend described(campaign.backend);
  campaign.backend_name = described.introduce();
  campaign.evaluation.arithmetic = joined(options.arithmetic, described.arithmetic());
  campaign.cases = options.count;
  campaign.seconds = 60 * options.minutes.value_or(0);
  campaign.jobs = options.jobs;
  campaign.out = options.out;
  campaign.explain = [&](const std::string& folder, const CaseFiles& files,
                         const FindingGroup& group, Backend& backend) {
    const std::string title =
        fmt::format("{} of {}: {}", group.finding.subject, campaign.backend_name, group.sentence);
    const bool differs = group.finding.status == Status::fail;
    if (files.error.empty()) write_repro_of(folder, files, title, differs, backend);
    return why_report(folder, *group.result, judging_of_findings(campaign.evaluation),
                      options.backend, campaign.backend_name, backend);
  };
  Journal journal(options.out, key_of(options, campaign.backend_name));
  const uint64_t cases_before = journal.state().cases;
  const double seconds_before = journal.state().seconds;
  Progress progress(session.err);
  campaign.on_progress = [&](const CampaignState& state) {
    progress.show([&] { return progress_text(state, cases_before, seconds_before); });
  };
  const StopRequest stop;
  campaign.stop = stop.descriptor();
  bool ended = false;
  std::exception_ptr problem;  // the journal cannot be written
  try {
    ended = run_campaign(campaign, journal);
  } catch (const Error&) {
    problem = std::current_exception();
  }
  progress.clear();
  print_end(journal.state(), options.out, session);
  if (problem) std::rethrow_exception(problem);
  write_campaign_reports(options.out, journal.state());
  if (!ended) {
    const int signal = StopRequest::signal().value_or(SIGINT);
    session.err << fmt::format("etalon: stopped by {}; run the command again to continue\n",
                               signal_name(signal));
    return exit_code_of_signal(signal);
  }
  return journal.state().cases == 0 ? exit_nothing : code_of(journal.state());
}

// ---------------------------------------------------------------------------------------- merging

void copy_cases(const std::vector<fs::path>& folders, const CampaignState& whole,
                const fs::path& out) {
  fs::create_directories(out / "cases");
  for (const FindingGroup& group : whole.groups) {
    if (group.folder.empty()) continue;
    for (const fs::path& folder : folders) {
      const CampaignState part = read_journal(folder);
      const bool is_first = std::any_of(
          part.groups.begin(), part.groups.end(),
          [&](const FindingGroup& each) { return each.first == group.first && each.shrunk; });
      if (!is_first) continue;
      copy_inner(InnerPath("cases/" + group.folder, "the folder of a case"), folder, out);
    }
  }
}

int merge_campaigns(const FuzzOptions& options, Session& session) {
  const fs::path out = options.out;
  if (fs::exists(out) && !fs::is_empty(out)) {
    throw UsageError(fmt::format("--out {}: is not empty", out.string()));
  }
  std::vector<CampaignState> parts;
  const std::vector<fs::path> folders(options.merge.begin(), options.merge.end());
  for (const fs::path& folder : folders) parts.push_back(read_journal(folder));
  const CampaignState whole = merged(parts);
  OutputFolder written(out, false);
  copy_cases(folders, whole, written.path());
  written.finish();
  print_end(whole, out, session);
  write_campaign_reports(out, whole);  // which name the cases where they are
  return code_of(whole);
}

int fuzz(const FuzzOptions& options, Session& session) {
  if (!options.merge.empty()) return merge_campaigns(options, session);
  if (options.backend.command.empty()) {
    throw UsageError("fuzz needs --backend COMMAND, or --merge FOLDER...");
  }
  return run_fuzz(options, session);
}

void add_fuzz_options(CLI::App& command, FuzzOptions& options, Session& session) {
  add_backend_options(command, options.backend, "Run cases on this runtime");
  add_old_spelling(command, "--max-memory", *command.get_option("--backend-memory"), session);
  add_value(command, "--minutes MINUTES", options.minutes,
            "Stop after this time, earlier runs into the folder included (default: never)")
      .check(CLI::PositiveNumber);
  CLI::Option& count = add_value(command, "--count N", options.count,
                                 "Stop after this many cases, of all shards together");
  count.check(whole_number(1, uint64_t{1} << 40));
  add_old_spelling(command, "--cases", count, session);
  add_seed_option(command, options.seed, "Draw other cases (default: 0)");
  CLI::Option& operators =
      add_list(command, "--operator OPERATOR", options.operators,
               "Draw calls of these operators, as in Conv, Conv-11 (default: all)");
  CLI::Option* graphs =
      command.add_flag("--graphs", options.graphs, "Draw models of 2 to 30 nodes, not calls");
  graphs->excludes(&operators);
  add_value(command, "--opset N", options.opset, "Draw models of this opset (default: the newest)")
      .check(whole_number(1, 9999))
      ->needs(graphs);
  add_arithmetic_option(command, options.arithmetic);
  add_value(command, "--out FOLDER", options.out,
            "Write to this folder, or continue its campaign (default: fuzz)");
  add_value(command, "--shard I/N", options.shard, "Run only the I-th of N parts of the cases");
  add_value(command, "--merge FOLDER...", options.merge,
            "Merge the campaigns of shards into one, and run nothing");
  add_jobs_option(command, options.jobs);
}

constexpr std::string_view fuzz_examples =
    "Examples:\n"
    "  etalon fuzz --backend 'python3 adapter.py' --minutes 30 --out findings\n"
    "  etalon fuzz --backend so:build/libmine.so --operator Conv,MaxPool --count 10000 --seed 7\n"
    "  etalon fuzz --merge shard1 shard2 --out whole\n";

constexpr std::string_view fuzz_exit_codes =
    "0 no finding, 1 findings, 2 usage, 3 the backend does not start, 5 no cases; 124, 129, 130 or "
    "143 stopped by --timeout, SIGHUP, SIGINT or SIGTERM; run the command again to continue";

}  // namespace

void add_fuzz_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("fuzz", "Run random cases on a backend and minimize its failures");
  const auto options = std::make_shared<FuzzOptions>();
  options->backend.timeout = 10;
  add_fuzz_options(command, *options, session);
  add_footer(command, fuzz_examples, fuzz_exit_codes);
  on_run(command, session, [options, &session] { return fuzz(*options, session); });
}

}  // namespace etalon
