// The pools, without MaxPool.
#include "ops/ai.onnx/nn/pooling.h"
#include "engine/operators/constant_options.h"
#include "ops/ai.onnx/nn/average_pool.h"

namespace etalon {
namespace {

// Σ x over what each window reads of x [N, C, input…], padding left out: [N, C, output…].
Reals sum_over_windows(const Reals& x, const Window& window) {
  Reals Y = full(output_shape(x.shape()[0], x.shape()[1], window), 0.0);
  const size_t inputs = split_at(x.shape(), 2).after;
  const size_t outputs = split_at(Y.shape(), 2).after;
  for (size_t i = 0; i < Y.size(); ++i) {
    const Reads reads(window, i % outputs, i / outputs * inputs);
    reads.each([&](size_t at) { Y.data()[i] += x.data()[at]; });
  }
  return Y;
}

Reals powers(const Tensor& X, double p) { return xt::pow(xt::abs(X.as<double>()), p); }

// The released difference leaves no window without elements where the padding counts.
void average_pool(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const Window window = pool_window(open.call, X);
  open.Y = step_or_exact(either_zero(open.Y, "negative_zero"), "overflow",
                         [&] { return sum_over_windows(Reals(xt::abs(X.as<double>())), window); });
  const auto of_none = [&] {
    const Bools none = xt::equal(elements_counted(open.call, window), int64_t{0});
    return broadcast_array(none, open.Y.shape());
  };
  open.Y = choice(open.Y, "padding_window", of_none, "zero",
                  constants(open.Y.dtype(), {{"nan", std::nan("")}}));
}

void windows_of_padding(const Call& call) {
  const Ints counts = elements_read(pool_window(call, call.tensor("X")));
  at_point("padding_window", std::find(counts.begin(), counts.end(), 0) != counts.end());
}

void lp_pool(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    return sum_over_windows(powers(X, order_of_norm(open.call)), pool_window(open.call, X));
  });
  open.Y = any_shape(open.Y, "empty_1", open.call.since_version() < 18 && X.size() == 0);
}

void no_elements(const Call& call) { at_point("empty", call.tensor("X").size() == 0); }

void global_lp_pool(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    return sum_over(powers(X, order_of_norm(open.call)), spatial_axes(X));
  });
}

Tensor open_where_empty(const Tensor& Y, const Tensor& X, std::string_view chosen,
                        const std::vector<Option>& others) {
  return choice(
      Y, "empty", [&] { return full(Y.shape(), X.size() == 0); }, chosen, others);
}

void global_average_pool(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  open.Y = step_or_exact(either_zero(open.Y, "negative_zero"), "overflow",
                         [&] { return sum_over(Reals(xt::abs(X.as<double>())), spatial_axes(X)); });
  open.Y = open_where_empty(open.Y, X, "nan", constants(X.dtype(), {{"zero", 0}}));
}

void global_max_pool(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const auto ignored = [&] {
    return open.again({{"X", without_nan(X, -std::numeric_limits<double>::infinity())}});
  };
  open.Y = either_zero(nan_or_number(open.Y, "nan", ignored), "negative_zero");
  open.Y = open_where_empty(open.Y, X, "minus_infinity", extremes_of_none(X.dtype()));
}

const Open op[] = {{"AveragePool", average_pool},
                   {"LpPool", windows_of_padding, lp_pool},
                   {"GlobalLpPool", no_elements, global_lp_pool},
                   {"GlobalAveragePool", global_average_pool},
                   {"GlobalMaxPool", global_max_pool}};

}  // namespace
}  // namespace etalon
