#include "conformance/site/pictures.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/explain/example.h"
#include "conformance/judge/elements.h"

namespace etalon::site {

using nlohmann::json;
using Json = nlohmann::ordered_json;

namespace {

constexpr size_t most_elements = 80;
constexpr size_t least_inputs = 4;
constexpr size_t most_candidates = 40;

bool is_numeric(const Value& value) {
  if (!value.is_tensor()) return false;
  const DType type = value.tensor().dtype();
  return is_float(type) || is_integer(type) || type == DType::boolean;
}

std::vector<std::string> element_texts(const Tensor& tensor) {
  const ElementPrinter print = element_printer(tensor);
  std::vector<std::string> texts;
  for (size_t i = 0; i < tensor.size(); ++i) texts.push_back(print(i));
  return texts;
}

std::vector<double> numbers(const Value& value) {
  const Array<double> held = value.tensor().as<double>();
  return {held.begin(), held.end()};
}

bool fits(const explain::Evaluated& values) {
  size_t inputs = 0, outputs = 0;
  for (const auto& [name, value] : values.inputs) {
    if (value.is_tensor()) inputs += value.tensor().size();
  }
  for (const auto& [name, value] : values.outputs) {
    if (!is_numeric(value)) return false;
    outputs += value.tensor().size();
  }
  return inputs >= least_inputs && inputs <= most_elements && outputs >= 1 &&
         outputs <= most_elements;
}

struct Outputs {
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<double>> numbers;
};

Outputs outputs_of(const std::vector<explain::NamedValue>& values) {
  Outputs outputs;
  for (const auto& [name, value] : values) {
    outputs.texts.push_back(element_texts(value.tensor()));
    outputs.numbers.push_back(numbers(value));
  }
  return outputs;
}

class Prober {
 public:
  Prober(explain::Candidate candidate, explain::Evaluated values)
      : candidate_(std::move(candidate)), values_(std::move(values)) {
    usual_ = outputs_of(values_.outputs);
  }

  std::optional<Json> result() {
    const json& inputs = candidate_.call.written.at("inputs");
    size_t given = 0;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].is_null()) continue;
      if (is_numeric(values_.inputs[given].value)) probe_input(i, given);
      ++given;
    }
    if (reads_.empty()) return std::nullopt;
    Json found = {{"case", candidate_.source},
                  {"attributes", candidate_.call.written.value("attributes", json::object())}};
    found["inputs"] = shown(values_.inputs);
    found["outputs"] = shown(values_.outputs);
    found["reads"] = reads_;
    return found;
  }

 private:
  static Json shown(const std::vector<explain::NamedValue>& values) {
    Json list = Json::array();
    for (const auto& [name, value] : values) {
      const bool drawn = value.is_tensor();
      list.push_back(
          {{"name", name},
           {"shape", drawn ? value.tensor().shape() : Shape()},
           {"values", drawn ? element_texts(value.tensor()) : std::vector<std::string>()}});
    }
    return list;
  }

  // The outputs with this element of the input changed; nothing where that is refused, or changes a
  // shape.
  std::optional<Outputs> changed(size_t input, size_t element, const json& number) const {
    explain::OperatorCall call = candidate_.call;
    json& data = call.written["inputs"][input]["data"];
    (data.is_array() ? data.at(element) : data) = number;
    try {
      const explain::Evaluated again = explain::evaluate(call);
      if (again.outputs.size() != values_.outputs.size()) return std::nullopt;
      for (size_t i = 0; i < again.outputs.size(); ++i) {
        const Value& before = values_.outputs[i].value;
        if (again.outputs[i].value.tensor().shape() != before.tensor().shape()) return std::nullopt;
      }
      return outputs_of(again.outputs);
    } catch (const std::exception&) {
      return std::nullopt;
    }
  }

  void probe_input(size_t input, size_t given) {
    const Tensor& tensor = values_.inputs[given].value.tensor();
    const std::vector<double> values = numbers(values_.inputs[given].value);
    for (size_t e = 0; e < tensor.size(); ++e) {
      const bool real = is_float(tensor.dtype());
      const bool truth = tensor.dtype() == DType::boolean;
      const json raised = truth  ? json(values[e] == 0)
                          : real ? json(values[e] + 1)
                                 : json(static_cast<int64_t>(values[e]) + 1);
      const auto more = std::isfinite(values[e]) ? changed(input, e, raised) : std::nullopt;
      const auto nan = real ? changed(input, e, "nan") : std::nullopt;
      add_reads(given, e, more, nan);
    }
  }

  void add_reads(size_t given, size_t e, const std::optional<Outputs>& more,
                 const std::optional<Outputs>& nan) {
    for (size_t o = 0; o < usual_.texts.size(); ++o) {
      Json elements = Json::array();
      for (size_t k = 0; k < usual_.texts[o].size(); ++k) {
        const bool grows = more && more->texts[o][k] != usual_.texts[o][k];
        const bool spoilt = nan && nan->texts[o][k] != usual_.texts[o][k];
        if (!grows && !spoilt) continue;
        const double weight = grows ? more->numbers[o][k] - usual_.numbers[o][k] : 0;
        const bool known = grows && std::isfinite(weight);
        elements.push_back(Json::array({k, known ? Json(std::round(weight * 1e4) / 1e4) : Json()}));
      }
      if (elements.empty()) continue;
      reads_.push_back({{"input", given}, {"element", e}, {"output", o}, {"elements", elements}});
    }
  }

  explain::Candidate candidate_;
  explain::Evaluated values_;
  Outputs usual_;
  Json reads_ = Json::array();
};

