// etalon bisect: finds the first node that another runtime computes wrongly.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/bisect/bisect_text.h"
#include "conformance/cases/case_names.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/filing_options.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/progress.h"
#include "conformance/common/json.h"
#include "conformance/run/backend.h"
#include "engine/c_interface.h"
#include "engine/loader/loader.h"

namespace etalon {

using nlohmann::json;

namespace {

struct BisectOptions {
  BisectRequest request;
  ValueFiles inputs;
  BackendOptions backend;
  FilingOptions filing;
  std::string as_of;
  std::vector<std::string> choices;  // ID=OPTION
  std::string format = "text";
};

int exit_code_of(const Bisection& bisection) {
  using Outcome = Bisection::Outcome;
  switch (bisection.outcome) {
    case Outcome::right:
      return exit_ok;
    case Outcome::unsupported:
      return exit_unsupported;
    case Outcome::stopped:
      return bisection.refusal.empty() && !any_fails(bisection.outputs) &&
                     headline_text(bisection).empty()
                 ? exit_stopped
                 : exit_mismatch;
    default:
      return exit_mismatch;
  }
}

void print(const BisectOptions& options, const std::string& backend, const Bisection& bisection,
           const std::optional<Peers>& peers, std::ostream& out) {
  if (options.format == "text") {
    if (const std::string first = headline_text(bisection); !first.empty()) out << first << "\n";
    out << backend << " on " << options.request.model.string() << "\n" << bisection_text(bisection);
    if (peers) out << to_string(*peers) << "\n";
    return;
  }
  json document = bisection_json(bisection);
  document["schema"] = 1;
  document["etalon"] = etalon_version();
  document["backend"] = backend;
  document["model"] = options.request.model.string();
  if (peers) document["peers"] = to_json(*peers);
  out << json_text(document, 2) << "\n";
}

// The model's or the case's place, for reports.
CasePlace place_of(const std::filesystem::path& model) {
  if (model.extension() == ".onnx") {
    return {"", std::filesystem::absolute(model).parent_path()};
  }
  const Case test = find_case(model.string());
  return {test.id(), test.folder};
}

int run_bisection(BisectOptions options, Session& session) {
  session.prints_json = options.format == "json";
  const CommandLimits limits(options.request.evaluation.limits);
  BisectRequest request = options.request;
  request.evaluation.as_released = differences_as_of(options.as_of);
  request.choices = choices_of(options.choices);
  ValueFiles files = options.inputs;
  const ModelChoice choice = choose_model(request.model.string(), files);
  request.model = choice.model;
  const BoundModel model =
      load_model(request.model, {}, request.links, leniency_of(request.evaluation));
  request.inputs = read_inputs(model, files);
  options.filing.settle();
  const CasePlace place = place_of(options.request.model);
  Backend backend(options.backend);
  const std::string name = backend.introduce();
  Progress progress(session.err);
  Watcher watcher(progress, "evaluation of the model");
  request.on_progress = [&](const std::string& work) { watcher.begin(work); };
  const Bisection bisection = bisect(request, model, backend);
  const std::optional<Peers> peers = options.filing.peers(place, name);
  progress.clear();
  session.prints_json = false;
  print(options, name, bisection, peers, session.out);
  if (!options.filing.folder.empty() && bisection.fault) {
    request.evaluation.limits = options.request.evaluation.limits;
    const Filing filing{.fault = *bisection.fault,
                        .label = label_of_operator(*bisection.fault),
                        .tolerance = request.tolerance,
                        .evaluation = request.evaluation,
                        .runtime = name,
                        .peers = peers,
                        .source = place.id,
                        .seconds = options.filing.seconds};
    const std::string said = file_node(options.filing, filing, backend);
    if (options.format == "text") session.out << said;
  }
  return watcher.exit_code().value_or(exit_code_of(bisection));
}

void add_backend(CLI::App& command, BackendOptions& backend) {
  command
      .add_option("--backend", backend.command, "The runtime's command (conformance/BACKENDS.md)")
      ->required();
}

// Each holds for the backend and for Etalon's own evaluations.
void add_limits(CLI::App& command, BisectOptions& options) {
  Limits& limits = options.request.evaluation.limits;
  command
      .add_option_function<double>(
          "--case-timeout",
          [&options](double wanted) {
            options.backend.timeout = wanted;
            options.request.timeout = wanted;
          },
          "Seconds for one answer of the backend (default: 60) and for one evaluation by Etalon "
          "(default: no limit)")
      ->check(seconds());
  command
      .add_option_function<uint64_t>(
          "--max-memory",
          [&options, &limits](uint64_t bytes) {
            options.backend.max_memory = bytes;
            limits.max_memory = bytes;
          },
          "Bytes of memory for the backend (default: the machine's memory), and for the model and "
          "all values in Etalon (default: half of it), from 1 to 2^62, or as in 4GiB")
      ->transform(byte_count())
      ->type_name("BYTES");
  add_count_options(command, limits);
}

void add_tolerance(CLI::App& command, BisectRequest& request, Session& session) {
  Tolerance& tolerance = request.tolerance;
  command.add_option("--rtol", tolerance.rtol, "Relative tolerance (0.001)")
      ->check(tolerance_number());
  command.add_option("--atol", tolerance.atol, "Absolute tolerance (1e-7)")
      ->check(tolerance_number());
  command.add_option("--max-ulp", tolerance.max_ulp, "Greatest ULP distance (any)")
      ->check(plain_count());
  add_rule_option(command, request.rule, session);
}

}  // namespace

void add_bisect_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("bisect", "Find the first node that another runtime computes wrongly");
  const auto options = std::make_shared<BisectOptions>();
  command
      .add_option("MODEL", options->request.model,
                  "The model's .onnx file, or a case: its folder or name")
      ->required();
  add_input_options(command, options->inputs);
  add_backend(command, options->backend);
  add_tolerance(command, options->request, session);
  add_arithmetic_option(command, options->request.evaluation.arithmetic);
  add_as_of_option(command, options->as_of);
  add_choose_option(command, options->choices);
  add_lenient_option(command, options->request.evaluation, session);
  add_filing_options(command, options->filing);
  command.add_option("--format", options->format, "text (default) or json")
      ->check(CLI::IsMember({"text", "json"}));
  add_links_option(command, options->request.links);
  add_limits(command, *options);
  add_footer(
      command,
      "Example:\n  etalon bisect model.onnx --inputs inputs --backend 'python3 adapter.py' "
      "--output-dir case\n"
      "A wrong If, Loop, Scan, SequenceMap or function call is searched for the wrong node of "
      "its body,\nwhich is named with the iteration that is the first to be wrong.\n",
      check_exit_codes);
  on_run(command, session, [options, &session] { return run_bisection(*options, session); });
}

}  // namespace etalon
