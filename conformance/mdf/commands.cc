#include "conformance/mdf/commands.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include "conformance/cases/archive.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/progress.h"
#include "conformance/common/json.h"
#include "conformance/common/near.h"
#include "conformance/judge/compare.h"
#include "conformance/mdf/arithmetic.h"
#include "conformance/mdf/case.h"
#include "conformance/mdf/document.h"
#include "conformance/mdf/names.h"
#include "conformance/mdf/plot.h"
#include "conformance/mdf/printer.h"
#include "conformance/reports/reports.h"
#include "engine/loader/file.h"
#include "engine/loader/serialization.h"
#include "engine/mdf/function.h"
#include "engine/mdf/onnx_values.h"
#include "engine/numerics/cast.h"
#include "engine/numerics/random.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

namespace fs = std::filesystem;

struct MdfRunOptions {
  std::string model;
  std::string graph;
  size_t steps = 1;
  std::optional<double> dt;
  std::vector<std::string> inputs;
  std::vector<std::string> feedbacks;
  std::vector<std::string> outputs;
  bool summary = false;
  std::string until;
  std::string format = "text";
  std::string plot;
  std::vector<std::string> plot_values;
  mdf::RunOptions run;
  mdf::DocumentLimits document;
  Limits limits;
};

// "NAME=REST", for the option `option`.
std::pair<std::string, std::string> split_setting(const std::string& option,
                                                  const std::string& words) {
  const size_t equals = words.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError(fmt::format("{} {}: expected PORT=…", option, in_quotes(words)));
  }
  return {words.substr(0, equals), words.substr(equals + 1)};
}

const mdf::Graph& choose_graph(const mdf::Model& model, const std::string& id) {
  std::vector<std::string> ids;
  for (const mdf::Graph& graph : model.graphs) {
    if (graph.id == id) return graph;
    ids.push_back(in_quotes(graph.id));
  }
  if (id.empty() && model.graphs.size() == 1) return model.graphs.front();
  throw UsageError(
      fmt::format("--graph is needed: the model's graphs are {}", fmt::join(ids, ", ")));
}

// "'T' of node 'coffee'" for each parameter that only a time derivative moves.
std::vector<std::string> moved_by_time(const mdf::Graph& graph) {
  std::vector<std::string> names;
  for (const mdf::Node& node : graph.nodes) {
    for (const mdf::Parameter& parameter : node.parameters) {
      if (!parameter.time_derivative || parameter.value || parameter.use) continue;
      names.push_back(fmt::format("{} of node {}", in_quotes(parameter.id), in_quotes(node.id)));
    }
  }
  return names;
}

void check_time(const mdf::Graph& graph, const MdfRunOptions& options, std::ostream& err) {
  if (options.dt && !(std::isfinite(*options.dt) && *options.dt > 0)) {
    throw UsageError(fmt::format("--dt {}: a positive number is needed", *options.dt));
  }
  if (options.dt || options.steps <= 1) return;
  std::vector<std::string> names = moved_by_time(graph);
  if (names.empty()) return;
  constexpr size_t most = 4;
  if (names.size() > most) names.resize(most, "…");
  err << fmt::format(
      "etalon: note: without --dt no time passes: at each step the parameter {} takes its "
      "default_initial_value again\n",
      fmt::join(names, ", "));
}

void warn_of_overwriting(const mdf::Graph& graph, std::ostream& err) {
  for (const mdf::OverwrittenPort& port : mdf::overwritten_ports(graph)) {
    std::vector<std::string> edges;
    for (const size_t edge : port.edges) edges.push_back(in_quotes(graph.edges[edge].id));
    const mdf::Node& node = graph.nodes[port.node];
    err << fmt::format(
        "etalon: warning: the edges {} lead to the one input port {}; the last of them counts\n",
        fmt::join(edges, ", "), in_quotes(node.id + "." + node.inputs[port.port].id));
  }
}

// ------------------------------------------------------------------------------------- plotting