// How much a picture of it shows: attributes, and axes of the first input.
size_t interest(const explain::Candidate& candidate) {
  const json inputs = candidate.call.written.value("inputs", json::array());
  const bool has_shape = !inputs.empty() && inputs[0].is_object() && inputs[0].contains("shape");
  return candidate.call.written.value("attributes", json::object()).size() +
         (has_shape ? inputs[0].at("shape").size() : 0);
}

// A bias at which Sigmoid is 1, and Tanh; its negative closes a gate.
constexpr double open = 1000;

json doubles(const std::vector<size_t>& shape, const std::vector<double>& data) {
  return {{"type", "double"}, {"shape", shape}, {"data", data}};
}

// One step of one sequence, with hidden_size 1.
struct Step {
  std::vector<double> x;
  double h = 0, c = 0;  // the states before it
};

// Evaluates single steps of the operator with the example's weights, and biases of choice.
class Cell {
 public:
  Cell(const Schema& schema, const explain::Evaluated& example)
      : schema_(schema),
        X_(numbers(example.inputs.at(0).value)),
        W_(numbers(example.inputs.at(1).value)),
        R_(numbers(example.inputs.at(2).value)),
        steps_(example.inputs.at(0).value.tensor().shape().at(0)) {}

  size_t steps() const { return steps_; }
  std::vector<double> x(size_t step) const {
    const auto begin = X_.begin() + static_cast<ptrdiff_t>(step * width());
    return {begin, begin + static_cast<ptrdiff_t>(width())};
  }

  // The last state, or that of the cell, after the step. `bias` has one for each gate.
  double state(const Step& step, const std::vector<double>& bias, bool of_cell = false) const {
    return result(step, W_, R_, bias, {}, of_cell ? 2 : 1);
  }
  // The same where the last activation gives what it is given.
  double plain_state(const Step& step, const std::vector<double>& bias) const {
    return result(step, W_, R_, bias, plain(), 1);
  }
  // GRU's state with this number in place of what h computes; with `reset`, with what r leaves of
  // it.
  double with_candidate(const Step& step, double candidate, double z_bias, bool reset) const {
    std::vector<double> W = W_, R = R_, B(2 * gates(), 0);
    std::fill(W.end() - static_cast<ptrdiff_t>(width()), W.end(), 0);
    R.back() = 0;
    B[0] = z_bias;
    B[reset ? 5 : 2] = candidate;
    json attributes = plain();
    attributes["linear_before_reset"] = 1;
    return result(step, W, R, B, attributes, 1);
  }

 private:
  size_t gates() const { return R_.size(); }
  size_t width() const { return W_.size() / R_.size(); }

  json plain() const {
    json names = {"Sigmoid"};
    if (schema_.name == "LSTM") names.push_back("Tanh");
    names.push_back("Affine");
    return {{"activations", names}, {"activation_alpha", {1.0}}, {"activation_beta", {0.0}}};
  }

