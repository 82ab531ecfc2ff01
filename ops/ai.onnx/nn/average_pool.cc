// AveragePool: Y = Σ X / the number of elements, over each window; padding counts as elements with
// value 0 if count_include_pad, what lies beyond the padding (ceil_mode) never does.
//   1           leaves padding out
//   7           count_include_pad
//   10          ceil_mode
//   11          the output for SAME_* is ⌈input / stride⌉, as auto_pad's description has it (its
//               formula without ceil_mode has ⌊ ⌋, which 19 corrects)
//   19, 22      19: dilations; 22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

// For each window the number of elements of the whole kernel.
Ints kernel_sizes(const Window& window) {
  int64_t size = 1;
  for (const Sliding& s : window) size *= s.kernel;
  return full(output_shape(1, 1, window), size);
}

// How many elements each window reads within the input, or within the padded input.
Ints elements_read(const Call& call, Window window, bool padded) {
  if (padded && call.as_released("averagepool-beyond-padding")) return kernel_sizes(window);
  if (padded) {
    for (Sliding& s : window) {
      s.input += s.begin + s.end;
      s.begin = s.end = 0;
    }
  }
  Ints counts = full(output_shape(1, 1, window), int64_t{0});
  each_run(window, [&](const Run& run) {
    for (size_t i = 0; i < run.count; ++i) ++counts.data()[run.out + i];
  });
  return counts;
}

Values average_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Window window = pool_window(call, X);
  const bool count_include_pad = call.since_version() >= 7 && call.flag("count_include_pad");
  const Ints counts = elements_read(call, window, count_include_pad);
  if (!choices_wanted() && std::find(counts.begin(), counts.end(), 0) != counts.end()) {
    throw Unspecified("a window lies in the padding only, and has no elements to average");
  }
  const Ints divisors =
      by_element(counts, [](int64_t count) { return std::max<int64_t>(count, 1); });
  const Ints padding = counts - elements_read(call, window, false);
  const Tensor Y = over_reals(X.dtype(), [&]<class R>() {
    Array<R> sums = sum_over_windows(elements_of<R>(X), window);
    for (size_t i = 0; i < sums.size(); ++i) {
      const size_t o = i % counts.size();
      // Padding that counts is an addend, and a sum of no addends is +0.
      if (padding.data()[o] > 0 || counts.data()[o] == 0) sums.data()[i] += R(0);
    }
    return rounded(X.dtype(), sums / xt::cast<double>(divisors));
  });
  const Tensor stepped = step_or_exact(either_zero(Y, "negative_zero"), "overflow", [&] {
    return sum_over_windows(Reals(xt::abs(X.as<double>())), window);
  });
  return {anything(stepped, "padding_window",
                   [&] { return Bools(xt::broadcast(xt::equal(counts, int64_t{0}), Y.shape())); })};
}

const Operator op("AveragePool", average_pool, {1, 7, 10, 11, 19, 22});

}  // namespace
}  // namespace etalon
