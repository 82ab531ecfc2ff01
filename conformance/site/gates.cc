#include "conformance/site/gates.h"

#include <vector>

#include "conformance/explain/example.h"
#include "conformance/site/probe.h"

namespace etalon::site {

using nlohmann::json;
using Json = nlohmann::ordered_json;

namespace {

// A bias at which Sigmoid is 1, and Tanh; its negative closes a gate.
constexpr double open = 1000;

json doubles(const std::vector<size_t>& shape, const std::vector<double>& data) {
  return {{"type", "double"}, {"shape", shape}, {"data", data}};
}

std::vector<double> numbers(const Value& value) {
  const Array<double> held = value.tensor().as<double>();
  return {held.begin(), held.end()};
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
    std::vector<double> B = bias;
    B.resize(2 * gates(), 0);
    return result(step, W_, R_, B, {}, of_cell ? 2 : 1);
  }
  // The same where the last activation gives what it is given.
  double plain_state(const Step& step, const std::vector<double>& bias) const {
    std::vector<double> B = bias;
    B.resize(2 * gates(), 0);
    return result(step, W_, R_, B, plain(), 1);
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
                const std::vector<double>& B, json attributes, size_t output) const {
    attributes["hidden_size"] = 1;
    json inputs = {doubles({1, 1, width()}, step.x),
                   doubles({1, gates(), width()}, W),
                   doubles({1, gates(), 1}, R),
                   doubles({1, 2 * gates()}, B),
                   nullptr,
                   doubles({1, 1, 1}, {step.h})};
    if (schema_.name == "LSTM") inputs.push_back(doubles({1, 1, 1}, {step.c}));
    json outputs = json::array();
    for (size_t i = 0; i < output; ++i) outputs.push_back(nullptr);
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
