// Products of integers: those whose results are floats, and those of 16 bits.
#include "engine/numerics/matmul.h"
#include "ops/ai.onnx/math/matrices.h"
#include "ops/com.microsoft/quantization/open/rounding.h"
#include "ops/com.microsoft/quantization/qgemm.h"

namespace etalon {
namespace {

// Steps of scales and sums, in any order, may exceed the type where the result does not; and a
// product of 0 has the sign of nothing.
void open_scaled(Opening& open, const Reals& steps) {
  open.Y = either_zero(open.Y, "negative_zero");
  open.Y = step_or_exact(open.Y, "overflow", [&] { return steps; });
}

double greatest(const Tensor& X) {
  const Reals x = xt::abs(X.as<double>());
  return std::accumulate(x.begin(), x.end(), 0.0,
                         [](double a, double b) { return std::max(a, b); });
}

// The greatest that a step may be: of K products of integers up to 255, with scales and bias.
Reals greatest_step(const Opening& open, double a_scale) {
  const Tensor& A = open.call.tensor("A");
  const auto K = double(A.dim(A.rank() - 1));
  const double b_scale = greatest(open.call.tensor("b_scale"));
  const Tensor* bias = open.call.maybe("bias");
  const double products = 0x1p16 * std::max(K, 1.0);
  return full(open.Y.shape(), std::max(1.0, a_scale) * std::max(1.0, b_scale) * products +
                                  (bias ? greatest(*bias) : 0));
}

// Whether inputs of one element, with an axis, are for more than one column.
bool is_one_for_columns(const Call& call, std::initializer_list<const char*> names,
                        size_t columns) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) {
    const Tensor* values = call.maybe(name);
    return values && values->rank() == 1 && values->size() == 1 && columns != 1;
  });
}

// A with 0 in place of NaN, of which the range is that of its numbers.
Tensor numbers_of(const Tensor& A) { return without_nan(A, 0); }

// What a NaN of A is as an integer, nobody says: the product is NaN, or what 0 to 255 give. Of an
// infinity the scale is ∞.
Ends any_integers(const Opening& open) {
  const Tensor &A = open.call.tensor("A"), &B = open.call.tensor("B");
  const double scale = step_of_range(numbers_of(A)) * greatest(open.call.tensor("b_scale"));
  const auto counted = [](const Bools& each) {
    return Tensor::decided(DType::float64, Reals(xt::cast<double>(each)));
  };
  const Tensor* zero = open.call.maybe("b_zero_point");
  const double reach = greatest(B) + (zero ? greatest(*zero) : 0);
  Reals rows = sum_over(counted(nans(A)).as<double>(), {A.rank() - 1}) * (255 * scale * reach);
  if (B.rank() < 2) rows.reshape(Shape(A.shape().begin(), A.shape().end() - 1));
  const Reals off = broadcast_array(rows, open.Y.shape());
  const Reals y = open.again({{"A", numbers_of(A)}}).as<double>();
  const DType T = open.Y.dtype();
  return {Tensor::decided(T, Reals(y - off)),
          Tensor::decided(T, Reals(y + off)),
          {scalar(T, std::nan(""))}};
}

// The product of an A whose range exceeds the type, by the 255th part of it, which does not: of a
// thousandth of A and of the bias, times a thousand.
Tensor by_exact_range(const Opening& open) {
  const Tensor small = open.again({"A", "bias"}, [](const Tensor& X) {
    return each(X, [](const auto& x) { return x * 0x1p-10; });
  });
  return each(small, [](const auto& y) { return y * 0x1p10; });
}

// Nor by which scale, where the greatest less the least exceeds the type, of which a scale is the
// 255th part.
void open_dynamic_matmul(Opening& open) {
  const Tensor& A = open.call.tensor("A");
  at_point("one_element", is_one_for_columns(open.call, {"b_scale", "b_zero_point"},
                                             columns_of(open.call.tensor("B"))));
  const Reals x = A.as<double>();
  open_scaled(open, greatest_step(open, step_of_range(A)));
  const auto all = [&](bool is_open) {
    return [&, is_open] { return full(open.Y.shape(), is_open); };
  };
  const auto constant = [&](double value) {
    return [type = open.Y.dtype(), value] { return scalar(type, value); };
  };
  const std::vector<Option> infinities{{"infinity", constant(infinity)},
                                       {"minus_infinity", constant(-infinity)}};
  const bool has_infinity = xt::any(Bools(xt::isinf(x))), has_nan = xt::any(Bools(xt::isnan(x)));
  open.Y = choice(open.Y, "no_number", all(has_infinity), "nan", infinities);
  open.Y = between(open.Y, "no_number", all(has_nan && !has_infinity),
                   [&] { return any_integers(open); });
  const double range = 255 * step_of_range(A);
  const bool is_wide = std::isfinite(range) && std::isinf(round_to(A.dtype(), range));
  std::vector<Option> others = infinities;
  others.push_back({"exact_range", [&] { return by_exact_range(open); }});
  open.Y = choice(open.Y, "range", all(is_wide), "nan", others);
}

