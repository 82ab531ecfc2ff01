// etalon run: evaluates a model on given inputs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "conformance/check/value_text.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/model_options.h"
#include "conformance/generate/input_files.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

struct RunModelOptions {
  std::string model;
  InputFiles inputs;
  std::string output_folder;
  std::string format = "pb";
  bool all_values = false;
  std::string as_of;
  std::vector<std::string> ignored;
  Options evaluation;
};

void print_value(const std::string& name, const Value& value, std::ostream& out) {
  out << printable(name) << ": " << type_text(value) << "\n" << value_text(value) << "\n";
}

void write_outputs(const Model& model, const Values& outputs, const RunModelOptions& options,
                   std::ostream& out) {
  const fs::path folder = options.output_folder;
  fs::create_directories(folder);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string& name = model.graph.outputs[i].name;
    const fs::path file = folder / fmt::format("output_{}.{}", i, options.format);
    write_value(file, outputs[i], name);
    out << fmt::format("{}: {} in {}\n", printable(name), type_text(outputs[i]), file.string());
  }
}

int run_model(const RunModelOptions& options, Session& session) {
  const BoundModel model =
      load_model(options.model, ignored_attributes(options.ignored, session.err));
  Options evaluation = options.evaluation;
  evaluation.as_released = differences_as_of(options.as_of);
  if (options.all_values) {
    evaluation.on_value = [&](const std::string& name, const Value& value) {
      print_value(name, value, session.out);
    };
  }
  const Values outputs = evaluate(model, read_inputs(model, options.inputs), evaluation);
  if (!options.output_folder.empty()) {
    write_outputs(model, outputs, options, session.out);
  } else if (!options.all_values) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      print_value(model.graph.outputs[i].name, outputs[i], session.out);
    }
  }
  return exit_ok;
}

}  // namespace

void add_run_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("run", "Evaluate a model and print its outputs");
  const auto options = std::make_shared<RunModelOptions>();
  command.add_option("MODEL", options->model, "The model's .onnx file")->required();
  add_input_options(command, options->inputs);
  command.add_option("--output-dir", options->output_folder, "Write output_I files here instead");
  command
      .add_option("--format", options->format,
                  "Format of the output files: pb (default), npy or bin (only the elements)")
      ->check(CLI::IsMember({"pb", "npy", "bin"}));
  add_ignore_option(command, options->ignored);
  add_as_of_option(command, options->as_of);
  add_lenient_option(command, options->evaluation, session);
  command.add_flag("--all-values", options->all_values, "Print every value of the main graph");
  command.add_option("--seed", options->evaluation.seed,
                     "Seed of random operators that have no attribute seed");
  add_limit_options(command, options->evaluation.limits);
  command.callback([options, &session] {
    session.action = [options, &session] { return run_model(*options, session); };
  });
}

}  // namespace etalon
