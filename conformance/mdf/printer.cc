#include "conformance/mdf/printer.h"
#include "engine/c_interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/values/json.h"

namespace etalon {

namespace {

using nlohmann::ordered_json;

// The range leaves NaN out; there is none without another number.
struct Extent {
  std::optional<double> least, greatest;
  size_t nans = 0;
};

Extent range_of(const Tensor& array) {
  Extent range;
  for (const double number : array.as<double>()) {
    if (std::isnan(number)) {
      ++range.nans;
      continue;
    }
    range.least = std::min(range.least.value_or(number), number);
    range.greatest = std::max(range.greatest.value_or(number), number);
  }
  return range;
}

bool has_range(const Tensor& array) {
  return array.dtype() != DType::string && array.dtype() != DType::boolean &&
         !is_complex(array.dtype());
}

// A number of an array of this type as JSON writes it.
ordered_json number_json(DType type, double number) {
  if (is_integer(type)) return static_cast<int64_t>(number);
  return to_json(mdf::Value(Tensor::of(type, scalar_array(number))));
}

ordered_json summary_json(const mdf::Value& value) {
  if (!value.is_array()) return value.described();
  const Tensor& array = value.array();
  if (array.rank() == 0) return to_json(value);
  ordered_json json = {{"type", name(array.dtype())}, {"shape", array.shape()}};
  if (!has_range(array)) return json;
  const Extent range = range_of(array);
  if (range.least) {
    json["min"] = number_json(array.dtype(), *range.least);
    json["max"] = number_json(array.dtype(), *range.greatest);
  }
  if (range.nans > 0) json["nan"] = range.nans;
  return json;
}

class TextPrinter : public MdfPrinter {
 public:
  TextPrinter(const mdf::Graph& graph, const mdf::GraphRun& run, const MdfPrinting& printing,
              std::ostream& out)
      : graph_(graph), run_(run), printing_(printing), out_(out) {
    if (printing_.chosen.empty()) printing_.chosen = mdf_outputs(graph);
  }

  void print(const MdfStep& step) override {
    std::vector<std::string> sets;
    for (const std::vector<size_t>& set : step.executed) {
      std::vector<std::string> ids;
      for (const size_t node : set) ids.push_back(graph_.nodes[node].id);
      sets.push_back(ids.empty() ? "–" : fmt::format("{}", fmt::join(ids, ", ")));
    }
    const std::string time = step.time ? fmt::format(", time {:.6g}", *step.time) : "";
    const std::string ran = sets.empty() ? "nothing" : fmt::format("{}", fmt::join(sets, " | "));
    out_ << fmt::format("step {}{}: ran {}\n", step.number, time, ran);
    for (const MdfName& name : printing_.chosen) {
      const mdf::Value* value = mdf_value(run_, name);
      if (value == nullptr) continue;
      out_ << fmt::format("  {}: {}\n", mdf_label(graph_, name),
                          printing_.summary ? summary_text(*value) : to_text(*value));
    }
  }

  void end(const std::string&) override {}

 private:
  const mdf::Graph& graph_;
  const mdf::GraphRun& run_;
  MdfPrinting printing_;
  std::ostream& out_;
};

class JsonPrinter : public MdfPrinter {
 public:
  JsonPrinter(const mdf::Model& model, const mdf::Graph& graph, const mdf::GraphRun& run,
              const MdfPrinting& printing, std::ostream& out)
      : model_(model), graph_(graph), run_(run), printing_(printing), out_(out) {}

  void begin() override {
    ordered_json head = {
        {"schema", 1}, {"etalon", etalon_version()}, {"model", model_.id}, {"graph", graph_.id}};
    std::string text = head.dump();
    text.pop_back();
    out_ << text << ",\"steps\":[";
  }

  void print(const MdfStep& step) override {
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
      ordered_json values = node_values(node);
      if (!values.empty()) nodes[graph_.nodes[node].id] = std::move(values);
    }
    json["nodes"] = std::move(nodes);
    out_ << (first_ ? "\n" : ",\n") << json.dump();
    first_ = false;
  }

  void end(const std::string& sentence) override {
    out_ << "\n]";
    if (!sentence.empty()) out_ << ",\"error\":" << ordered_json(sentence).dump();
    out_ << "}\n";
  }

 private:
  bool is_chosen(size_t node, const std::string& id, bool is_output) const {
    return printing_.chosen.empty() ||
           std::any_of(printing_.chosen.begin(), printing_.chosen.end(), [&](const MdfName& name) {
             return name.node == node && name.id == id && name.is_output == is_output;
           });
  }

  // null for what has no value yet. Of chosen values, only the kinds of value that are among them.
  ordered_json node_values(size_t node) const {
    ordered_json kinds = ordered_json::object();
    const auto add = [&](const char* kind, const auto& list, bool is_output) {
      ordered_json values = ordered_json::object();
      for (const auto& item : list) {
        if (!is_chosen(node, item.id, is_output)) continue;
        const mdf::Value* value = mdf_value(run_, {node, item.id, is_output});
        values[item.id] = value == nullptr    ? ordered_json()
                          : printing_.summary ? summary_json(*value)
                                              : to_json(*value);
      }
      if (printing_.chosen.empty() || !values.empty()) kinds[kind] = std::move(values);
    };
    const mdf::Node& each = graph_.nodes[node];
    add("input_ports", each.inputs, false);
    add("functions", each.functions, false);
    add("parameters", each.parameters, false);
    add("output_ports", each.outputs, true);
    return kinds;
  }

  const mdf::Model& model_;
  const mdf::Graph& graph_;
  const mdf::GraphRun& run_;
  MdfPrinting printing_;
  std::ostream& out_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<MdfPrinter> text_printer(const mdf::Graph& graph, const mdf::GraphRun& run,
                                         const MdfPrinting& printing, std::ostream& out) {
  return std::make_unique<TextPrinter>(graph, run, printing, out);
}

std::unique_ptr<MdfPrinter> json_printer(const mdf::Model& model, const mdf::Graph& graph,
                                         const mdf::GraphRun& run, const MdfPrinting& printing,
                                         std::ostream& out) {
  return std::make_unique<JsonPrinter>(model, graph, run, printing, out);
}

std::string summary_text(const mdf::Value& value) {
  if (!value.is_array()) return value.described();
  const Tensor& array = value.array();
  if (array.rank() == 0) return to_text(value);
  std::string text = fmt::format("{} {}", name(array.dtype()), to_string(array.shape()));
  if (!has_range(array)) return text;
  const Extent range = range_of(array);
  if (range.least) {
    text += fmt::format(", {} to {}", number_json(array.dtype(), *range.least).dump(),
                        number_json(array.dtype(), *range.greatest).dump());
  }
  if (range.nans > 0) text += fmt::format(", {} NaN", range.nans);
  return text;
}

}  // namespace etalon
