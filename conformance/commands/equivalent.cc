// etalon equivalent: is a rewritten model the same function?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/progress.h"
#include "conformance/commands/report_options.h"
#include "conformance/common/json.h"
#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/fail_on.h"
#include "conformance/equivalent/files.h"
#include "conformance/equivalent/lengths.h"
#include "conformance/equivalent/proof.h"
#include "conformance/equivalent/texts.h"
#include "conformance/equivalent/within.h"
#include "conformance/generate/case_files.h"
#include "conformance/reports/exports.h"
#include "engine/c_interface.h"
#include "engine/loader/file.h"
#include "engine/values/utf8.h"

namespace etalon {

using nlohmann::json;

namespace {

struct EquivalentOptions {
  std::string before, after;
  std::vector<std::string> named;    // NAME=FILE, part of each set of inputs
  std::vector<std::string> folders;  // a set each
  equivalent::EquivalenceRequest request;
  equivalent::FailOn fail_on = equivalent::usual_failures();
  std::string annotations;
  std::string format = "text";
  std::string report;
  std::string output_folder;
  std::string within;  // a rule
  bool proves = false;
  SymbolicLinks links = SymbolicLinks::refused;
  Dialect dialect;
};

json document_of(const EquivalentOptions& options, json document) {
  document["schema"] = 1;
  document["etalon"] = etalon_version();
  document["models"] = {options.before, options.after};
  return document;
}

int code_of(const EquivalentOptions& options, const equivalent::Equivalence& found,
            const Watcher& watcher) {
  if (const auto code = watcher.exit_code()) return *code;
  if (!equivalent::failures(found, options.fail_on).empty()) return exit_mismatch;
  return found.stopped.empty() ? exit_ok : exit_stopped;
}

// The report as a block of code, which nothing in it can end.
std::string summary_of(const std::string& text) {
  std::string block = "### etalon equivalent\n\n";
  for (const std::string& line : CLI::detail::split(text, '\n')) block += "    " + line + "\n";
  return block;
}

void annotate(const EquivalentOptions& options, const equivalent::Equivalence& found,
              Session& session) {
  if (options.annotations.empty()) return;
  annotate(github_annotations(equivalent::failures(found, options.fail_on)),
           summary_of(equivalent::equivalence_text(found)), session);
}

// One for each --inputs; without any, that of --input or of the case that BEFORE names.
std::vector<ValueFiles> files_of(const EquivalentOptions& options, const ModelChoice& before) {
  std::vector<ValueFiles> sets;
  for (const std::string& folder : options.folders) sets.push_back({options.named, folder});
  if (sets.empty()) sets.push_back({options.named, options.named.empty() ? before.inputs : ""});
  std::erase_if(sets, [](const ValueFiles& set) { return set.none(); });
  return sets;
}

// False where the report cannot be written.
bool print(const EquivalentOptions& options, const json& document, const std::string& text,
           Session& session) {
  session.prints_json = false;
  session.out << (options.format == "json" ? json_text(document, 2) + "\n" : text) << std::flush;
  if (options.report.empty()) return true;
  return write_each({options.report}, session, [&](const std::string& file) {
    write_file(file, json_text(document, 2) + "\n");
  });
}

void write_folder(const EquivalentOptions& options, OutputFolder& folder,
                  const equivalent::Equivalence& found, Session& session) {
  const std::vector<std::string> written = equivalent::write_pieces(folder.path(), found);
  folder.finish();
  if (options.format == "text" && !written.empty()) {
    session.out << fmt::format("{} in {}\n", fmt::join(written, ", "), options.output_folder);
  }
}

int run_within(const EquivalentOptions& options, const equivalent::Subject& before,
               const equivalent::Subject& after, equivalent::EquivalenceRequest request,
               Session& session) {
  const equivalent::WithinRule rule = equivalent::rule_of(options.within);
  Progress progress(session.err);
  Watcher watcher(progress, "evaluation");
  request.on_progress = [&](const std::string& work) { watcher.begin(work); };
  const equivalent::Within found = equivalent::within(before, after, request, rule);
  progress.clear();
  if (!print(options, document_of(options, equivalent::within_json(found)),
             equivalent::within_text(found), session)) {
    return exit_invalid;
  }
  return watcher.exit_code().value_or(found.holds() ? exit_ok : exit_mismatch);
}

int run_proof(const EquivalentOptions& options, const equivalent::Subject& before,
              const equivalent::Subject& after, equivalent::EquivalenceRequest request,
              Session& session) {
  Progress progress(session.err);
  Watcher watcher(progress, "evaluation");
  request.on_progress = [&](const std::string& work) { watcher.begin(work); };
  request.judging.effort = equivalent::Effort::bounds;
  const equivalent::Equivalence found = equivalent::proof_alone(before, after, request);
  progress.clear();
  const json document = document_of(options, equivalent::equivalence_json(found, options.fail_on));
  if (!print(options, document, equivalent::equivalence_text(found), session)) return exit_invalid;
  return code_of(options, found, watcher);
}

// As --dim asks for.
void declare_lengths(equivalent::Subject& before, equivalent::Subject& after,
                     equivalent::EquivalenceRequest& request) {
  if (request.dimensions.empty()) return;
  request.interface_differences =
      equivalent::interfaces(before.model(), after.model(), request.interface).differences;
  request.remarks = equivalent::declare_lengths(before, after, request.dimensions);
}

int run_equivalent(const EquivalentOptions& options, Session& session) {
  equivalent::EquivalenceRequest request = options.request;
  const CommandLimits limits(request.evaluation.limits);
  if (!options.within.empty()) equivalent::rule_of(options.within);
  const Leniency leniency = leniency_of(request.evaluation, options.dialect);
  const ModelChoice one = choose_model(options.before), other = choose_model(options.after);
  equivalent::Subject before(one.model, options.links, leniency);
  equivalent::Subject after(other.model, options.links, leniency);
  declare_lengths(before, after, request);
  for (const ValueFiles& files : files_of(options, one)) {
    request.given.push_back(read_inputs(before.model(), files));
  }
  if (!options.within.empty()) return run_within(options, before, after, request, session);
  if (options.proves) return run_proof(options, before, after, request, session);
  std::optional<OutputFolder> folder;  // made first, so that a bad path is refused at once
  if (!options.output_folder.empty()) folder.emplace(options.output_folder, false);
  Progress progress(session.err);
  Watcher watcher(progress, "evaluation");
  request.on_progress = [&](const std::string& work) { watcher.begin(work); };
  const equivalent::Equivalence found = equivalent::equivalence(before, after, request);
  progress.clear();
  const json document = document_of(options, equivalent::equivalence_json(found, options.fail_on));
  const bool written = print(options, document, equivalent::equivalence_text(found), session);
  annotate(options, found, session);
  if (folder) write_folder(options, *folder, found, session);
  return written ? code_of(options, found, watcher) : exit_invalid;
}

constexpr std::string_view verdict_words =
    "Verdicts, the best first; in brackets: the verdict of `check` on AFTER's value, where "
    "BEFORE's\n"
    "is expected and both may be rounded:\n"
    "  identical (same)                 the bits are the same\n"
    "  exactly equal (rounding)         the exact real results of both overlap everywhere\n"
    "  equal up to rounding (rounding)  both are within each other's bounds and samples\n"
    "  open                             one is permitted where the specification leaves a choice\n"
    "  not shown (unknown)              nothing is known of rounding here\n"
    "  different (unlikely or wrong)    one is outside the bounds or samples\n"
    "A verdict is about the inputs that were tried. The exit code is 1 for the last two, or for "
    "those\n"
    "of --fail-on; 124 where a limit (--timeout, --max-memory, --max-steps, --max-work) ends the "
    "work\n"
    "and nothing that was compared until then is one of these; else 0.\n";

void add_options(CLI::App& command, EquivalentOptions& options, Session& session) {
  equivalent::EquivalenceRequest& request = options.request;
  add_value(command, "BEFORE", options.before, "Compare this model, or a case (folder or name)")
      .required();
  add_value(command, "AFTER", options.after, "Compare with this rewritten model").required();
  add_value(command, "--input NAME=FILE", options.named,
            "Read the input NAME from a .pb, .npy or .bin");
  add_value(
      command, "--inputs FOLDER", options.folders,
      "Read the inputs from a folder (input_I.pb or NAME.npy), an .npz, or one input's file;\n"
      "may be repeated, for several sets of inputs");
  CLI::Option& count =
      add_value(command, "--count N", request.drawn,
                fmt::format("Draw this many inputs, by class and by length (default: {}),\n"
                            "and aim up to four times as many at the models' constants",
                            equivalent::usual_inputs));
  add_old_spelling(command, "--cases", count, session);
  CLI::Option& within = add_value(command, "--within RULE", options.within,
                                  "Require this of each output, and print where errors come in:\n"
                                  "  rtol=X,atol=X   a tolerance\n"
                                  "  scaled=X        a part of the largest value\n"
                                  "  snr=DB          a signal-to-noise ratio\n"
                                  "  cosine=X        a cosine similarity");
  add_seed_option(command, request.seed, "Draw other inputs (default: 0)");
  add_dim_option(command, request.dimensions)
      .description(
          "Set the length of a symbolic dimension, or of an axis of an input, as in x[0]=5");
  add_taken<std::string>(
      command, "--interface RULE",
      [&request](const std::string& rule) { request.interface = equivalent::interface_rule(rule); },
      "Require of the inputs and outputs:\n"
      "  strict   their names and order (default)\n"
      "  named    their names\n"
      "  shape    only their types and shapes");
  const auto take_failures = [&options](const Words& words) {
    options.fail_on = equivalent::fail_on(words);
  };
  add_taken<Words>(
      command, "--fail-on VERDICT,...", take_failures,
      "Exit with 1 for these verdicts: different, not-shown, open, equal-up-to-rounding,\n"
      "exactly-equal; with special also where only special values give one\n"
      "(default: different,not-shown,special)")
      .delimiter(',')
      ->allow_extra_args(false);
  command.add_flag_callback(
      "--ignore-signed-zeros", [&request] { request.judging.signed_zeros = false; },
      "Take zeros of either sign as equal");
  add_value(
      command, "--piece-timeout SECONDS", request.judging.seconds,
      fmt::format("Judge each piece whose digits differ for this long at most (default: {:g})",
                  request.judging.seconds))
      .check(seconds());
  command.add_flag_callback(
      "--quick", [&request] { request.judging.effort = equivalent::Effort::bounds; },
      "Use rigorous bounds only; skip the 30 sampled evaluations of each model");
  command
      .add_flag(
          "--prove", options.proves,
          "Only prove that both are the same real function, over a finite field: for all values\n"
          "at some lengths, but for rounding, NaN and infinities")
      ->excludes(&within);
  add_format_option(command, "text|json", options.format);
  add_annotations_option(command, options.annotations);
  add_value(command, "--report FILE", options.report, "Write the result to this file as JSON");
  add_value(command, "--output-dir FOLDER", options.output_folder,
            "Write the nodes that differ here, as cases, with a small input");
  add_reading_options(command, request.evaluation, options.dialect, session);
  add_plain_option(command, request.evaluation.plain);
  add_links_option(command, options.links);
  add_limit_options(command, request.evaluation.limits);
}

}  // namespace

void add_equivalent_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("equivalent", "Compare a model with a rewritten copy");
  const auto options = std::make_shared<EquivalentOptions>();
  add_options(command, *options, session);
  add_footer(
      command,
      std::string(verdict_words) +
          "Example:\n  etalon equivalent model.onnx optimized.onnx --count 32\n",
      "0 the same function, 1 different or not shown, or another verdict of --fail-on, 2 usage, 3 "
      "bad or unsafe model or input, 4 unsupported, 124 a limit such as --timeout ends the work, "
      "and "
      "nothing that was compared until then fails; 129, 130 or 143 stopped by SIGHUP, SIGINT or "
      "SIGTERM");
  on_run(command, session, [options, &session] {
    session.prints_json = options->format == "json";
    try {
      return run_equivalent(*options, session);
    } catch (const LimitExceeded& limit) {
      if (!options->report.empty()) write_file(options->report, stopped_json(limit.what()));
      if (StopRequest::signal() || is_late(limit)) throw;
      if (session.prints_json) session.out << stopped_json(limit.what()) << std::flush;
      session.err << "etalon: " << printable_lines(limit.what()) << "\n";
      return static_cast<int>(exit_stopped);
    }
  });
}

}  // namespace etalon