// Collects numbers step by step: one line for each element of each chosen value.
class PlotCollector {
 public:
  // Without names, every output port that holds numbers.
  PlotCollector(const mdf::Graph& graph, const std::vector<std::string>& names)
      : graph_(graph), by_name_(!names.empty()) {
    for (const std::string& name : names) chosen_.push_back(find_mdf_value(graph, name));
    if (!by_name_) chosen_ = mdf_outputs(graph);
  }

  void add(const MdfStep& step, const mdf::GraphRun& run) {
    plot_.x.push_back(step.time ? *step.time : static_cast<double>(step.number));
    for (const MdfName& name : chosen_) {
      if (const mdf::Value* value = mdf_value(run, name)) add_value(name, *value);
    }
  }

  Plot finished(const std::string& title, const std::string& x_label) {
    if (plot_.lines.empty()) throw UsageError("--plot: none of the values is a number");
    plot_.title = title;
    plot_.x_label = x_label;
    for (PlotLine& line : plot_.lines) line.y.resize(plot_.x.size(), NAN);
    return plot_;
  }

 private:
  void add_value(const MdfName& name, const mdf::Value& value) {
    const bool numbers = value.is_array() && value.array().dtype() != DType::string &&
                         !is_complex(value.array().dtype());
    const std::string label = mdf_label(graph_, name);
    if (!numbers) {
      if (!by_name_) return;
      throw UsageError(fmt::format("--plot-value {}: it is {}, not a number", in_quotes(label),
                                   value.described()));
    }
    const Tensor& array = value.array();
    if (array.size() > max_plot_lines) too_many();
    const Reals elements = cast(array, DType::float64).as<double>();
    for (size_t i = 0; i < elements.size(); ++i) {
      PlotLine& line = line_of(array.rank() == 0 ? label : label + place_text(i, array.shape()));
      line.y.resize(plot_.x.size(), NAN);
      line.y.back() = elements.data()[i];
    }
  }

  PlotLine& line_of(const std::string& label) {
    for (PlotLine& line : plot_.lines) {
      if (line.label == label) return line;
    }
    if (plot_.lines.size() == max_plot_lines) too_many();
    return plot_.lines.emplace_back(PlotLine{label, {}});
  }

  [[noreturn]] static void too_many() {
    throw UsageError(fmt::format(
        "--plot: more than {} lines; --plot-value chooses among the values", max_plot_lines));
  }

  const mdf::Graph& graph_;
  bool by_name_;
  std::vector<MdfName> chosen_;
  Plot plot_;
};

// -------------------------------------------------------------------------------------- running

// An output port whose value at each step is an input port's at the next.
struct Feedback {
  MdfPort to;
  MdfName from;
};

// The archive's array of the port's name (NODE.PORT or PORT), or its only array.
mdf::Value archive_value(const fs::path& file, const std::string& label) {
  const NamedTensors arrays = read_npz(file);
  const std::string id = label.substr(label.rfind('.') + 1);
  for (const std::string& wanted : {label, id}) {
    for (const auto& [name, array] : arrays) {
      if (name == wanted) return array;
    }
  }
  if (arrays.size() == 1) return arrays.front().second;
  throw InvalidInput("{}: it has {} arrays, and none is named {} or {}", file.string(),
                     arrays.size(), in_quotes(label), in_quotes(id));
}

mdf::Value file_value(const fs::path& file, const std::string& label,
                      const mdf::DocumentLimits& limits) {
  const std::string ending = file.extension().string();
  if (ending == ".npy") return mdf::from_onnx(read_value(file, Type()));
  if (ending == ".npz") return archive_value(file, label);
  if (ending == ".json" || ending == ".yaml" || ending == ".yml") {
    return mdf::from_json(mdf::read_document(file, limits));
  }
  throw UsageError(
      fmt::format("--input {}: the file ends in none of .npy, .npz, .json, .yaml, .yml",
                  in_quotes(file.string())));
}

