// etalon run: evaluates a model on given inputs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "conformance/cases.h"
#include "conformance/commands/as_of.h"
#include "conformance/commands/commands.h"
#include "conformance/npz.h"
#include "conformance/value_text.h"
#include "engine/interpreter.h"
#include "engine/serialization.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

struct RunModelOptions {
  std::string model;
  std::vector<std::string> inputs;  // NAME=FILE
  std::string all_inputs;           // a folder or an .npz
  std::string output_folder;
  std::string format = "pb";
  bool all_values = false;
  std::string as_of;
  uint32_t seed = default_seed;
  Limits limits;
};

const ValueInfo* find_input(const Model& model, const std::string& name) {
  for (const ValueInfo& input : model.graph.inputs) {
    if (input.name == name) return &input;
  }
  return nullptr;
}

std::string input_names(const Model& model) {
  std::vector<std::string> names;
  for (const ValueInfo& input : model.graph.inputs) names.push_back(input.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void bind_file(const Model& model, const std::string& words, Bindings& bindings) {
  const size_t equals = words.find('=');
  if (equals == std::string::npos) throw UsageError("--input " + words + ": expected NAME=FILE");
  const std::string name = words.substr(0, equals);
  const ValueInfo* input = find_input(model, name);
  if (input == nullptr) {
    throw UsageError(
        fmt::format("--input {}: the model's inputs are {}", name, input_names(model)));
  }
  bindings[name] = read_value(words.substr(equals + 1), input->type);
}

void bind_archive(const Model& model, const fs::path& file, Bindings& bindings) {
  for (const auto& [name, tensor] : read_npz(file)) {
    if (find_input(model, name) == nullptr) {
      throw InvalidInput("{}: array {} is no input of the model ({})", file.string(), name,
                         input_names(model));
    }
    bindings[name] = tensor;
  }
}

// NAME.pb or NAME.npy for the inputs by name; without any of these, input_0, input_1, ….
void bind_folder(const Model& model, const fs::path& folder, Bindings& bindings) {
  size_t found = 0;
  for (const ValueInfo& input : model.graph.inputs) {
    if (input.name.find('/') != std::string::npos) continue;
    for (const char* ending : {".pb", ".npy"}) {
      const fs::path file = folder / (input.name + ending);
      if (!fs::exists(file)) continue;
      bindings[input.name] = read_value(file, input.type);
      ++found;
      break;
    }
  }
  if (found != 0) return;
  const Values values = numbered_values(folder, "input", model.graph.inputs);
  if (values.empty()) throw InvalidInput("{}: holds no inputs", folder.string());
  if (values.size() > model.graph.inputs.size()) {
    throw InvalidInput("{}: {} inputs for a model that takes {}", folder.string(), values.size(),
                       model.graph.inputs.size());
  }
  for (size_t i = 0; i < values.size(); ++i) bindings[model.graph.inputs[i].name] = values[i];
}

Bindings bind_inputs(const Model& model, const RunModelOptions& options) {
  Bindings bindings;
  if (!options.all_inputs.empty()) {
    const fs::path from = options.all_inputs;
    if (fs::is_directory(from)) {
      bind_folder(model, from, bindings);
    } else if (from.extension() == ".npz") {
      bind_archive(model, from, bindings);
    } else {
      throw UsageError(fmt::format("--inputs {}: neither a folder nor an .npz", from.string()));
    }
  }
  for (const std::string& words : options.inputs) bind_file(model, words, bindings);
  return bindings;
}

void print_value(const std::string& name, const Value& value, std::ostream& out) {
  out << name << ": " << type_text(value) << "\n" << value_text(value) << "\n";
}

void write_outputs(const Model& model, const Values& outputs, const RunModelOptions& options,
                   std::ostream& out) {
  const fs::path folder = options.output_folder;
  fs::create_directories(folder);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string& name = model.graph.outputs[i].name;
    const fs::path file = folder / fmt::format("output_{}.{}", i, options.format);
    write_value(file, outputs[i], name);
    out << fmt::format("{}: {} in {}\n", name, type_text(outputs[i]), file.string());
  }
}

int run_model(const RunModelOptions& options, Session& session) {
  const AsReleased meaning = evaluation_as_of(options.as_of);
  const Model model = load_model(options.model);
  Options evaluation;
  evaluation.limits = options.limits;
  evaluation.seed = options.seed;
  if (options.all_values) {
    evaluation.on_value = [&](const std::string& name, const Value& value) {
      print_value(name, value, session.out);
    };
  }
  const Values outputs = evaluate(model, bind_inputs(model, options), evaluation);
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
  command.add_option("--input", options->inputs, "NAME=FILE: an input from a .pb or .npy file")
      ->allow_extra_args(false);
  command.add_option("--inputs", options->all_inputs,
                     "A folder of input_I or NAME (.pb, .npy), or an .npz by name");
  command.add_option("--output-dir", options->output_folder, "Write output_I files here instead");
  command.add_option("--format", options->format, "Of the output files: pb (default) or npy")
      ->check(CLI::IsMember({"pb", "npy"}));
  add_as_of_option(command, options->as_of);
  command.add_flag("--all-values", options->all_values, "Print every value of the main graph");
  command.add_option("--seed", options->seed, "Of random operators that have no seed of their own");
  command.add_option("--max-memory", options->limits.max_memory, "Bytes of values alive at once");
  command.add_option("--max-steps", options->limits.max_steps, "Nodes evaluated, loops included");
  command.callback([options, &session] {
    session.action = [options, &session] { return run_model(*options, session); };
  });
}

}  // namespace etalon
