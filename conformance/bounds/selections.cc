#include "conformance/bounds/selections.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/numerics/numerics.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

using Names = std::initializer_list<std::string_view>;

bool is_one_of(const Node& node, Names names) {
  return node.schema->domain.empty() &&
         std::find(names.begin(), names.end(), node.op_type) != names.end();
}

double greatest_error(const Values& inputs) {
  double greatest = 0;
  for (const Value& input : inputs) {
    if (!input.is_tensor() || !has_errors(input.tensor())) continue;
    for (const double error : errors_of(input.tensor())) {
      greatest =
          std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(greatest, error);
    }
  }
  return greatest;
}

// Each element's error, more of a step, and of the rounding to the output's type if it is narrower.
Reals carried(const Value& input, const Tensor& output, double step) {
  Reals errors = errors_of(input.tensor());
  const Reals values = output.as<double>();
  const bool narrows = input.tensor().dtype() != output.dtype() && has_rounding(output.dtype());
  const double unit = narrows ? rounding_of(output.dtype()).unit() : 0;
  for (size_t i = 0; i < errors.size(); ++i) {
    double& error = errors.data()[i];
    if (error != 0) error += step + 2 * unit * std::fabs(values.data()[i]);
  }
  return errors;
}

// The least positive number of a float type.
double least_positive(DType type) {
  double least = 1;
  while (round_to(type, least / 2) > 0) least /= 2;
  return least;
}

// A step of a float type of a few bits from each element to a neighbour, at most: it has at least
// one bit behind the first.
Reals steps(const Tensor& output) {
  const Reals magnitude = xt::abs(output.as<double>());
  return magnitude / 2 + least_positive(output.dtype());
}

}  // namespace

std::optional<Reals> selection_errors(const Node& node, const Values& inputs, const Tensor& output,
                                      const Ordinary& ordinary) {
  // A quotient near the middle of two integers may be rounded to either.
  constexpr double one_step = 1;
  const bool quantizes =
      is_one_of(node, {"QuantizeLinear", "DynamicQuantizeLinear", "QLinearConv", "QLinearMatMul"});
  if (quantizes && is_integer(output.dtype())) {
    return full(output.shape(), one_step);
  }
  if (quantizes && is_float(output.dtype())) return steps(output);
  const double greatest = greatest_error(inputs);
  if (greatest == 0 || !is_float(output.dtype())) return std::nullopt;
  const bool same_shape = inputs[0].is_tensor() && inputs[0].tensor().shape() == output.shape();
  if (same_shape && is_one_of(node, {"Cast", "CastLike", "Clip"})) {
    return carried(inputs[0], output, 0);
  }
  if (same_shape && is_one_of(node, {"Floor", "Ceil", "Round"})) {
    return carried(inputs[0], output, one_step);
  }
  // The maximum of numbers is off by at most the greatest of their errors.
  if (is_one_of(node, {"MaxPool", "GlobalMaxPool", "ReduceMax"})) {
    Values errors = inputs;
    errors[0] = Tensor::decided(DType::float64, errors_of(inputs[0].tensor()));
    return ordinary(node, errors).at(0).tensor().as<double>();
  }
  if (is_one_of(node, {"Max", "Min", "ReduceMin", "MaxRoiPool"})) {
    return full(output.shape(), greatest);
  }
  return std::nullopt;
}

bool selects(const Node& node) {
  return is_one_of(
      node, {"Cast", "CastLike", "Clip", "Floor", "Ceil", "Round", "MaxPool", "GlobalMaxPool",
             "ReduceMax", "Max", "Min", "ReduceMin", "MaxRoiPool", "QuantizeLinear",
             "DynamicQuantizeLinear", "QLinearConv", "QLinearMatMul"});
}

bool ignores_values(const Node& node) {
  return is_one_of(node, {"Constant", "ConstantOfShape", "EyeLike", "Shape", "Size"});
}

}  // namespace etalon
