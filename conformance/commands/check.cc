// etalon check: judges the outputs of another runtime.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "conformance/bisect/exposed.h"
#include "conformance/bounds/bound_walk.h"
#include "conformance/check/check_text.h"
#include "conformance/check/tolerances.h"
#include "conformance/check/trace_check.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/progress.h"
#include "conformance/common/json.h"
#include "conformance/generate/model_case.h"
#include "conformance/run/backend.h"
#include "engine/c_interface.h"
#include "engine/loader/loader.h"
#include "engine/loader/wire.h"

namespace etalon {

using nlohmann::json;

namespace {

struct CheckOptions : ModelOptions {
  ValueFiles outputs;
  BackendOptions backend;
  ToleranceWords tolerances;
  std::string format = "text";
  JudgedBy judged_by = JudgedBy::roundings;
};

size_t passing(const std::vector<OutputReport>& reports) {
  return static_cast<size_t>(std::count_if(
      reports.begin(), reports.end(), [](const OutputReport& report) { return report.passes(); }));
}

size_t opened(const std::vector<OutputReport>& reports) {
  return static_cast<size_t>(std::count_if(
      reports.begin(), reports.end(),
      [](const OutputReport& report) { return report.verdict.grade == Grade::open; }));
}

bool differs(const OutputReport& report) { return !report.measurement.identical || report.fails(); }

// All that is said.
struct Judged {
  Checked checked;
  std::optional<NodeReports> nodes;  // on the values that the backend gives
  std::optional<TraceReport> trace;
  std::vector<Tolerance> tolerances;
  Arithmetic arithmetic;  // that the runtime declares

