#include "conformance/check/sum_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/operators/choice.h"
#include "engine/values/rounding.h"

namespace etalon {
namespace {

// Products of each sum, and one more for an addend.
size_t terms_of(const Call& call) {
  const std::string& op = call.schema().name;
  if (op == "MatMul") {
    const Tensor& A = call.tensor("A");
    return A.dim(A.rank() - 1);
  }
  if (op == "Gemm") {
    return call.tensor("A").dim(call.integer("transA") != 0 ? 0 : 1) + (call.maybe("C") ? 1 : 0);
  }
  const Tensor& W = call.tensor("W");
  const auto group = static_cast<size_t>(call.integer("group"));
  const size_t sums = op == "Conv" ? W.dim(0) : W.dim(1) * group;
  return W.size() / std::max<size_t>(sums, 1) + (call.maybe("B") ? 1 : 0);
}

// Σ|terms| is not what |operands| give where a factor of the operator is negative.
bool has_negative_factor(const Call& call) {
  return call.schema().name == "Gemm" && (call.real("alpha") < 0 || call.real("beta") < 0);
}

// The call's results in float64, for the inputs or their magnitudes.
Reals in_doubles(const Call& call, Values inputs, bool of_magnitudes) {
  for (Value& input : inputs) {
    if (input.absent()) continue;
    const Tensor& X = input.tensor();
    input = in_float64(of_magnitudes ? magnitudes(X) : X);
  }
  return evaluate_call(Call(call, inputs)).at(0).tensor().as<double>();
}

std::optional<SumErrors> errors_of(const Call& call, const Values& inputs, const Tensor& got) {
  const Reals exact = in_doubles(call, inputs, false), magnitude = in_doubles(call, inputs, true);
  const Reals given = got.as<double>();
  const Rounding rounding = rounding_of(got.dtype());
  SumErrors result;
  result.terms = terms_of(call);
  result.sums = given.size();
  for (size_t i = 0; i < given.size(); ++i) {
    const double unit = std::max(rounding.unit() * magnitude.data()[i], rounding.tiny);
    const double error = (given.data()[i] - exact.data()[i]) / unit;
    if (!std::isfinite(error)) return std::nullopt;
    result.mean += error / double(result.sums);
    result.mean_square += error * error / double(result.sums);
    result.largest = std::max(result.largest, std::fabs(error));
  }
  return result;
}

// Whether the node's sums are of values with these names alone.
bool sums_given_values(const Node& node, const std::set<std::string>& given) {
  static const std::set<std::string> sums{"MatMul", "Gemm", "Conv", "ConvTranspose"};
  return node.schema && node.schema->domain.empty() && sums.contains(node.op_type) &&
         std::all_of(node.inputs.begin(), node.inputs.end(),
                     [&](const std::string& name) { return name.empty() || given.contains(name); });
}

}  // namespace

double SumErrors::most_mean() const { return 2 * std::sqrt(double(terms) / double(sums)); }
double SumErrors::most_mean_square() const { return 0.4 * double(terms); }
bool SumErrors::within() const {
  return std::fabs(mean) <= most_mean() && mean_square <= most_mean_square() &&
         largest <= double(terms);
}

std::vector<std::optional<SumErrors>> sum_errors(const BoundModel& model, const Bindings& inputs,
                                                 const Values& got, const Options& options) {
  std::vector<std::optional<SumErrors>> result(got.size());
  std::set<std::string> given;
  for (const auto& [name, value] : inputs) given.insert(name);
  for (const auto& [name, value] : model.graph.initializers) given.insert(name);
  const auto& nodes = model.graph.nodes;
  const auto sums = [&](const Node& node) { return sums_given_values(node, given); };
  if (std::none_of(nodes.begin(), nodes.end(), sums)) return result;
  Options watched = options;
  watched.on_node = [&](const Node& node, const Values& values, const Values& outputs) {
    if (!sums(node)) return;
    const Tensor& expected = outputs.at(0).tensor();
    for (size_t i = 0; i < got.size(); ++i) {
      if (model.graph.outputs[i].name != node.outputs.at(0) || !got[i].is_tensor()) continue;
      const Tensor& Y = got[i].tensor();
      if (Y.dtype() != expected.dtype() || Y.shape() != expected.shape()) continue;
      if (!has_rounding(Y.dtype()) || Y.dtype() == DType::float64 || Y.size() == 0) continue;
      const Differences none;
      const Call call(node, model.graph, node.attributes, values, {}, none);
      if (!has_negative_factor(call)) result[i] = errors_of(call, values, Y);
    }
  };
  evaluate(model, inputs, watched);
  return result;
}

std::string to_string(const SumErrors& errors) {
  return fmt::format(
      "{} of up to {} terms; errors in roundings of Σ|terms|: mean {:.2g} "
      "(TOSA allows ±{:.2g}), mean square {:.2g} ({:.2g}), largest {:.2g} ({})",
      errors.sums, errors.terms, errors.mean, errors.most_mean(), errors.mean_square,
      errors.most_mean_square(), errors.largest, errors.terms);
}

}  // namespace etalon
