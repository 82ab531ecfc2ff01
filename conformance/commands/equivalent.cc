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
#include "conformance/equivalent/files.h"
#include "conformance/equivalent/proof.h"
#include "conformance/equivalent/texts.h"
#include "conformance/equivalent/within.h"
#include "conformance/generate/case_files.h"
#include "engine/c_interface.h"
#include "engine/loader/file.h"

namespace etalon {

using nlohmann::json;

namespace {

struct EquivalentOptions {
  std::string before, after;
  ValueFiles inputs;
  equivalent::EquivalenceRequest request;
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

int code_of(const equivalent::Equivalence& found, const Watcher& watcher) {
  if (const auto code = watcher.exit_code()) return *code;
  if (!found.passes()) return exit_mismatch;
  return found.stopped.empty() ? exit_ok : exit_stopped;
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
  request.effort = equivalent::Effort::bounds;
  const equivalent::Equivalence found = equivalent::proof_alone(before, after, request);
  progress.clear();
  if (!print(options, document_of(options, equivalent::equivalence_json(found)),
             equivalent::equivalence_text(found), session)) {
    return exit_invalid;
  }
  return code_of(found, watcher);
}

int run_equivalent(const EquivalentOptions& options, Session& session) {
  equivalent::EquivalenceRequest request = options.request;
  const CommandLimits limits(request.evaluation.limits);
  if (!options.within.empty()) equivalent::rule_of(options.within);
  ValueFiles files = options.inputs;
  const Leniency leniency = leniency_of(request.evaluation, options.dialect);
  const equivalent::Subject before(choose_model(options.before, files).model, options.links,
                                   leniency);
  const equivalent::Subject after(choose_model(options.after).model, options.links, leniency);
  if (!files.none()) request.given.push_back(read_inputs(before.model(), files));
  if (!options.within.empty()) return run_within(options, before, after, request, session);
  if (options.proves) return run_proof(options, before, after, request, session);
  std::optional<OutputFolder> folder;  // made first, so that a bad path is refused at once
  if (!options.output_folder.empty()) folder.emplace(options.output_folder, false);
  Progress progress(session.err);
  Watcher watcher(progress, "evaluation");
  request.on_progress = [&](const std::string& work) { watcher.begin(work); };
  const equivalent::Equivalence found = equivalent::equivalence(before, after, request);
  progress.clear();
  const bool written = print(options, document_of(options, equivalent::equivalence_json(found)),
                             equivalent::equivalence_text(found), session);
  if (folder) write_folder(options, *folder, found, session);
  return written ? code_of(found, watcher) : exit_invalid;
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
    "All but the last two pass. A verdict is about the inputs that were tried.\n";

void add_options(CLI::App& command, EquivalentOptions& options, Session& session) {
  equivalent::EquivalenceRequest& request = options.request;
  add_value(command, "BEFORE", options.before, "Compare this model, or a case (folder or name)")
      .required();
  add_value(command, "AFTER", options.after, "Compare with this rewritten model").required();
  add_input_options(command, options.inputs);
  CLI::Option& count =
      add_value(command, "--count N", request.drawn,
                fmt::format("Draw this many inputs, by class and by length (default: {}),\n"
                            "and aim up to four times as many at the models' constants",
                            equivalent::usual_inputs));
  add_old_spelling(command, "--cases", count, session);
  add_value(command, "--within RULE", options.within,
            "Require this of each output, and print where errors come in:\n"
            "  rtol=X,atol=X   a tolerance\n"
            "  scaled=X        a part of the largest value\n"
            "  snr=DB          a signal-to-noise ratio\n"
            "  cosine=X        a cosine similarity");
  add_seed_option(command, request.seed, "Draw other inputs (default: 0)");
  add_dim_option(command, request.dimensions);
  add_taken<std::string>(
      command, "--interface RULE",
      [&request](const std::string& rule) { request.interface = equivalent::interface_rule(rule); },
      "Require of the inputs and outputs:\n"
      "  strict   their names and order (default)\n"
      "  named    their names\n"
      "  shape    only their types and shapes");
  command.add_flag_callback(
      "--quick", [&request] { request.effort = equivalent::Effort::bounds; },
      "Use rigorous bounds only; skip the 30 sampled evaluations of each model");
  command.add_flag(
      "--prove", options.proves,
      "Only prove that both are the same real function, over a finite field: for all values\n"
      "at some lengths, but for rounding, NaN and infinities");
  add_format_option(command, "text|json", options.format);
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
      "0 the same function, 1 different or not shown, 2 usage, 3 bad or unsafe model or "
      "input, 4 unsupported, 124 a limit such as --timeout ends the work, and what was "
      "compared until then is the same; 129, 130 or 143 stopped by SIGHUP, SIGINT or SIGTERM");
  on_run(command, session, [options, &session] {
    session.prints_json = options->format == "json";
    try {
      return run_equivalent(*options, session);
    } catch (const LimitExceeded& limit) {
      if (!options->report.empty()) write_file(options->report, stopped_json(limit.what()));
      throw;
    }
  });
}

}  // namespace etalon
