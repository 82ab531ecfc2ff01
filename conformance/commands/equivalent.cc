// etalon equivalent: is a rewritten model the same function?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/progress.h"
#include "conformance/commands/report_options.h"
#include "conformance/common/json.h"
#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/files.h"
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
  std::vector<std::string> dimensions;
  std::string format = "text";
  std::string report;
  std::string output_folder;
  std::string within;  // a rule
  SymbolicLinks links = SymbolicLinks::refused;
};

json document_of(const EquivalentOptions& options, json document) {
  document["schema"] = 1;
  document["etalon"] = etalon_version();
  document["models"] = {options.before, options.after};
  return document;
}

int code_of(const equivalent::Equivalence& found, const Watcher& watcher) {
  if (const auto code = watcher.exit_code()) return *code;
  if (!equivalent::agrees(found.worst())) return exit_mismatch;
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

int run_equivalent(const EquivalentOptions& options, Session& session) {
  equivalent::EquivalenceRequest request = options.request;
  const CommandLimits limits(request.evaluation.limits);
  request.dimensions = dimensions_of(options.dimensions);
  if (!options.within.empty()) equivalent::rule_of(options.within);
  ValueFiles files = options.inputs;
  const equivalent::Subject before(choose_model(options.before, files).model, options.links);
  const equivalent::Subject after(choose_model(options.after).model, options.links);
  if (!files.none()) request.given.push_back(read_inputs(before.model(), files));
  if (!options.within.empty()) return run_within(options, before, after, request, session);
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
    "Verdicts, from the best to the worst, each of the worst input (in brackets: the verdict of\n"
    "`check` on AFTER's value, where BEFORE's is expected and both may be rounded):\n"
    "  identical (same)                 the same bits\n"
    "  exactly equal (rounding)         other digits, but the exact real results of both, "
    "enclosed\n"
    "                                   in float64 to an eighth of a rounding of the largest\n"
    "                                   value, overlap everywhere\n"
    "  equal up to rounding (rounding)  no further apart than sampled evaluations of both, and\n"
    "                                   than the bounds of both allow\n"
    "  open                             what one gives is permitted where the specification "
    "leaves\n"
    "                                   the other open\n"
    "  not shown (unknown)              nothing is known of rounding here\n"
    "  different (unlikely or wrong)    further apart than sampled evaluations, or than the "
    "bounds\n"
    "All but the last two pass. The verdicts are about the inputs that were tried.\n";

void add_options(CLI::App& command, EquivalentOptions& options) {
  equivalent::EquivalenceRequest& request = options.request;
  command.add_option("BEFORE", options.before, "The model, or a case: its folder or name")
      ->required();
  command.add_option("AFTER", options.after, "The rewritten model")->required();
  add_input_options(command, options.inputs);
  command.add_option("--cases", request.drawn,
                     fmt::format("Draw this many inputs, by class and by length (default: {})",
                                 equivalent::usual_inputs));
  command.add_option(
      "--within", options.within,
      "For rewrites that change values on purpose: require rtol=X,atol=X or scaled=X "
      "or snr=DB or cosine=X of each output on ordinary values, and print the error "
      "of each value and where most of it comes in");
  command.add_option("--seed", request.seed, "Draw inputs by this seed (default: 0)");
  add_dim_option(command, options.dimensions);
  command.add_flag_callback(
      "--quick", [&request] { request.effort = equivalent::Effort::bounds; },
      "Use bounds only; skip the 30 sampled evaluations of each model");
  command.add_option("--format", options.format, "text (default) or json")
      ->check(CLI::IsMember({"text", "json"}));
  command.add_option("--report", options.report, "Write the result as JSON to this file, too");
  command.add_option("--output-dir", options.output_folder,
                     "Write the nodes of both models that differ, as cases, and the small input "
                     "that shows it to this folder");
  add_plain_option(command, request.evaluation.plain);
  add_links_option(command, options.links);
  add_limit_options(command, request.evaluation.limits);
}

}  // namespace

void add_equivalent_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("equivalent", "Compare a model with a rewritten copy");
  const auto options = std::make_shared<EquivalentOptions>();
  add_options(command, *options);
  add_footer(
      command,
      std::string(verdict_words) +
          "Example:\n  etalon equivalent model.onnx optimized.onnx --cases 32\n",
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
