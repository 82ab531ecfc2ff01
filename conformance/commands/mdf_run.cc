// etalon mdf run: a model's graph, evaluated step by step; its values as text or JSON, and as a
// plot.
#include "conformance/commands/mdf_run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "conformance/mdf/names.h"
#include "conformance/mdf/plot.h"
#include "engine/mdf/arithmetic.h"
#include "engine/mdf/document.h"
#include "engine/numerics/cast.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using nlohmann::ordered_json;

struct MdfRunOptions {
  std::string model;
  std::string graph;
  size_t steps = 1;
  std::optional<double> dt;
  std::vector<std::string> inputs;
  std::vector<std::string> feedbacks;
  std::string until;
  std::string format = "text";
  std::string plot;
  std::vector<std::string> plot_values;
  mdf::RunOptions run;
  Limits limits;
};

// What one evaluation did.
struct Step {
  size_t number;
  std::optional<double> time;
  std::vector<std::vector<size_t>> executed;
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

void check_time(const mdf::Graph& graph, const MdfRunOptions& options) {
  if (options.dt && !(std::isfinite(*options.dt) && *options.dt > 0)) {
    throw UsageError(fmt::format("--dt {}: a positive number is needed", *options.dt));
  }
  if (options.dt || options.steps <= 1) return;
  for (const mdf::Node& node : graph.nodes) {
    for (const mdf::Parameter& parameter : node.parameters) {
      if (parameter.time_derivative && !parameter.value && !parameter.use) {
        throw UsageError(
            fmt::format("--steps {} needs --dt: parameter {} of node {} has a time_derivative",
                        options.steps, in_quotes(parameter.id), in_quotes(node.id)));
      }
    }
  }
}

// ------------------------------------------------------------------------------------- printing

class Printer {
 public:
  Printer(const mdf::Model& model, const mdf::Graph& graph, const mdf::GraphRun& run,
          std::ostream& out)
      : model_(model), graph_(graph), run_(run), out_(out) {}
  virtual ~Printer() = default;
  virtual void begin() {}
  virtual void print(const Step& step) = 0;
  // The sentence is empty when all went well.
  virtual void end(const std::string& sentence) = 0;

 protected:
  const mdf::Model& model_;
  const mdf::Graph& graph_;
  const mdf::GraphRun& run_;
  std::ostream& out_;
};

// Each step's time, the sets that ran, and every output that has a value.
class TextPrinter : public Printer {
 public:
  using Printer::Printer;

  void print(const Step& step) override {
    std::vector<std::string> sets;
    for (const std::vector<size_t>& set : step.executed) {
      std::vector<std::string> ids;
      for (const size_t node : set) ids.push_back(graph_.nodes[node].id);
      sets.push_back(fmt::format("{}", fmt::join(ids, ", ")));
    }
    const std::string time = step.time ? fmt::format(", time {:.6g}", *step.time) : "";
    const std::string ran = sets.empty() ? "nothing" : fmt::format("{}", fmt::join(sets, " | "));
    out_ << fmt::format("step {}{}: ran {}\n", step.number, time, ran);
    for (size_t node = 0; node < graph_.nodes.size(); ++node) {
      for (const mdf::OutputPort& port : graph_.nodes[node].outputs) {
        const mdf::Value* value = run_.output(node, port.id);
        if (value == nullptr) continue;
        out_ << fmt::format("  {}.{}: {}\n", graph_.nodes[node].id, port.id, to_text(*value));
      }
    }
  }

  void end(const std::string&) override {}
};

// One document; each step on a line of its own, written as soon as it is done.
class JsonPrinter : public Printer {
 public:
  using Printer::Printer;

  void begin() override {
    ordered_json head = {
        {"schema", 1}, {"etalon", ETALON_VERSION}, {"model", model_.id}, {"graph", graph_.id}};
    std::string text = head.dump();
    text.pop_back();
    out_ << text << ",\"steps\":[";
  }