void open_to_float(Opening& open) {
  const Call& call = open.call;
  const size_t K = columns_of(call.tensor("A")), N = columns_of(call.tensor("B"));
  at_point("one_element", is_one_for_columns(call, {"a_scale", "a_zero_point"}, K) ||
                              is_one_for_columns(call, {"b_scale", "b_zero_point"}, N));
  open_scaled(open, greatest_step(open, greatest(open.call.tensor("a_scale"))));
}

// y_zero_point, 0 where Y is not quantized.
Reals zero_point_of(const Opening& open) {
  const Tensor* zero_point = open.call.maybe("y_zero_point");
  return scalar_array(zero_point ? zero_point->item<double>() : 0);
}

void open_scales(Opening& open, const Where& leaves_range) {
  if (open.call.maybe("y_zero_point")) {
    open.Y = with_lost_digits(open.Y, "scales", leaves_range, open.output(1).as<double>(),
                              zero_point_of(open));
    return;
  }
  open.Y = between(open.Y, "scales", leaves_range, [&] {
    const DType T = open.Y.dtype();
    const Reals twice = open.Y.as<double>() * 2.0;
    return Ends{Tensor::decided(T, Reals(xt::minimum(twice, 0.0))),
                Tensor::decided(T, Reals(xt::maximum(twice, 0.0))),
                {scalar(T, infinity), scalar(T, -infinity), scalar(T, std::nan(""))}};
  });
}

// C is added to the integers, where sums wrap or saturate, or to the product of floats.
void open_integer_sums(Opening& open, const QGemm& of, const Bools& wraps) {
  const Ints exact = of.sum.as<int64_t>() + of.C.as<int64_t>();
  const auto with = [&](const Reals& sums) {
    const Reals y =
        sums * broadcast_array(of.b_scale.as<double>(), open.Y.shape()) * (of.alpha * of.a_scale);
    if (!open.call.maybe("y_zero_point")) return Tensor::decided(open.Y.dtype(), y);
    const Reals quotient = y / of.y_scale.item<double>();
    return quantized(open.Y.dtype(), quotient, zero_point_of(open));
  };
  const auto wrapped = [&] { return with(Reals(Tensor::of(DType::int32, exact).as<double>())); };
  const auto saturated = [&] {
    return with(Reals(xt::clip(xt::cast<double>(exact), -0x1p31, 0x1p31 - 1)));
  };
  open.Y = choice(open.Y, "integer_overflow", [&] { return wraps; }, "exact",
                  {{"wrap", wrapped}, {"saturate", saturated}});
}

void open_qgemm(Opening& open) {
  const QGemm of(open.call);
  at_point("one_element",
           is_one_for_columns(open.call, {"b_scale", "b_zero_point"}, of.sum.dim(1)));
  const Reals sum = xt::abs(of.sum.as<double>()), C = xt::abs(of.C.as<double>());
  const double factor = std::fabs(of.alpha * of.a_scale) * greatest(of.b_scale);
  const Reals steps = (sum + C) * factor;
  if (const Tensor* y_zero_point = open.call.maybe("y_zero_point")) {
    const Quantization of_Y("y_scale", of.y_scale, "y_zero_point", y_zero_point);
    open_rounding(open, of_Y, Reals(steps / std::fabs(of_Y.scale)));
  } else {
    open_scaled(open, Reals((sum + C) * std::max(1.0, factor)));
  }
  const auto leaves_range = [&] {
    const bool is_quantized = open.call.maybe("y_zero_point") != nullptr;
    const double y_scale = is_quantized ? of.y_scale.item<double>() : 1;
    const Reals b_scale = broadcast_array(of.b_scale.as<double>(), open.Y.shape());
    Bools leaves = full(open.Y.shape(), false);
    for (size_t i = 0; i < leaves.size(); ++i) {
      leaves.flat(i) = leaves_normal_numbers({of.alpha, of.a_scale, b_scale.flat(i), 1 / y_scale},
                                             is_quantized ? least_scale : 0);
    }
    return leaves;
  };
  open_scales(open, leaves_range);
  open_integer_sums(open, of, Bools(sum + C >= 0x1p31));
}

void open_integer16(Opening& open) {
  open.Y = wrap_or_saturate(open.Y, "integer_overflow", [&] {
    return matmul(open.call.tensor("A").as<double>(), open.call.tensor("B").as<double>());
  });
}

const Open op[] = {{"DynamicQuantizeMatMul", open_dynamic_matmul},
                   {"MatMulIntegerToFloat", open_to_float},
                   {"QGemm", open_qgemm},
                   {"MatMulInteger16", open_integer16}};

}  // namespace
}  // namespace etalon
