// etalon run: evaluates a model on given inputs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "conformance/check/value_text.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/progress.h"
#include "conformance/common/json_values.h"
#include "conformance/common/usage_error.h"
#include "conformance/judge/open.h"
#include "conformance/judge/proof.h"
#include "engine/interpreter/open_list.h"
#include "engine/interpreter/whole_outputs.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/model.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// Adds the open elements of a tensor to the list. `item` is its place in a sequence, or null.
void add_open(const Tensor& X, const ordered_json& item, ordered_json& list) {
  for (const OpenElements& open : open_elements_of(X)) {
    ordered_json elements = ordered_json::array();
    size_t position = 0;
    each_index(X.shape(), [&](const Shape& index) {
      if (open.mask[position++] != 0) elements.push_back(index);
    });
    ordered_json one = {{"point", open.point},
                        {"node", open.node},
                        {"depends", open.depends},
                        {"shape", open.shape},
                        {"elements", std::move(elements)}};
    if (!item.is_null()) one["item"] = item;
    list.push_back(std::move(one));
  }
}

ordered_json open_of(const Value& value) {
  ordered_json list = ordered_json::array();
  if (value.is_tensor()) add_open(value.tensor(), nullptr, list);
  if (!value.is_sequence()) return list;
  const auto& items = value.sequence().items;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].is_tensor()) add_open(items[i].tensor(), i, list);
  }
  return list;
}

// {"schema": 1, "outputs": [{"name", "value": VALUE (json_values.h), "open": [
//   {"point": "MaxPool.nan", "node", "depends": whether the elements depend on the node's result,
//    "shape": whether the tensor's shape is open too, "elements": [[0, 2], …], "item": of a
//    sequence}]}]}
ordered_json outputs_json(const Model& model, const Values& outputs) {
  ordered_json list = ordered_json::array();
  for (size_t i = 0; i < outputs.size(); ++i) {
    list.push_back({{"name", model.graph.outputs[i].name},
                    {"value", value_to_json(outputs[i])},
                    {"open", open_of(outputs[i])}});
  }
  return {{"schema", 1}, {"outputs", std::move(list)}};
}

struct RunModelOptions : ModelOptions {
  std::string output_folder;
  std::string format = "pb";
  bool all_values = false;
  bool full = false;
  bool proved = false;
  bool open = false;
};

void print_value(const std::string& name, const Value& value, std::ostream& out) {
  out << printable(name) << ": " << type_text(value) << "\n" << value_text(value) << "\n";
}

// Whether a file of this format holds the value.
bool holds(const std::string& format, const Value& value) {
  return format == "pb" || value.is_tensor();
}

// "output_0.npy"; with --all-values what is no tensor is in a .pb file.
std::string file_name(const char* stem, size_t i, const Value& value,
                      const RunModelOptions& options) {
  return fmt::format("{}_{}.{}", stem, i, holds(options.format, value) ? options.format : "pb");
}

// Reports the values of an evaluation as they become known: the inputs, then each node's outputs.
class ValueList {
 public:
  ValueList(const Model& model, const RunModelOptions& options, std::ostream& out)
      : options_(options), out_(out) {
    for (const Node& node : model.graph.nodes) {
      for (const std::string& output : node.outputs) made_by_[output] = label_of(node);
    }
    if (!options.output_folder.empty()) fs::create_directories(options.output_folder);
  }

  // "y: Conv-11 'conv1': tensor(float) [1, 8]: -1.5 … 2".
  void add(const std::string& name, const Value& value) {
    const auto label = made_by_.find(name);
    out_ << fmt::format("{}: {}: {}", printable(name),
                        label == made_by_.end() ? "input" : label->second, type_text(value));
    const std::string range = range_text(value);
    if (!range.empty() && !options_.full) out_ << ": " << range;
    if (!options_.output_folder.empty() && !value.absent()) {
      const fs::path file =
          fs::path(options_.output_folder) / file_name("value", written_++, value, options_);
      write_value(file, value, name);
      out_ << " in " << file.string();
    } else if (options_.full) {
      out_ << "\n" << value_text(value);
    }
    out_ << "\n";
  }

 private:
  const RunModelOptions& options_;
  std::ostream& out_;
  std::map<std::string, std::string> made_by_;
  size_t written_ = 0;
};

