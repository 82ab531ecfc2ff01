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

// The window over an input of which the padding is a part.
Window with_padding(Window window) {
  for (Sliding& s : window) {
    s.input += s.begin + s.end;
    s.begin = s.end = 0;
  }
  return window;
}

// How many elements of each window count, of which so many are read.
Ints elements_counted(const Call& call, const Window& window, const Ints& read) {
  const bool count_include_pad = call.since_version() >= 7 && call.flag("count_include_pad");
  if (!count_include_pad) return read;
  if (!call.as_released("averagepool-beyond-padding")) return elements_read(with_padding(window));
  int64_t kernel = 1;
  for (const Sliding& s : window) kernel *= s.kernel;
  return full(output_shape(1, 1, window), kernel);
}

Values average_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Window window = pool_window(call, X);
  const Ints read = elements_read(window);
  const Ints counts = elements_counted(call, window, read);
  if (!choices_wanted() && std::find(counts.begin(), counts.end(), 0) != counts.end()) {
    throw Unspecified("a window lies in the padding only, and has no elements to average");
  }
  const Mapped elements(X, []<class R>(const R& x) { return x; });
  const Tensor Y =
      by_window(X, window, elements, [&]<class R>(SumOfTerms<R>& sum, size_t out) -> R {
        const int64_t count = counts.data()[out];
        if (read.data()[out] < count) sum.add(R(0));
        return unweighted(sum.result(), R(double(std::max<int64_t>(count, 1))));
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