mdf::Value written_value(const std::string& words, const std::string& text) {
  try {
    return mdf::from_json(mdf::parse_json(text));
  } catch (const Error& error) {
    throw UsageError(fmt::format("--input {}: {}", in_quotes(words), error.what()));
  }
}

void set_inputs(const mdf::Graph& graph, const MdfRunOptions& options, mdf::GraphRun& run) {
  for (const std::string& words : options.inputs) {
    const auto [name, text] = split_setting("--input", words);
    const MdfPort port = find_mdf_input(graph, name);
    const mdf::Node& node = graph.nodes[port.node];
    const std::string label = node.id + "." + node.inputs[port.port].id;
    run.set_input(port.node, port.port,
                  text.starts_with('@') ? file_value(text.substr(1), label, options.document)
                                        : written_value(words, text));
  }
}

std::vector<Feedback> find_feedbacks(const mdf::Graph& graph, const MdfRunOptions& options) {
  std::vector<Feedback> feedbacks;
  for (const std::string& words : options.feedbacks) {
    const auto [to, from] = split_setting("--feedback", words);
    feedbacks.push_back({find_mdf_input(graph, to), find_mdf_value(graph, from)});
  }
  return feedbacks;
}

class Course {
 public:
  Course(const mdf::Model& model, const mdf::Graph& graph, const MdfRunOptions& options,
         Session& session)
      : model_(model),
        graph_(graph),
        options_(options),
        progress_(session.err),
        run_(model, graph, with_progress(options.run)) {
    set_inputs(graph, options, run_);
    feedbacks_ = find_feedbacks(graph, options);
    if (!options.until.empty()) until_ = find_mdf_value(graph, options.until);
    if (!options.plot.empty()) plot_.emplace(graph, options.plot_values);
    MdfPrinting printing{{}, options.summary};
    for (const std::string& name : options.outputs) {
      printing.chosen.push_back(find_mdf_value(graph, name));
    }
    printer_ = options.format == "json" ? json_printer(model, graph, run_, printing, session.out)
                                        : text_printer(graph, run_, printing, session.out);
  }

  void go() {
    printer_->begin();
    try {
      for (size_t i = 0; i < options_.steps && !reached_; ++i) take_step(i);
    } catch (const std::exception& error) {
      printer_->end(error.what());
      throw;
    }
    printer_->end("");
    if (plot_) {
      write_file(options_.plot, svg(plot_->finished(model_.id, options_.dt ? "time" : "step")));
    }
  }

 private:
  void take_step(size_t number) {
    step_ = number;
    MdfStep step{number, std::nullopt, {}};
    if (options_.dt) step.time = static_cast<double>(number) * *options_.dt;
    step.executed = run_.evaluate(number == 0 ? std::nullopt : options_.dt);
    progress_.clear();
    printer_->print(step);
    if (plot_) plot_->add(step, run_);
    for (const Feedback& feedback : feedbacks_) {
      if (const mdf::Value* value = mdf_value(run_, feedback.from)) {
        run_.set_input(feedback.to.node, feedback.to.port, *value);
      }
    }
    const mdf::Value* end = until_ ? mdf_value(run_, *until_) : nullptr;
    reached_ = end != nullptr && mdf::is_true(*end);
  }

  // Where the run is, on a terminal.
  mdf::RunOptions with_progress(mdf::RunOptions run) {
    run.on_node = [this](size_t node) {
      progress_.show([&] {
        return fmt::format("step {} of {}: {}", step_ + 1, options_.steps, graph_.nodes[node].id);
      });
    };
    return run;
  }

  const mdf::Model& model_;
  const mdf::Graph& graph_;
  const MdfRunOptions& options_;
  Progress progress_;
  size_t step_ = 0;
  mdf::GraphRun run_;
  std::vector<Feedback> feedbacks_;
  std::optional<MdfName> until_;
  std::optional<PlotCollector> plot_;
  std::unique_ptr<MdfPrinter> printer_;
  bool reached_ = false;
};

