#include "conformance/bounds/selections.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/bounds/bound_walk.h"
#include "engine/numerics/numerics.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

constexpr double nothing_known = std::numeric_limits<double>::infinity();

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
      greatest = std::isnan(error) ? nothing_known : std::max(greatest, error);
    }
  }
  return greatest;
}

// An input's elements and errors, broadcast to a shape.
struct Operand {
  Operand(const Value& input, const Shape& shape)
      : values(broadcast_array(input.tensor().with_side(nullptr).as<double>(), shape)),
        errors(broadcast_array(errors_of(input.tensor()), shape)) {}
  Reals values, errors;
};

bool are_operands(const Values& inputs, const Tensor& output) {
  return std::all_of(inputs.begin(), inputs.end(), [&](const Value& input) {
    return input.is_tensor() && !is_complex(input.tensor().dtype()) &&
           input.tensor().dtype() != DType::string &&
           broadcast_shapes(input.tensor().shape(), output.shape()) == output.shape();
  });
}

// Of a comparison: nothing is known of an element whose operands may be equal.
Reals compared(const Values& inputs, const Tensor& output) {
  const Operand a(inputs[0], output.shape()), b(inputs[1], output.shape());
  Reals errors = a.errors + b.errors;
  for (size_t i = 0; i < errors.size(); ++i) {
    double& error = errors.data()[i];
    const bool decided = std::fabs(a.values.data()[i] - b.values.data()[i]) > error;
    if (error != 0) error = decided ? 0 : nothing_known;
  }
  return errors;
}

// Of And, Or, Xor and Not: an operand that is certain decides And where it is false, Or where true.
Reals combined(const Node& node, const Values& inputs, const Tensor& output) {
  const bool decides = node.op_type == "And" || node.op_type == "Or";
  const double deciding = node.op_type == "Or" ? 1 : 0;
  Reals errors = full(output.shape(), 0.0);
  Bools is_decided = full(output.shape(), false);
  for (const Value& input : inputs) {
    const Operand a(input, output.shape());
    for (size_t i = 0; i < errors.size(); ++i) {
      const bool certain = a.errors.data()[i] == 0;
      if (!certain) errors.data()[i] = nothing_known;
      if (certain && decides && a.values.data()[i] == deciding) is_decided.data()[i] = true;
    }
  }
  for (size_t i = 0; i < errors.size(); ++i) {
    if (is_decided.data()[i]) errors.data()[i] = 0;
  }
  return errors;
}

// Of Where, which may take either where its condition is not certain.
Reals chosen(const Values& inputs, const Tensor& output) {
  const Operand condition(inputs[0], output.shape()), x(inputs[1], output.shape()),
      y(inputs[2], output.shape());
  Reals errors = full(output.shape(), 0.0);
  for (size_t i = 0; i < errors.size(); ++i) {
    const bool takes_x = condition.values.data()[i] != 0;
    const Operand &taken = takes_x ? x : y, &other = takes_x ? y : x;
    double& error = errors.data()[i];
    error = taken.errors.data()[i];
    if (condition.errors.data()[i] == 0) continue;
    const double a = taken.values.data()[i], b = other.values.data()[i];
    error = std::max(error, (a == b ? 0 : std::fabs(a - b)) + other.errors.data()[i]);
    if (std::isnan(error)) error = nothing_known;
  }
  return errors;
}

// Of what gives, or is decided by, booleans that comparisons of inexact numbers give.
std::optional<Reals> decision_errors(const Node& node, const Values& inputs, const Tensor& output) {
  const bool compares =
      is_one_of(node, {"Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Equal"});
  const bool combines = is_one_of(node, {"And", "Or", "Xor", "Not"});
  const bool chooses = is_one_of(node, {"Where"}) && is_float(output.dtype());
  if (!compares && !combines && !chooses) return std::nullopt;
  const bool broadcasts = node.op_type == "Not" || node.schema->since_version >= 7;
  if (!broadcasts || !are_operands(inputs, output)) return std::nullopt;
  if (compares) return compared(inputs, output);
  return combines ? combined(node, inputs, output) : chosen(inputs, output);
}

