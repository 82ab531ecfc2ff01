#include "conformance/judge/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "engine/operators/schema.h"

namespace etalon {

namespace {

// sqrt(-ln(1e-6 / 2) / 2): the Kolmogorov-Smirnov bound for an error probability of 1e-6.
constexpr double ks_factor = 2.6935;

const std::set<std::string_view> generators = {"RandomNormal",  "RandomNormalLike",
                                               "RandomUniform", "RandomUniformLike",
                                               "Multinomial",   "Bernoulli"};

const std::set<std::string_view> seedless = {"Bernoulli", "RandomUniformLike"};

bool is_free(const Node& node) {
  return node.attributes.find("seed") == node.attributes.end() || seedless.count(node.op_type) != 0;
}

const Value* value_of(const std::string& name, const Model& model, const Bindings& inputs) {
  if (const auto bound = inputs.find(name); bound != inputs.end()) return &bound->second;
  const auto initial = model.graph.initializers.find(name);
  return initial == model.graph.initializers.end() ? nullptr : &initial->second;
}

// The value of a node's input with one element, from an initializer or from `inputs`; nothing when
// the input is left out.
std::optional<double> number_at(const Node& node, size_t input, const Model& model,
                                const Bindings& inputs) {
  if (node.inputs.size() <= input || node.inputs[input].empty()) return std::nullopt;
  const Value* value = value_of(node.inputs[input], model, inputs);
  if (value == nullptr || !value->is_tensor() || value->tensor().size() != 1) return std::nullopt;
  const Tensor& tensor = value->tensor();
  return tensor.dtype() == DType::boolean ? (tensor.item<bool>() ? 1.0 : 0.0)
                                          : tensor.item<double>();
}

// Dropout drops elements in training mode if its ratio is not 0. Since version 12 the second and
// third input give ratio and mode; in versions 1 and 6, is_test = 0 means training.
bool drops(const Node& dropout, int64_t opset, const Model& model, const Bindings& inputs) {
  if (opset < 7) {
    const auto is_test = dropout.attributes.find("is_test");
    if (is_test == dropout.attributes.end()) return true;
    const auto* value = std::get_if<int64_t>(&is_test->second.value);
    return value == nullptr || *value == 0;
  }
  if (opset < 12 || dropout.inputs.size() < 3 || dropout.inputs[2].empty()) return false;
  return number_at(dropout, 2, model, inputs).value_or(1) != 0 &&
         number_at(dropout, 1, model, inputs).value_or(1) != 0;
}

enum class Draws { any, unseeded };

bool draws(const Graph& graph, const Model& model, const Bindings& inputs, Draws which) {
  const auto opset = model.opsets.find("");
  const int64_t version = opset == model.opsets.end() ? 1 : opset->second;
  for (const Node& node : graph.nodes) {
    const bool standard = canonical_domain(node.domain).empty();
    const bool generates = is_random(node) || (standard && node.op_type == "Dropout" &&
                                               drops(node, version, model, inputs));
    bool any = generates && (which == Draws::any || is_free(node));
    each_subgraph(node, [&](const Graph& body) { any = any || draws(body, model, inputs, which); });
    if (any) return true;
  }
  return false;
}

bool draws(const Model& model, const Bindings& inputs, Draws which) {
  if (draws(model.graph, model, inputs, which)) return true;
  return std::any_of(model.functions.begin(), model.functions.end(),
                     [&](const Function& f) { return draws(f.body, model, inputs, which); });
}

std::vector<double> sample_of(const Tensor& tensor) {
  if (tensor.dtype() == DType::boolean) {
    const Naturals bits = tensor.as<uint64_t>();
    return {bits.begin(), bits.end()};
  }
  const Reals values = tensor.as<double>();
  return {values.begin(), values.end()};
}

// The greatest distance between the two sorted samples' distribution functions.
double ks_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double distance = 0;
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == x) ++i;
    while (j < b.size() && b[j] == x) ++j;
    const double difference = static_cast<double>(i) / static_cast<double>(a.size()) -
                              static_cast<double>(j) / static_cast<double>(b.size());
    distance = std::max(distance, std::abs(difference));
  }
  return distance;
}

bool whole(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == std::rint(x); });
}

// A sentence about how the sample `a` differs from the expected one, `e`; empty if it does not.
std::string complaint(std::vector<double> a, std::vector<double> e) {
  if (a.empty()) return "";
  const auto is_nan = [](double x) { return std::isnan(x); };
  if (std::any_of(a.begin(), a.end(), is_nan)) return "a random output contains NaN";
  if (whole(e) && !whole(a)) return "a random output contains fractions, expected whole numbers";
  std::sort(a.begin(), a.end());
  std::sort(e.begin(), e.end());
  const double slack = e.size() > 1 ? e.back() - e.front() : std::numeric_limits<double>::max();
  if (a.front() < e.front() - slack || a.back() > e.back() + slack) {
    return fmt::format("a random output ranges from {} to {}, expected about {} to {}", a.front(),
                       a.back(), e.front(), e.back());
  }
  const auto n = static_cast<double>(a.size());
  const auto m = static_cast<double>(e.size());
  const double distance = ks_distance(a, e);
  const double bound = ks_factor * std::sqrt((n + m) / (n * m));
  if (distance <= bound) return "";
  return fmt::format(
      "a random output's distribution is {:.3f} away from the expected one "
      "(bound {:.3f})",
      distance, bound);
}

}  // namespace

bool is_random(const Node& node) {
  return shares_names(node.domain) && generators.count(node.op_type) != 0;
}

bool draws_freely(const Model& model, const Bindings& inputs) {
  return draws(model, inputs, Draws::unseeded);
}

bool draws(const Model& model, const Bindings& inputs) { return draws(model, inputs, Draws::any); }

RuleResult compare_samples(const Value& actual, const Value& expected) {
  const bool alike = actual.is_tensor() && expected.is_tensor() &&
                     actual.tensor().dtype() == expected.tensor().dtype() &&
                     actual.tensor().shape() == expected.tensor().shape();
  if (!alike || is_complex(actual.tensor().dtype()) || actual.tensor().dtype() == DType::string) {
    return compare(actual, expected);
  }
  RuleResult verdict;
  verdict.message = complaint(sample_of(actual.tensor()), sample_of(expected.tensor()));
  if (!verdict.message.empty()) verdict.kind = Mismatch::values;
  return verdict;
}

}  // namespace etalon
