// etalon precision: which nodes of a model need more digits.
#include <memory>

#include "conformance/bisect/precision.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/progress.h"
#include "conformance/common/json.h"
#include "engine/c_interface.h"
#include "engine/operators/choice_scope.h"

namespace etalon {

using nlohmann::json;

namespace {

struct PrecisionOptions : ModelOptions {
  std::vector<std::string> as = {"float16"};
  std::optional<double> within;
  size_t top = 20;
  std::string format = "text";
};

int show_precision(const PrecisionOptions& options, Session& session) {
  session.prints_json = options.format == "json";
  const CommandLimits limits(options.evaluation.limits);
  const auto [choice, model, inputs] = load_with_inputs(options, session);
  std::optional<ChoiceScope> chosen;
  if (!options.choices.empty()) chosen.emplace(Recording::off, options.choices);
  Progress progress(session.err);
  Watcher watcher(progress, "evaluation of the model");
  json reports = json::array();
  std::string text;
  bool stopped = false;
  for (const std::string& name : options.as) {
    PrecisionRequest request{
        .narrower = *narrower_named(name),
        .within = options.within,
        .evaluation = options.evaluation,
        .on_progress = [&](const std::string& work) { watcher.begin(name + ", " + work); }};
    const PrecisionReport report = precision(model, inputs, request);
    reports.push_back(to_json(report));
    text += to_string(report, options.top);
    stopped = stopped || !report.stopped.empty();
  }
  progress.clear();
  session.prints_json = false;
  if (options.format == "json") {
    const json document = {{"schema", 1},
                           {"etalon", etalon_version()},
                           {"model", options.model},
                           {"reports", reports}};
    session.out << json_text(document, 2) << "\n";
  } else {
    session.out << text;
  }
  if (const auto code = watcher.exit_code()) return *code;
  return stopped ? exit_stopped : exit_ok;
}

}  // namespace

void add_precision_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("precision", "Rank nodes by the digits that they need");
  const auto options = std::make_shared<PrecisionOptions>();
  add_evaluation_options(command, *options, session);
  add_value(command, "--as NAME,...", options->as,
            "Compute nodes in these, one after the other (default: float16):\n"
            "  float16   Round float inputs and outputs of a node\n"
            "  bfloat16  Round float inputs and outputs of a node\n"
            "  tf32      Round factors of MatMul, Gemm, Conv, ConvTranspose, Einsum to 10 bits\n"
            "  int8      Round these factors to 255 steps of each tensor")
      .delimiter(',')
      ->check(one_of({"float16", "bfloat16", "tf32", "int8"}));
  add_value(command, "--within NUMBER", options->within,
            "Find nodes to keep so that no output's error exceeds this part of its largest value")
      .check(tolerance_number());
  add_value(command, "--top N", options->top, "Show this many nodes (default: 20)")
      .check(whole_number());
  add_format_option(command, "text|json", options->format);
  add_limit_options(command, options->evaluation.limits);
  add_footer(command,
             "Example:\n  etalon precision model.onnx --inputs inputs.npz --as float16,int8 "
             "--within 0.01\n",
             "0 done, 2 usage, 3 bad or unsafe model or input, 4 unsupported, 124 a limit such as "
             "--timeout; 129, 130 or 143 stopped by SIGHUP, SIGINT or SIGTERM");
  on_run(command, session, [options, &session] { return show_precision(*options, session); });
}

}  // namespace etalon
