// etalon check: judges the outputs of another runtime.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "conformance/bisect/exposed.h"
#include "conformance/cases/value_files.h"
#include "conformance/check/check_text.h"
#include "conformance/check/tolerances.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/progress.h"
#include "conformance/generate/model_case.h"
#include "conformance/run/backend.h"
#include "engine/loader/loader.h"
#include "engine/loader/wire.h"
#include "engine/values/json.h"

namespace etalon {

using nlohmann::json;

namespace {

struct CheckOptions {
  std::string model;
  InputFiles inputs;
  OutputFiles outputs;
  BackendOptions backend;
  ToleranceWords tolerances;
  std::string as_of;
  std::vector<std::string> ignored;
  std::vector<std::string> choices;
  std::string format = "text";
  JudgedBy judged_by = JudgedBy::roundings;
  SymbolicLinks links = SymbolicLinks::refused;
  Options evaluation;
};

size_t passing(const std::vector<OutputReport>& reports) {
  return static_cast<size_t>(
      std::count_if(reports.begin(), reports.end(),
                    [](const OutputReport& report) { return passes(report.judgement); }));
}

size_t failing(const std::vector<OutputReport>& reports) {
  return static_cast<size_t>(
      std::count_if(reports.begin(), reports.end(),
                    [](const OutputReport& report) { return fails(report.judgement); }));
}

void print_text(const std::vector<OutputReport>& reports, std::ostream& out) {
  for (const OutputReport& report : reports) out << report_text(report);
  if (reports.size() > 1) {
    const size_t open = reports.size() - passing(reports) - failing(reports);
    out << fmt::format("{} of {} outputs pass{}\n", passing(reports), reports.size(),
                       open == 0 ? "" : fmt::format(", {} open", open));
  }
}

void print_json(const CheckOptions& options, const std::vector<OutputReport>& reports,
                const std::optional<NodeReports>& nodes, std::ostream& out) {
  json list = json::array();
  for (const OutputReport& report : reports) list.push_back(report_json(report));
  const json document = {{"schema", 1},
                         {"etalon", ETALON_VERSION},
                         {"model", options.model},
                         {"pass", failing(reports) == 0},
                         {"open", reports.size() - passing(reports) - failing(reports)},
                         {"outputs", list},
                         {"nodes", nodes ? to_json(*nodes) : json()}};
  // A model's names may be invalid UTF-8: such bytes are replaced.
  out << document.dump(2, ' ', false, json::error_handler_t::replace) << "\n";
}

// The outputs that a runtime gives. Throws InvalidInput where it gives none.
Values answered(Backend& backend, const std::filesystem::path& file, const BoundModel& model,
                const Bindings& inputs) {
  const RuntimeAnswer answer = backend.run(file, model, inputs);
  if (answer.status == Status::pass) return answer.outputs;
  throw InvalidInput("the backend gives no outputs: {}: {}", to_string(answer.status),
                     answer.message);
}

// True where the whole model's bound does not say whether rounding explains the difference.
bool lacks_verdict(const OutputReport& report) {
  return report.judgement == Judgement::within_tolerance ||
         report.judgement == Judgement::outside_tolerance ||
         report.judgement == Judgement::beyond_rounding;
}

int check(const CheckOptions& options, Session& session) {
  const CommandLimits limits(options.evaluation.limits);
  const bool has_outputs = !options.outputs.all_outputs.empty() || !options.outputs.outputs.empty();
  if (has_outputs != options.backend.command.empty()) {
    throw UsageError("check needs the runtime's outputs, --outputs or --output, or its --backend");
  }
  Options evaluation = options.evaluation;
  evaluation.as_released = differences_as_of(options.as_of);
  InputFiles files = options.inputs;
  const ModelChoice choice = choose_model(options.model, files);
  const BoundModel model =
      load_model(choice.model, ignored_attributes(options.ignored, session.err), options.links);
  const std::vector<Tolerance> allowed = tolerances(model, options.tolerances);
  const Bindings inputs = read_inputs(model, files);
  Progress progress(session.err);
  std::optional<Backend> backend;
  if (!options.backend.command.empty()) backend.emplace(options.backend);
  const Values got = backend ? answered(*backend, choice.model, model, inputs)
                             : read_outputs(model, options.outputs);
  show_nodes(progress, model, evaluation);
  const std::vector<OutputReport> reports = check_outputs(
      model, inputs, got, allowed, evaluation, choices_of(options.choices), options.judged_by);
  std::optional<NodeReports> nodes;
  if (backend && options.judged_by == JudgedBy::roundings &&
      std::any_of(reports.begin(), reports.end(), lacks_verdict)) {
    onnx::ModelProto proto;
    const std::string bytes = self_contained_model(choice.model, options.links);
    parse_message(std::string_view(bytes), "the model", proto);
    nodes = check_nodes_of(*backend, proto, inputs, Tolerance(), evaluation);
  }
  progress.clear();
  if (options.format == "json") {
    print_json(options, reports, nodes, session.out);
  } else {
    print_text(reports, session.out);
    if (nodes) session.out << to_string(*nodes);
  }
  return failing(reports) == 0 ? exit_ok : exit_mismatch;
}

void add_backend_options(CLI::App& command, BackendOptions& backend) {
  command.add_option("--backend", backend.command,
                     "A runtime's command (conformance/BACKENDS.md), to run the model in place of "
                     "--outputs; where the whole model's bound says nothing, each node is judged");
  command
      .add_option("--backend-timeout", backend.timeout,
                  "Seconds for one answer of the backend (default: 60)")
      ->check(seconds());
}

void add_tolerances(CLI::App& command, ToleranceWords& words) {
  const auto add = [&](const char* name, std::vector<std::string>& to, const char* what) {
    command.add_option(name, to, what)->allow_extra_args(false);
  };
  add("--rtol", words.rtol, "Relative tolerance (0.001), or OUTPUT:NUMBER");
  add("--atol", words.atol, "Absolute tolerance (1e-7), or OUTPUT:NUMBER");
  add("--max-ulp", words.max_ulp, "Greatest ULP distance (any), or OUTPUT:NUMBER");
  add_rule_option(command, words.rule);
}

}  // namespace

void add_check_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("check", "Judge the outputs of another runtime");
  const auto options = std::make_shared<CheckOptions>();
  command
      .add_option("MODEL", options->model, "The model's .onnx file, or a case: its folder or name")
      ->required();
  add_input_options(command, options->inputs);
  command.add_option("--output", options->outputs.outputs, "NAME=FILE: an output to judge")
      ->allow_extra_args(false);
  command.add_option("--outputs", options->outputs.all_outputs,
                     "The outputs to judge, given as --inputs are (output_I)");
  add_backend_options(command, options->backend);
  add_tolerances(command, options->tolerances);
  add_as_of_option(command, options->as_of);
  add_lenient_option(command, options->evaluation, session);
  add_plain_option(command, options->evaluation.plain);
  add_ignore_option(command, options->ignored);
  add_choose_option(command, options->choices);
  command.add_flag_callback(
      "--quick", [options] { options->judged_by = JudgedBy::tolerance; },
      "Judge by the tolerance alone, in seconds: without the bound on roundings, which takes a "
      "minute or more for a real model, and the distance from the exact result");
  command.add_option("--format", options->format, "text (default) or json")
      ->check(CLI::IsMember({"text", "json"}));
  add_links_option(command, options->links);
  add_limit_options(command, options->evaluation.limits);
  add_footer(command,
             "Example:\n  etalon check model.onnx --inputs inputs.npz --outputs outputs.npz --rtol "
             "y:0.01\n",
             judging_exit_codes);
  command.callback([options, &session] {
    session.action = [options, &session] { return check(*options, session); };
  });
}

}  // namespace etalon