  void print(const Step& step) override {
    ordered_json json = {{"step", step.number}};
    if (step.time) json["time"] = *step.time;
    ordered_json sets = ordered_json::array();
    for (const std::vector<size_t>& set : step.executed) {
      ordered_json ids = ordered_json::array();
      for (const size_t node : set) ids.push_back(graph_.nodes[node].id);
      sets.push_back(ids);
    }
    json["executed"] = sets;
    ordered_json nodes = ordered_json::object();
    for (size_t node = 0; node < graph_.nodes.size(); ++node) {
      nodes[graph_.nodes[node].id] = node_values(node);
    }
    json["nodes"] = nodes;
    out_ << (first_ ? "\n" : ",\n") << json.dump();
    first_ = false;
  }

  void end(const std::string& sentence) override {
    out_ << "\n]";
    if (!sentence.empty()) out_ << ",\"error\":" << ordered_json(sentence).dump();
    out_ << "}\n";
  }

 private:
  // null for what has no value yet.
  ordered_json node_values(size_t node) const {
    const mdf::Node& each = graph_.nodes[node];
    const auto values_of = [&](const auto& list, bool is_output) {
      ordered_json values = ordered_json::object();
      for (const auto& item : list) {
        const mdf::Value* value = mdf_value(run_, {node, item.id, is_output});
        values[item.id] = value == nullptr ? ordered_json() : to_json(*value);
      }
      return values;
    };
    return {{"input_ports", values_of(each.inputs, false)},
            {"functions", values_of(each.functions, false)},
            {"parameters", values_of(each.parameters, false)},
            {"output_ports", values_of(each.outputs, true)}};
  }

  bool first_ = true;
};

// ------------------------------------------------------------------------------------- plotting

// Collects numbers step by step: one line for each element of each chosen value.
class PlotCollector {
 public:
  // Without names, every output port that holds numbers.
  PlotCollector(const mdf::Graph& graph, const std::vector<std::string>& names)
      : graph_(graph), by_name_(!names.empty()) {
    for (const std::string& name : names) chosen_.push_back(find_mdf_value(graph, name));
    if (by_name_) return;
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
      for (const mdf::OutputPort& port : graph.nodes[node].outputs) {
        chosen_.push_back({node, port.id, true});
      }
    }
  }

