// etalon bisect: finds the first node that another runtime computes wrongly.
#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/bisect/bisect_text.h"
#include "conformance/cases/case_names.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/filing_options.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/progress.h"
#include "conformance/common/json.h"
#include "conformance/run/backend.h"
#include "engine/c_interface.h"
#include "engine/loader/loader.h"

namespace etalon {

using nlohmann::json;

namespace {

struct BisectOptions : ModelOptions {
  BisectRequest request;
  BackendOptions backend;
  FilingOptions filing;
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
    out << backend << " on " << options.model << "\n" << bisection_text(bisection);
    if (peers) out << to_string(*peers) << "\n";
    return;
  }
  json document = bisection_json(bisection);
  document["schema"] = 1;
  document["etalon"] = etalon_version();
  document["backend"] = backend;
  document["model"] = options.model;
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
  const CommandLimits limits(options.evaluation.limits);
  const LoadedModel loaded = load_with_inputs(options, session);
  BisectRequest request = options.request;
  request.model = loaded.choice.model;
  request.links = options.links;
  request.inputs = loaded.inputs;
  request.evaluation = options.evaluation;
  request.choices = options.choices;
  options.filing.settle();
  const CasePlace place = place_of(options.model);
  Backend backend(options.backend);
  const std::string name = backend.introduce();
  Progress progress(session.err);
  Watcher watcher(progress, "evaluation of the model");
  request.on_progress = [&](const std::string& work) { watcher.begin(work); };
  const Bisection bisection = bisect(request, loaded.model, backend);
  const std::optional<Peers> peers = options.filing.peers(place, name);
  progress.clear();
  session.prints_json = false;
  print(options, name, bisection, peers, session.out);
  if (!options.filing.folder.empty() && bisection.fault) {
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

// --case-timeout holds for the backend and for each evaluation by Etalon.
void add_runtime_options(CLI::App& command, BisectOptions& options, Session& session) {
  add_backend_options(command, options.backend, "Run each node with this runtime").required();
  const auto also = [&options](const std::string& text) {
    options.request.timeout = std::stod(text);
  };
  command.get_option("--case-timeout")->each(also);
  Limits& limits = options.evaluation.limits;
  add_memory_option(command, limits);
  // It is also an older spelling of --backend-memory.
  const auto both = [&options, &command, &session](const std::string& bytes) {
    if (command.count("--backend-memory") != 0) return;
    warn_of_old_spelling("--max-memory of the backend", "--backend-memory", session);
    options.backend.max_memory = std::stoull(bytes);
  };
  command.get_option("--max-memory")->each(both);
  add_count_options(command, limits);
}

}  // namespace

void add_bisect_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("bisect", "Find the first node that another runtime computes wrongly");
  const auto options = std::make_shared<BisectOptions>();
  add_evaluation_options(command, *options, session);
  add_runtime_options(command, *options, session);
  add_tolerance_options(command, options->request.tolerance);
  add_rule_option(command, options->request.rule, session);
  add_arithmetic_option(command, options->evaluation.arithmetic);
  add_filing_options(command, options->filing);
  add_format_option(command, "text|json", options->format);
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