// Throws before the first output is written, where one of them cannot be.
void check_outputs(const Model& model, const Values& outputs, const std::string& format) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (holds(format, outputs[i])) continue;
    throw InvalidInput("output {} is a {}, which a .{} file does not hold; use --format pb",
                       in_quotes(model.graph.outputs[i].name), to_string(outputs[i].type()),
                       format);
  }
}

void write_outputs(const Model& model, const Values& outputs, const RunModelOptions& options,
                   std::ostream& out) {
  if (!options.all_values) check_outputs(model, outputs, options.format);
  const fs::path folder = options.output_folder;
  fs::create_directories(folder);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string& name = model.graph.outputs[i].name;
    const fs::path file = folder / file_name("output", i, outputs[i], options);
    write_value(file, outputs[i], name);
    out << fmt::format("{}: {} in {}\n", printable(name), type_text(outputs[i]), file.string());
  }
}

void check_format(const RunModelOptions& options) {
  if (options.format != "json") return;
  if (options.output_folder.empty() && !options.all_values && !options.proved) return;
  throw UsageError(
      "--format json prints the outputs alone; do not use it with --output-dir, --all-values or "
      "--proved");
}

int run_model(const RunModelOptions& options, Session& session) {
  session.prints_json = options.format == "json";
  const CommandLimits limits(options.evaluation.limits);
  check_format(options);
  Options evaluation = options.evaluation;
  const LoadedModel loaded = load_with_inputs(options, session);
  const BoundModel& model = loaded.model;
  Progress progress(session.err);
  std::optional<ValueList> values;
  if (!options.all_values) {
    show_nodes(progress, model, evaluation);
  } else {  // the list shows how far it has come
    values.emplace(model, options, session.out);
    evaluation.on_value = [&](const std::string& name, const Value& value) {
      values->add(name, value);
    };
  }
  Proof proof;
  std::optional<ProofScope> proving;
  if (options.proved) proving.emplace(proof);
  std::optional<ChoiceScope> scope;
  const bool json = options.format == "json";
  if (options.open || json || !options.choices.empty()) {
    scope.emplace(Recording::on, options.choices);
  }
  const Values outputs = whole_outputs(model, loaded.inputs, evaluation);
  if (proving) proving->add(outputs);
  proving.reset();
  progress.clear();
  for (size_t i = 0; i < outputs.size() && !json; ++i) {
    for (const std::string& text : open_texts(outputs[i])) {
      session.err << fmt::format("etalon: warning: output {} is open: {}\n",
                                 in_quotes(model.graph.outputs[i].name), printable(text));
    }
  }
  if (json) {
    session.prints_json = false;
    session.out << outputs_json(model, outputs).dump(1) << "\n";
  } else if (!options.output_folder.empty()) {
    write_outputs(model, outputs, options, session.out);
  } else if (!options.all_values) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      print_value(model.graph.outputs[i].name, outputs[i], session.out);
    }
  }
  if (options.proved) session.out << printable(to_string(proof)) << "\n";
  return options.proved && !proof.whole() ? exit_mismatch : exit_ok;
}

}  // namespace

void add_run_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("run", "Evaluate a model and print its outputs");
  const auto options = std::make_shared<RunModelOptions>();
  add_evaluation_options(command, *options, session);
  add_ignore_option(command, options->ignored);
  add_value(command, "--output-dir FOLDER", options->output_folder,
            "Write the outputs to this folder, as output_I, and do not print them");
  add_choice(command, "--format pb|npy|bin|json", options->format,
             "Write output files in this format (default: pb):\n"
             "  pb, npy  ONNX's, NumPy's\n"
             "  bin      the elements alone\n"
             "  json     none; print the outputs as JSON, with their open elements");
  command.add_flag("--open", options->open,
                   "Print which elements of the outputs the specification leaves open");
  CLI::Option* all =
      command.add_flag("--all-values", options->all_values,
                       "List every value of the main graph, or write each to --output-dir");
  command.add_flag("--full", options->full, "Print the elements of these values")->needs(all);
  command.add_flag("--proved", options->proved,
                   "Count the float results that are proved to be exact, rounded once; exit 1 "
                   "unless all are");
  add_seed_option(command, options->evaluation.seed,
                  "Seed random operators that have no attribute seed");
  add_limit_options(command, options->evaluation.limits);
  add_footer(command,
             "Examples:\n  etalon run model.onnx --input x=x.npy\n"
             "  etalon run model.onnx --inputs test_data_set_0 --output-dir out --format npy\n",
             usual_exit_codes);
  on_run(command, session, [options, &session] { return run_model(*options, session); });
}

}  // namespace etalon