  void add(const Step& step, const mdf::GraphRun& run) {
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
      throw UsageError(
          fmt::format("--plot-value {}: it is {}, no number", in_quotes(label), value.described()));
    }
    const Tensor& array = value.array();
    if (array.size() > max_plot_lines) too_many();
    const Reals elements = cast(array, DType::float64).as<double>();
    for (size_t i = 0; i < elements.size(); ++i) {
      PlotLine& line = line_of(array.rank() == 0 ? label : label + index_text(array.shape(), i));
      line.y.resize(plot_.x.size(), NAN);
      line.y.back() = elements.data()[i];
    }
  }

  static std::string index_text(const Shape& shape, size_t position) {
    std::vector<size_t> index(shape.size());
    for (size_t axis = shape.size(); axis-- > 0;) {
      index[axis] = position % shape[axis];
      position /= shape[axis];
    }
    return fmt::format("[{}]", fmt::join(index, ", "));
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

void write_plot(const std::string& file, const Plot& plot) {
  std::ofstream out(file, std::ios::binary);
  out << svg(plot);
  out.close();
  if (!out) throw UsageError(fmt::format("--plot {}: the file cannot be written", file));
}

// -------------------------------------------------------------------------------------- running

// An output port whose value at each step is an input port's at the next.
struct Feedback {
  MdfPort to;
  MdfName from;
};

void set_inputs(const mdf::Graph& graph, const MdfRunOptions& options, mdf::GraphRun& run) {
  for (const std::string& words : options.inputs) {
    const auto [name, text] = split_setting("--input", words);
    const MdfPort port = find_mdf_input(graph, name);
    try {
      run.set_input(port.node, port.port, mdf::from_json(mdf::parse_json(text)));
    } catch (const Error& error) {
      throw UsageError(fmt::format("--input {}: {}", in_quotes(words), error.what()));
    }
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
         std::ostream& out)
      : model_(model), graph_(graph), options_(options), run_(model, graph, options.run) {
    set_inputs(graph, options, run_);
    feedbacks_ = find_feedbacks(graph, options);
    if (!options.until.empty()) until_ = find_mdf_value(graph, options.until);
    if (!options.plot.empty()) plot_.emplace(graph, options.plot_values);
    if (options.format == "json") {
      printer_ = std::make_unique<JsonPrinter>(model, graph, run_, out);
    } else {
      printer_ = std::make_unique<TextPrinter>(model, graph, run_, out);
    }
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
      write_plot(options_.plot, plot_->finished(model_.id, options_.dt ? "time" : "step"));
    }
  }

 private:
  void take_step(size_t number) {
    Step step{number, std::nullopt, {}};
    if (options_.dt) step.time = static_cast<double>(number) * *options_.dt;
    step.executed = run_.evaluate(number == 0 ? std::nullopt : options_.dt);
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

  const mdf::Model& model_;
  const mdf::Graph& graph_;
  const MdfRunOptions& options_;
  mdf::GraphRun run_;
  std::vector<Feedback> feedbacks_;
  std::optional<MdfName> until_;
  std::optional<PlotCollector> plot_;
  std::unique_ptr<Printer> printer_;
  bool reached_ = false;
};

int run_mdf_model(const MdfRunOptions& options, Session& session) {
  if (options.plot.empty() && !options.plot_values.empty()) {
    throw UsageError("--plot-value needs --plot");
  }
  const LimitScope limits(options.limits);
  const mdf::Model model = mdf::load_model(options.model);
  const mdf::Graph& graph = choose_graph(model, options.graph);
  check_time(graph, options);
  Course(model, graph, options, session.out).go();
  return exit_ok;
}

}  // namespace

void add_mdf_run(CLI::App& mdf, Session& session) {
  CLI::App& command = *mdf.add_subcommand("run", "Run an MDF model step by step");
  const auto options = std::make_shared<MdfRunOptions>();
  command.add_option("MODEL", options->model, "The model's .json or .yaml file")->required();
  command.add_option("--graph", options->graph, "Which graph, when the model has several");
  command.add_option("--steps", options->steps, "Evaluations; the first is the initial state")
      ->check(CLI::PositiveNumber);
  command.add_option("--dt", options->dt, "Time from one evaluation to the next");
  command.add_option("--input", options->inputs, "PORT=VALUE: an input port's value, as JSON")
      ->allow_extra_args(false);
  command
      .add_option("--feedback", options->feedbacks,
                  "PORT=VALUE: the input port takes the named value at each next step")
      ->allow_extra_args(false);
  command.add_option("--until", options->until, "Stop after the step at which this value is true");
  command.add_option("--seed", options->run.seed, "Of what is drawn at random");
  command.add_option("--format", options->format, "text (default) or json")
      ->check(CLI::IsMember({"text", "json"}));
  command.add_option("--plot", options->plot, "Draw values over time to this .svg file");
  command
      .add_option("--plot-value", options->plot_values,
                  "Which values, as NODE.ID or ID; default: every output")
      ->allow_extra_args(false);
  command.add_option("--max-passes", options->run.max_passes, "Passes over the graph in one step");
  command.add_option("--max-memory", options->limits.max_memory, "Bytes of values alive at once");
  command.add_option("--max-steps", options->limits.max_steps, "Nodes run and layers passed");
  command.callback([options, &session] {
    session.action = [options, &session] { return run_mdf_model(*options, session); };
  });
}

}  // namespace etalon