  // Nodes are judged by rounding alone.
  const std::optional<NodeReports>& node_reports() const { return trace ? trace->nodes : nodes; }
  bool any_node_is_wrong() const {
    const bool by_rounding =
        tolerances.empty() || tolerances[0].decides != Tolerance::Decides::tolerance;
    return node_reports() && by_rounding && node_reports()->wrong() != 0;
  }
  bool pass() const { return !any_fails(checked.outputs) && !any_node_is_wrong(); }
};

// What comes first where a node is wrong although the outputs pass.
std::string node_headline(const Judged& judged) {
  if (judged.trace) return headline(*judged.trace);
  const bool alone = judged.any_node_is_wrong() && !any_fails(judged.checked.outputs);
  return alone ? headline(*judged.nodes) : "";
}

void print_text(const Judged& judged, std::ostream& out) {
  const std::vector<OutputReport>& reports = judged.checked.outputs;
  if (const std::string first = node_headline(judged); !first.empty()) out << first << "\n";
  for (const OutputReport& report : reports) out << report_text(report);
  if (reports.size() > 1) {
    const size_t open = opened(reports);
    out << fmt::format("{} of {} outputs pass{}\n", passing(reports), reports.size(),
                       open == 0 ? "" : fmt::format(", {} of them open", open));
  }
  if (std::any_of(reports.begin(), reports.end(), differs)) {
    out << fmt::format("an output passes if it is {} (--rule)\n", deciding_rule(judged.tolerances));
  }
  if (judged.trace) out << to_string(*judged.trace);
  if (judged.node_reports()) out << to_string(*judged.node_reports());
  if (!judged.checked.stopped.empty()) out << "not judged: " << judged.checked.stopped << "\n";
}

void print_json(const CheckOptions& options, const Judged& judged, std::ostream& out) {
  const std::vector<OutputReport>& reports = judged.checked.outputs;
  json list = json::array();
  for (const OutputReport& report : reports) list.push_back(report_json(report));
  const std::string& stopped = judged.checked.stopped;
  const std::string first = node_headline(judged);
  const json document = {
      {"schema", 1},
      {"etalon", etalon_version()},
      {"model", options.model},
      {"pass", judged.pass()},
      {"headline", first.empty() ? json() : json(first)},
      {"rule", name_of(options.tolerances.rule)},
      {"arithmetic", names_of(judged.arithmetic)},
      {"stopped", stopped.empty() ? json() : json(stopped)},
      {"open", opened(reports)},
      {"outputs", list},
      {"trace", judged.trace ? to_json(*judged.trace) : json()},
      {"nodes", judged.node_reports() ? to_json(*judged.node_reports()) : json()}};
  // A model's names may be invalid UTF-8: such bytes are replaced.
  out << json_text(document, 2) << "\n";
}

// The outputs that a runtime gives. Throws InvalidInput where it gives none.
Values answered(Backend& backend, const std::filesystem::path& file, const BoundModel& model,
                const Bindings& inputs) {
  const RuntimeAnswer answer = backend.run(file, model, inputs);
  if (answer.status == Status::pass) return answer.outputs;
  throw InvalidInput("the backend gives no outputs: {}: {}", to_string(answer.status),
                     answer.message);
}

std::optional<NodeReports> nodes_of(Backend& backend, const std::filesystem::path& file,
                                    SymbolicLinks links, const Bindings& inputs,
                                    const Tolerance& tolerance, const Options& evaluation) {
  onnx::ModelProto proto;
  const std::string bytes = self_contained_model(file, links, evaluation.lenient);
  parse_message(std::string_view(bytes), "the model", proto);
  return check_nodes_of(backend, proto, inputs, tolerance, evaluation);
}

void warn_of_unknown(const GivenValues& got, const Session& session) {
  if (got.unknown.empty()) return;
  constexpr size_t most_named = 3;
  std::vector<std::string> names;
  for (const std::string& name : got.unknown) {
    if (names.size() < most_named) names.push_back(in_quotes(name));
  }
  const size_t count = got.unknown.size();
  session.err << fmt::format(
      "etalon: warning: {} array{} not judged, since the model's graph has no value of the name: "
      "{}{}\n",
      count, count == 1 ? " is" : "s are", fmt::join(names, ", "), count > most_named ? ", …" : "");
}

int check(const CheckOptions& options, Session& session) {
  session.prints_json = options.format == "json";
  const CommandLimits limits(options.evaluation.limits);
  if (options.outputs.none() == options.backend.command.empty()) {
    throw UsageError("check needs the runtime's outputs, --outputs or --output, or its --backend");
  }
  CheckRequest request;
  request.evaluation = options.evaluation;
  request.choices = options.choices;
  request.judged_by = options.judged_by;
  const auto [choice, model, inputs] = load_with_inputs(options, session);
  request.tolerances = tolerances(model, options.tolerances);
  Progress progress(session.err);
  std::optional<Backend> backend;
  if (!options.backend.command.empty()) backend.emplace(options.backend);
  const GivenValues got =
      backend ? GivenValues{.outputs = answered(*backend, choice.model, model, inputs)}
              : read_outputs(model, options.outputs);
  warn_of_unknown(got, session);
  if (backend) {
    request.evaluation.arithmetic = joined(request.evaluation.arithmetic, backend->arithmetic());
  }
  Watcher watcher(progress, "evaluation, stage 1 of 4");
  std::string work;
  request.on_progress = [&](const std::string& next) { watcher.begin(work = next); };
  request.on_tolerance = [&](const std::vector<OutputReport>& reports) {
    progress.say(fmt::format("by the tolerance alone, {} of {} outputs pass; roundings follow",
                             passing(reports), reports.size()));
  };
  request.evaluation.on_node = [&](const Node& node, const Values&, const Values&) {
    const std::string text = work + (work.empty() ? "" : ", ");
    watcher.begin(text + numbered_label(model.graph, node));
  };
  const Tolerance tolerance = options.tolerances.rule.of(Tolerance(), model.graph.nodes.size());
  CheckedValues values = check_values(model, inputs, got, tolerance, request);
  Judged judged{std::move(values.checked), std::nullopt, std::move(values.trace),
                request.tolerances, request.evaluation.arithmetic};
  const std::vector<OutputReport>& reports = judged.checked.outputs;
  if (backend && std::any_of(reports.begin(), reports.end(), differs) &&
      options.judged_by == JudgedBy::roundings && judged.checked.stopped.empty()) {
    work = "each node on the runtime's own values";
    try {
      judged.nodes =
          nodes_of(*backend, choice.model, options.links, inputs, tolerance, request.evaluation);
    } catch (const LimitExceeded& limit) {
      judged.checked.stopped = fmt::format("{}: {}", work, limit.what());
    }
  }
  progress.clear();
  if (options.format == "json") {
    session.prints_json = false;
    print_json(options, judged, session.out);
  } else {
    print_text(judged, session.out);
  }
  if (const auto code = watcher.exit_code()) return *code;
  if (!judged.pass()) return exit_mismatch;
  return judged.checked.stopped.empty() ? exit_ok : exit_stopped;
}

void add_tolerances(CLI::App& command, ToleranceWords& words) {
  constexpr const char* form = " [OUTPUT:]NUMBER";
  const auto add = [&](const std::string& name, std::vector<std::string>& to, const char* help) {
    add_value(command, name + form, to, help);
  };
  add("--rtol", words.rtol, "Allow this relative tolerance (default: 0.001)");
  add("--atol", words.atol, "Allow this absolute tolerance (default: 1e-7)");
  add("--max-ulp", words.max_ulp, "Allow this distance in ULP (default: any)");
}

}  // namespace

void add_check_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("check", "Judge the outputs of another runtime");
  const auto options = std::make_shared<CheckOptions>();
  add_evaluation_options(command, *options, session);
  add_ignore_option(command, options->ignored);
  add_value(command, "--output NAME=FILE", options->outputs.named, "Judge the output NAME");
  add_value(command, "--outputs FOLDER", options->outputs.all,
            "Judge these outputs and inner values, given as --inputs are (output_I.pb)");
  add_backend_options(command, options->backend, "Run the model and each node with this runtime");
  add_old_spelling(command, "--backend-timeout", *command.get_option("--case-timeout"), session);
  add_tolerances(command, options->tolerances);
  add_rule_option(command, options->tolerances.rule, session);
  add_arithmetic_option(command, options->evaluation.arithmetic);
  command.add_flag_callback(
      "--quick", [options] { options->judged_by = JudgedBy::tolerance; },
      "Judge by the tolerance alone, in seconds; skip rounding bounds and exact results");
  add_format_option(command, "text|json", options->format);
  add_limit_options(command, options->evaluation.limits);
  add_footer(command,
             "Example:\n  etalon check model.onnx --inputs inputs.npz --outputs outputs.npz --rtol "
             "y:0.01\n",
             check_exit_codes);
  on_run(command, session, [options, &session] { return check(*options, session); });
}

}  // namespace etalon