int run_mdf_model(const MdfRunOptions& options, Session& session) {
  if (!options.plot.empty()) try_report_path("--plot", options.plot);
  const DataLimit data(data_for_budget(options.limits.max_memory));
  const LimitScope limits(options.limits);
  Progress reading(session.err);
  reading.show([&] { return "reading " + options.model; });
  const mdf::Model model = mdf::load_model(options.model, options.document);
  reading.clear();
  const mdf::Graph& graph = choose_graph(model, options.graph);
  check_time(graph, options, session.err);
  warn_of_overwriting(graph, session.err);
  Course(model, graph, options, session).go();
  return exit_ok;
}

void add_mdf_run(CLI::App& mdf, Session& session) {
  CLI::App& command = *mdf.add_subcommand("run", "Run an MDF model step by step");
  const auto options = std::make_shared<MdfRunOptions>();
  add_value(command, "MODEL", options->model, "Run this .json or .yaml file").required();
  add_value(command, "--graph ID", options->graph, "Run this graph of a model with several");
  add_value(command, "--steps N", options->steps,
            "Evaluate the model this often (default: 1); the first is the initial state")
      .check(whole_number(1, 1'000'000'000));
  add_value(command, "--dt NUMBER", options->dt,
            "Let this time pass between evaluations (default: none)");
  add_value(command, "--input PORT=VALUE", options->inputs,
            "Set an input port to JSON, or with PORT=@FILE to a .npy, .npz, .json or .yaml file");
  add_value(command, "--output ID", options->outputs,
            "Print only this value (NODE.ID or ID); may be repeated");
  command.add_flag("--summary", options->summary,
                   "Print the type, shape and range of arrays, not their elements");
  add_value(command, "--feedback PORT=VALUE", options->feedbacks,
            "Set the input port to the named value before each next evaluation");
  add_value(command, "--until ID", options->until,
            "Stop after the step at which this value is true");
  add_seed_option(command, options->run.seed, "Seed what is drawn at random");
  add_format_option(command, "text|json", options->format);
  CLI::Option* plot =
      &add_value(command, "--plot FILE.svg", options->plot, "Draw values over time to this file");
  add_value(command, "--plot-value ID", options->plot_values,
            "Draw this value, NODE.ID or ID (default: every output); may be repeated")
      .needs(plot);
  add_value(command, "--limit-values N", options->document.values,
            "Limit the values in a file (default: 10000000)")
      .check(whole_number());
  add_value(command, "--max-passes N", options->run.max_passes,
            "Limit the passes over the graph in one step")
      .check(whole_number());
  add_limit_options(command, options->limits);
  command.footer(
      "PORT and VALUE are written NODE.ID, or ID where that is clear.\n"
      "Of several edges into one input port the last in the file counts, unless the port's\n"
      "`reduce` is add or multiply.");
  on_run(command, session, [options, &session] { return run_mdf_model(*options, session); });
}

using nlohmann::ordered_json;

struct CallOptions {
  std::vector<std::string> words;  // the function's name, then its arguments
  std::string format = "text";
  int64_t opset = mdf::default_onnx_opset;
  uint32_t seed = default_seed;
};

// JSON, or "nan", "inf", "-inf"; any other word is a string.
mdf::Value value_of(const std::string& argument, const std::string& text) {
  try {
    return mdf::from_json(mdf::parse_json(text));
  } catch (const InvalidInput& problem) {
    throw InvalidInput("argument {}: {}", argument, problem.what());
  } catch (const InvalidModel& problem) {
    const bool meant_as_json = text.find_first_of("[{\"") == 0;
    if (meant_as_json) throw UsageError(fmt::format("argument {}: {}", argument, problem.what()));
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "nan") return mdf::Value::number(std::numeric_limits<double>::quiet_NaN());
  if (text == "inf" || text == "-inf")
    return mdf::Value::number(text == "inf" ? infinity : -infinity);
  return text;
}

struct WrittenArguments {
  mdf::List positional;
  mdf::Dictionary named;
};

// NAME=VALUE or VALUE; names are those of variables, so that JSON is never taken for one.
WrittenArguments read_arguments(const std::vector<std::string>& words) {
  static const re2::RE2 named(R"((?s)([A-Za-z_][A-Za-z0-9_]*)=(.*))");
  WrittenArguments arguments;
  for (size_t i = 1; i < words.size(); ++i) {
    std::string name;
    std::string text;
    if (!re2::RE2::FullMatch(words[i], named, &name, &text)) {
      arguments.positional.push_back(value_of(std::to_string(i), words[i]));
    } else if (arguments.named.find(name) != nullptr) {
      throw UsageError(fmt::format("argument '{}' is given twice", name));
    } else {
      arguments.named.set(name, value_of("'" + name + "'", text));
    }
  }
  return arguments;
}

int call(const CallOptions& options, Session& session) {
  if (options.words.empty()) throw UsageError("mdf call needs a function, such as linear");
  const std::string& function = options.words.front();
  if (!mdf::find_function(function, options.opset)) {
    std::vector<std::string> known;
    for (const mdf::FunctionInfo& each : mdf::all_functions()) known.push_back(each.name);
    throw UsageError(fmt::format("there is no MDF function {}{} (see: etalon ops)", function,
                                 did_you_mean(function, known)));
  }
  const WrittenArguments arguments = read_arguments(options.words);
  RandomStream random(options.seed);
  const mdf::Value value =
      mdf::call_function(function, arguments.positional, arguments.named, {options.opset, &random});
  if (options.format == "json") {
    const ordered_json document = {{"function", function}, {"value", mdf::to_typed_json(value)}};
    session.out << json_text(document) << "\n";
  } else {
    session.out << mdf::to_text(value) << "\n";
  }
  return exit_ok;
}

void add_call_command(CLI::App& mdf, Session& session) {
  CLI::App& command = *mdf.add_subcommand("call", "Call a standard function");
  const auto options = std::make_shared<CallOptions>();
  add_choice(command, "--format text|json", options->format,
             "Print in this format (default: text); json shows types");
  add_value(command, "--opset N", options->opset,
            "Call onnx:: functions of this opset (default: 13)")
      .check(whole_number(1, 9999));
  add_seed_option(command, options->seed, "Seed what is drawn at random");
  // Not positional options of the library's, which would take -1 for an option.
  command.allow_extras();
  command.footer(
      "FUNCTION [NAME=VALUE | VALUE]...\n"
      "A VALUE is JSON: 1, 1.5, [[1, 2], [3, 4]], {\"ISA\": \"number\"},\n"
      "{\"type\": \"uint8\", \"shape\": [2], \"data\": [1, 2]}; another word is a string.\n"
      "  etalon mdf call linear variable0=1 slope=2 intercept=3");
  command.callback([options, &command, &session] {
    options->words = command.remaining();
    session.action = [options, &session] { return call(*options, session); };
  });
}

// Hidden from the help: `etalon test` calls it.
void add_case_command(CLI::App& mdf, Session& session) {
  CLI::App& command = *mdf.add_subcommand("case", "Run one of the project's own cases of a model");
  command.group("");
  struct Words {
    std::string file, answer;
    size_t index = 0;
  };
  const auto words = std::make_shared<Words>();
  command.add_option("FILE", words->file)->required();
  command.add_option("INDEX", words->index)->required();
  command.add_option("ANSWER", words->answer)->required();
  on_run(command, session, [words] {
    answer_mdf_case(words->file, words->index, words->answer);
    return exit_ok;
  });
}

void add_mdf_commands(CLI::App& app, Session& session) {
  add_call_command(app, session);
  add_mdf_run(app, session);
  add_case_command(app, session);
}

}  // namespace

int run_mdf_commands(const std::vector<std::string>& words, std::ostream& out, std::ostream& err) {
  static const Program mdf{"etalon mdf",
                           "Etalon: functions and models of ModECI's Model Description Format",
                           add_mdf_commands};
  return run_commands(mdf, words, out, err);
}

}  // namespace etalon