// Each element's error, more of a step, and of the rounding to the output's type if it is narrower.
Reals carried(const Value& input, const Tensor& output, double step) {
  Reals errors = errors_of(input.tensor());
  const Reals values = output.as<double>();
  const bool narrows = input.tensor().dtype() != output.dtype() && has_rounding(output.dtype());
  const double unit = narrows ? rounding_of(output.dtype()).unit() : 0;
  const bool is_truth = input.tensor().dtype() == DType::boolean;  // off by 1, if at all
  for (size_t i = 0; i < errors.size(); ++i) {
    double& error = errors.data()[i];
    if (error != 0 && is_truth) error = 1;
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

// Whether a QuantizeLinear divides exact numbers by powers of 2, which no way of dividing rounds:
// then even a tie has one result.
bool has_exact_quotients(const Node& node, const Values& inputs) {
  if (node.op_type != "QuantizeLinear" || greatest_error(inputs) != 0) return false;
  if (node.attributes.contains("precision")) return false;  // in which the input is rounded first
  if (inputs[0].tensor().dtype() != inputs[1].tensor().dtype()) return false;
  const Reals scales = inputs[1].tensor().with_side(nullptr).as<double>();
  return std::all_of(scales.begin(), scales.end(), [](double scale) {
    int exponent = 0;
    return std::frexp(scale, &exponent) == 0.5;
  });
}

// Numbers of a float type that are greater, or less, by their errors and by what a runtime rounds
// in a product and two quotients with them.
Tensor moved(const Tensor& X, bool greater) {
  constexpr double roundings = 6;
  const DType type = X.dtype();
  const double unit = roundings * rounding_of(computed_in(type)).unit(),
               least = least_positive(type);
  const Reals errors = errors_of(X);
  Reals values = X.with_side(nullptr).as<double>();
  for (size_t i = 0; i < values.size(); ++i) {
    double& x = values.data()[i];
    if (!std::isfinite(x)) continue;
    const double by = errors.data()[i] + unit * std::fabs(x) + least;
    x += greater ? by : -by;
  }
  return Tensor::of(type, values);
}

// Integers that a quantization gives: a quotient near the middle of two may be rounded to either.
// All others have one result, however the scale is applied.
Reals quantization_errors(const Node& node, const Values& inputs, const Tensor& output,
                          const Ordinary& ordinary) {
  constexpr double one_step = 1;
  constexpr size_t y_scale = 6;  // of QLinearConv and QLinearMatMul
  const size_t place = node.op_type == "QuantizeLinear" ? 0 : y_scale;
  Values others = inputs;
  if (place < others.size()) others[place] = Value();
  const bool is_known = node.op_type != "DynamicQuantizeLinear" && place < inputs.size() &&
                        is_float_tensor(inputs[place]) && greatest_error(others) == 0;
  if (!is_known) return full(output.shape(), one_step);
  Reals errors = full(output.shape(), 0.0);
  const Reals values = output.with_side(nullptr).as<double>();
  for (const bool greater : {false, true}) {
    others[place] = moved(inputs[place].tensor(), greater);
    const Tensor Y = ordinary(node, others).at(0).tensor();
    errors = xt::maximum(errors, xt::abs(Y.with_side(nullptr).as<double>() - values));
  }
  return errors;
}

}  // namespace

std::optional<Reals> selection_errors(const Node& node, const Values& inputs, const Tensor& output,
                                      const Ordinary& ordinary) {
  constexpr double one_step = 1;
  const bool quantizes =
      is_one_of(node, {"QuantizeLinear", "DynamicQuantizeLinear", "QLinearConv", "QLinearMatMul"});
  if (quantizes && is_integer(output.dtype())) {
    if (has_exact_quotients(node, inputs)) return full(output.shape(), 0.0);
    return quantization_errors(node, inputs, output, ordinary);
  }
  if (quantizes && is_float(output.dtype())) return steps(output);
  const double greatest = greatest_error(inputs);
  if (greatest == 0) return std::nullopt;
  if (const auto errors = decision_errors(node, inputs, output)) return errors;
  if (!is_float(output.dtype())) return std::nullopt;
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
  // Nor is the number at any place of an order further off.
  if (is_one_of(node, {"Max", "Min", "ReduceMin", "MaxRoiPool", "TopK"})) {
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

bool computes_beside_nodes(const Node& node) {
  return !node.function && node.op_type == "FlexAttention";
}

bool ignores_values(const Node& node) {
  return is_one_of(node, {"Constant", "ConstantOfShape", "EyeLike", "Shape", "Size"});
}

}  // namespace etalon
