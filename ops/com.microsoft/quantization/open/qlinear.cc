// QLinearAdd and its kind.
#include "ops/com.microsoft/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/quantization.h"
#include "ops/com.microsoft/negative_padding.h"
#include "ops/com.microsoft/quantization/open/rounding.h"
#include "ops/com.microsoft/quantization/qlinear_average_pool.h"
#include "ops/com.microsoft/quantization/qlinear_conv.h"

namespace etalon {

void open_rounding(Opening& open, const Reals& quotient, const Reals& zero_point,
                   const Reals& steps) {
  constexpr double most_steps = 8;
  const auto near_middle = [&] {
    const Reals zero = broadcast_array(zero_point, quotient.shape());
    Bools near = full(quotient.shape(), false);
    for (size_t i = 0; i < near.size(); ++i) {
      const double q = quotient.data()[i], middle = std::floor(q) + 0.5;
      const double error = most_steps * 0x1p-24 * (steps.data()[i] + std::fabs(zero.data()[i]));
      near.data()[i] = std::isfinite(q) && std::fabs(q - middle) <= error;
    }
    return near;
  };
  const auto other = [&] {
    const Reals whole = by_element(quotient, [](double q) {
      return std::isfinite(q) ? 2 * std::floor(q) + 1 - std::rint(q) : 0;
    });
    return quantized(open.Y.dtype(), whole, zero_point);
  };
  open.Y = choice(open.Y, "rounding", near_middle, "exact", {{"other", other}});
  open.Y = any_end(
      open.Y, "no_number", [&] { return Bools(!xt::isfinite(quotient)); }, zero_point);
}

namespace {

// One quotient for all of Y.
Tensor quantized_one(const Tensor& Y, double quotient, const Reals& zero_point) {
  return quantized(Y.dtype(), full(Y.shape(), quotient), zero_point);
}

}  // namespace

Tensor any_end(const Tensor& Y, std::string_view point, const Where& where,
               const Reals& zero_point) {
  const auto of = [&](double quotient) {
    return [&, quotient] { return quantized_one(Y, quotient, zero_point); };
  };
  const auto zero = [&] { return quantized_one(Y, 0, scalar_array(0.0)); };
  return choice(Y, point, where, "formula",
                {{"least", of(-infinity)},
                 {"greatest", of(infinity)},
                 {"zero_point", of(0)},
                 {"zero", zero}});
}

Tensor with_lost_digits(const Tensor& Y, std::string_view point, const Where& where,
                        const Reals& quotient, const Reals& zero_point) {
  return between(Y, point, where, [&] {
    const Reals q = by_element(quotient, [](double each) { return std::isnan(each) ? 0 : each; });
    const auto end = [&](auto of) { return quantized(Y.dtype(), by_element(q, of), zero_point); };
    return Ends{end([](double each) { return std::min(0.0, 2 * each); }),
                end([](double each) { return std::max(0.0, 2 * each); }),
                {quantized_one(Y, -infinity, zero_point), quantized_one(Y, infinity, zero_point),
                 quantized_one(Y, 0, scalar_array(0.0))}};
  });
}

bool leaves_normal_numbers(const std::vector<double>& factors, double least) {
  double above = 1, below = 1;
  for (const double factor : factors) {
    const double size = std::fabs(factor);
    if (size == 0 || !std::isfinite(size)) return false;
    above *= std::max(1.0, size), below *= std::min(1.0, size);
  }
  if (std::isinf(round_to(DType::float32, above))) return true;
  return below < 0x1p-126 && above * below > least;
}

namespace {

// The texts of sums and products have no saturation.
void open_saturation(Opening& open) {
  open.Y = saturate_or_wrap(open.Y, "saturation", [&] {
    const Reals quotient = open.output(1).as<double>();
    const double zero_point = Quantization(open.call, "C").zero_point;
    return by_element(quotient,
                      [&](double q) { return std::isfinite(q) ? std::rint(q) + zero_point : 0; });
  });
}

// |X| + |zero_point| bounds the steps of a runtime that multiplies them apart.
Reals reach(const Tensor& X, const Quantization& of_X) {
  const Reals x = xt::abs(X.as<double>());
  return x + std::fabs(of_X.zero_point);
}

void open_add(Opening& open) {
  const Call& call = open.call;
  const Quantization of_A(call, "A"), of_B(call, "B"), of_C(call, "C");
  const double a = std::fabs(of_A.scale / of_C.scale), b = std::fabs(of_B.scale / of_C.scale);
  open_rounding(open, of_C,
                by_element(Reals(reach(call.tensor("A"), of_A) * a),
                           Reals(reach(call.tensor("B"), of_B) * b), std::plus()));
  open_saturation(open);
}

// The quotient itself is the greatest step.
void open_product(Opening& open, const Quantization& of_Y) {
  open_rounding(open, of_Y, Reals(xt::abs(open.output(1).as<double>())));
}

void open_mul(Opening& open) {
  open_product(open, Quantization(open.call, "C"));
  open_saturation(open);
}

// “alpha * dequantize(x)”: the steps X_scale · (X − X_zero_point), and alpha times it, may leave
// the normal numbers of the type.
void open_leaky_relu(Opening& open) {
  const Quantization of_X(open.call, "X");
  open_product(open, Quantization(open.call, "Y"));
  const double alpha = open.call.real("alpha");
  const Reals quotient = open.output(1).as<double>();
  const auto where = [&] {
    const Reals x = of_X.centred(open.call.tensor("X")).as<double>();
    Bools leaves = full(x.shape(), false);
    for (size_t i = 0; i < x.size(); ++i) {
      const double dequantized = std::fabs(of_X.scale * x.flat(i));
      const double scaled = x.flat(i) < 0 ? dequantized * std::fabs(alpha) : dequantized;
      const bool exceeds = std::isinf(round_to(DType::float32, std::max(dequantized, scaled)));
      const bool small = std::min(dequantized, scaled) < 0x1p-126;
      leaves.flat(i) = std::isfinite(dequantized) &&
                       (exceeds || (small && std::fabs(quotient.flat(i)) > least_scale));
    }
    return leaves;
  };
  const Reals zero_point = scalar_array(Quantization(open.call, "Y").zero_point);
  open.Y = with_lost_digits(open.Y, "scales", where, quotient, zero_point);
}
void open_where(Opening& open) { open_product(open, Quantization(open.call, "z")); }
void open_concat(Opening& open) { open_product(open, Quantization(open.call, "Y")); }

// An error of an exponent x counts |x| times.
void open_exponential(Opening& open, const Tensor& X, const Quantization& of_X,
                      const Quantization& of_Y, double terms) {
  const Reals x = reach(X, of_X) * std::fabs(of_X.scale);
  const double greatest = x.size() == 0 ? 0 : max_over(Reals(xt::flatten(x)), {0})(0);
  const Reals q = xt::abs(open.output(1).as<double>());
  open_rounding(open, of_Y, Reals(q * (greatest + terms)));
}

void open_sigmoid(Opening& open) {
  const Call& call = open.call;
  open_exponential(open, call.tensor("X"), Quantization(call, "X"), Quantization(call, "Y"), 4);
}

// Whether one of these inputs has the shape [1], which is a scalar's or not.
void open_one_element(const Call& call, std::initializer_list<const char*> names) {
  at_point("one_element", std::any_of(names.begin(), names.end(), [&](const char* name) {
             return call.maybe(name) && call.maybe(name)->rank() != 0;
           }));
}

void open_softmax(Opening& open) {
  open_one_element(open.call, {"X_scale", "x_zero_point", "y_scale", "y_zero_point"});
  const Tensor& X = open.call.tensor("X");
  const Quantization of_X(open.call, "X_scale", "x_zero_point");
  open_exponential(open, X, of_X, Quantization(open.call, "y"), 4 + double(X.size()));
}

// No step of a mean exceeds the greatest of X, whose sum has as many roundings as terms.
void open_mean(Opening& open, const Tensor& X, const Quantization& of_X, const Quantization& of_Y) {
  const Reals x = reach(X, of_X) * std::fabs(of_X.scale / of_Y.scale);
  const double greatest = x.size() == 0 ? 0 : max_over(Reals(xt::flatten(x)), {0})(0);
  open_rounding(open, of_Y, full(open.Y.shape(), greatest));
}

void open_reduce_mean(Opening& open) {
  const Call& call = open.call;
  open_mean(open, call.tensor("data"), Quantization(call, "data"), Quantization(call, "reduced"));
}

void open_mean_of_pool(Opening& open) {
  const Call& call = open.call;
  open_mean(open, call.tensor("X"), Quantization(call, "x"), Quantization(call, "y"));
}

void open_global_average_pool(Opening& open) {
  open_one_element(open.call, {"x_scale", "x_zero_point", "y_scale", "y_zero_point"});
  open_mean_of_pool(open);
}

// With count_include_pad it is not said whether what lies beyond the padding, which ceil_mode
// reads, counts as well: all of the kernel's elements then do.
Tensor with_whole_windows(Opening& open, const PoolOperands& of) {
  double kernel = 1;
  for (const Sliding& s : of.window) kernel *= double(s.kernel);
  const Shape shape = output_shape(of.X.dim(0), of.X.dim(1), of.window);
  const Tensor counted = of.as_given(broadcast_to(Tensor::of(DType::int64, of.counts), shape));
  const Reals sums = open.output(1).as<double>() * counted.as<double>();
  const double zero_point = Quantization(open.call, "y").zero_point;
  return quantized(open.Y.dtype(), Reals(sums / kernel), scalar_array(zero_point));
}

void open_average_pool(Opening& open) {
  const PoolOperands of(open.call);
  open_mean_of_pool(open);
  const auto of_padding = [&] {
    const Shape shape = output_shape(of.X.dim(0), of.X.dim(1), of.window);
    const Tensor none = Tensor::of(DType::boolean, Bools(xt::equal(of.counts, int64_t{0})));
    return of.as_given(broadcast_to(none, shape)).as<bool>();
  };
  const Reals zero_point = scalar_array(Quantization(open.call, "y").zero_point);
  open.Y = any_end(open.Y, "padding_window", of_padding, zero_point);
  open_negative_padding(open, "X", of.window, of.channels_are_last ? 1 : 2);
  if (!open.call.flag("count_include_pad")) return;
  open.Y = either_of(open.Y, "beyond_padding", "left_out", "counted",
                     [&] { return with_whole_windows(open, of); });
}

// With an axis, whether one value is for more than one entry along it.
void open_scale_of_axis(const Call& call, const char* X, const char* scale,
                        const char* zero_point) {
  if (!call.has("axis")) return open_one_element(call, {scale, zero_point});
  const Tensor& of = call.tensor(X);
  const size_t entries = of.dim(axis_index(call.integer("axis"), of.rank()));
  at_point("one_element", call.tensor(scale).size() == 1 && entries != 1);
}

void open_dequantize_linear(Opening& open) {
  open_scale_of_axis(open.call, "x", "x_scale", "x_zero_point");
}

// The quotient is one step, which a runtime rounds to float32 or to the type of x before it is
// rounded to an integer. That of an infinite x saturates, as the text has it.
void open_quantize_linear(Opening& open) {
  const Call& call = open.call;
  open_scale_of_axis(call, "x", "y_scale", "y_zero_point");
  const Tensor &x = call.tensor("x"), &y_scale = call.tensor("y_scale");
  const Tensor zero_point = zero_point_of(call, call.maybe("y_zero_point"), y_scale, x.shape());
  const Reals quotient = open.output(1).as<double>();
  const Reals zero = broadcast_array(zero_point.as<double>(), quotient.shape());
  for (const DType type : {DType::float32, x.dtype()}) {
    open.Y = either_of(open.Y, "rounding", "exact", "other", [&] {
      const Reals rounded =
          by_element(quotient, [&](double q) { return std::isnan(q) ? 0 : round_to(type, q); });
      return choose(Bools(xt::isnan(quotient)), open.Y.with_side(nullptr),
                    quantized(open.Y.dtype(), rounded, zero));
    });
  }
  const auto no_number = [&] {
    return Bools(xt::isnan(quotient) || (xt::isinf(quotient) && xt::isfinite(x.as<double>())));
  };
  open.Y = any_end(open.Y, "no_number", no_number, zero);
}

void open_conv(Opening& open) {
  const Call& call = open.call;
  const ConvOperands of(call);
  Tensor quotient = Tensor::decided(DType::float64,
                                    quotients(of.conv.call(), integer_convolution(of.conv.call())));
  const Reals zero_point = scalar_array(call.tensor("y_zero_point").item<double>());
  const Reals q = of.as_given(quotient).as<double>();
  open_rounding(open, q, zero_point, Reals(xt::abs(q) * 4.0));
  const auto leaves_range = [&] {
    const Reals w_scale = call.tensor("w_scale").as<double>();
    const double x_scale = call.tensor("x_scale").item<double>();
    const double y_scale = call.tensor("y_scale").item<double>();
    const Ints map = coordinate(q.shape(), of.channels_are_last ? q.dimension() - 1 : 1);
    Bools leaves = full(q.shape(), false);
    for (size_t i = 0; i < leaves.size(); ++i) {
      const double w = w_scale.flat(w_scale.size() == 1 ? 0 : size_t(map.flat(i)));
      leaves.flat(i) = leaves_normal_numbers({x_scale, w, 1 / y_scale}, least_scale);
    }
    return leaves;
  };
  open.Y = with_lost_digits(open.Y, "scales", leaves_range, q, zero_point);
}

const Open op[] = {{"QuantizeLinear", open_quantize_linear},
                   {"DequantizeLinear", open_dequantize_linear},
                   {"QLinearConv", open_conv},
                   {"QLinearAdd", open_add},
                   {"QLinearMul", open_mul},
                   {"QLinearSigmoid", open_sigmoid},
                   {"QLinearLeakyRelu", open_leaky_relu},
                   {"QLinearConcat", open_concat},
                   {"QLinearWhere", open_where},
                   {"QLinearSoftmax", open_softmax},
                   {"QLinearReduceMean", open_reduce_mean},
                   {"QLinearGlobalAveragePool", open_global_average_pool},
                   {"QLinearAveragePool", open_average_pool}};

}  // namespace
}  // namespace etalon