  double result(const Step& step, const std::vector<double>& W, const std::vector<double>& R,
                std::vector<double> B, json attributes, size_t output) const {
    B.resize(2 * gates(), 0);
    attributes["hidden_size"] = 1;
    json inputs = {doubles({1, 1, width()}, step.x),
                   doubles({1, gates(), width()}, W),
                   doubles({1, gates(), 1}, R),
                   doubles({1, 2 * gates()}, B),
                   nullptr,
                   doubles({1, 1, 1}, {step.h})};
    if (schema_.name == "LSTM") inputs.push_back(doubles({1, 1, 1}, {step.c}));
    std::vector<json> outputs(output);
    outputs.push_back(doubles({1, 1, 1}, {0}));
    const explain::Evaluated values = explain::evaluate({&schema_,
                                                         {{"opset", schema_.since_version},
                                                          {"attributes", attributes},
                                                          {"inputs", inputs},
                                                          {"outputs", outputs}}});
    return numbers(values.outputs.at(0).value).at(0);
  }

  const Schema& schema_;
  std::vector<double> X_, W_, R_;
  size_t steps_;
};

// The gates in the order of the weights: i, o, f, c; then the states.
Json lstm_step(const Cell& cell, const Step& step) {
  const Step one{step.x, step.h, 1};
  return {{"x", step.x},
          {"h0", step.h},
          {"c0", step.c},
          {"i", cell.state(step, {0, 0, -open, open}, true)},
          {"o", cell.plain_state(step, {open, 0, -open, open})},
          {"f", cell.state(one, {-open, 0, 0, 0}, true)},
          {"c", cell.state(step, {open, 0, -open, 0}, true)},
          {"C", cell.state(step, {}, true)},
          {"tanh", cell.state(step, {0, open, 0, 0})},
          {"H", cell.state(step, {})}};
}

// The gates in the order of the weights: z, r, h; then the state.
Json gru_step(const Cell& cell, const Step& step) {
  const double least = cell.with_candidate(step, 0, 0, false);
  return {{"x", step.x},
          {"h0", step.h},
          {"z", 1 - (cell.with_candidate(step, 1, 0, false) - least)},
          {"r", cell.with_candidate(step, 1, -open, true)},
          {"h", cell.state(step, {-open, 0, 0})},
          {"H", cell.state(step, {})}};
}

}  // namespace

std::optional<explain::Candidate> example_to_draw(const Schema& schema) {
  static const json document = [] {
    const std::filesystem::path file = data_folder() / "pictures.json";
    return std::filesystem::exists(file) ? read_json(file) : json::object();
  }();
  for (json call : document.value("pictures", json::array())) {
    const std::string domain = call.value("domain", "");
    if (canonical_domain(domain) != schema.domain || call.value("operator", "") != schema.name) {
      continue;
    }
    call["opset"] = schema.since_version;
    return explain::Candidate{{&schema, call}, ""};
  }
  return std::nullopt;
}

std::optional<Json> probe(const Schema& schema) {
  std::vector<explain::Candidate> all = explain::candidates(schema);
  if (all.size() > most_candidates) all.resize(most_candidates);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return interest(a) > interest(b); });
  if (auto example = example_to_draw(schema)) all.insert(all.begin(), std::move(*example));
  for (explain::Candidate& candidate : all) {
    try {
      explain::Evaluated values = explain::evaluate(candidate.call);
      if (!fits(values)) continue;
      const std::optional<Json> found = Prober(std::move(candidate), std::move(values)).result();
      if (found) return found;
    } catch (const std::exception&) {
      // Another version's case, which this version does not take.
    }
  }
  return std::nullopt;
}

std::optional<Json> gates(const Schema& schema) {
  const bool lstm = schema.name == "LSTM";
  if (!schema.domain.empty() || (!lstm && schema.name != "GRU")) return std::nullopt;
  const std::optional<explain::Candidate> example = example_to_draw(schema);
  if (!example) return std::nullopt;
  const Cell cell(schema, explain::evaluate(example->call));
  Json steps = Json::array();
  Step step;
  for (size_t t = 0; t < cell.steps(); ++t) {
    step.x = cell.x(t);
    steps.push_back(lstm ? lstm_step(cell, step) : gru_step(cell, step));
    step.h = steps.back().at("H").get<double>();
    if (lstm) step.c = steps.back().at("C").get<double>();
  }
  return Json{{"operator", schema.name}, {"steps", steps}};
}

}  // namespace etalon::site
