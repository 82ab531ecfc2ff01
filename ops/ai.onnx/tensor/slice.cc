// Slice: output = data[starts:ends:steps] along axes: the entries start, start + step, … before the
// end. A negative start or end counts from the axis' end; past an end, both are clamped to it.
//   1         starts, ends, axes as attributes; step 1
//   10        as inputs; steps, which may be negative
//   11, 13    11: negative axes; 13: more types
#include "ops/ai.onnx/tensor/slice.h"

namespace etalon {
namespace {

using Numbers = std::vector<int64_t>;

// first, first + step, …: `count` entries of an axis.
struct Entries {
  int64_t first, step, count;
};

// What start:end:step selects from an axis of `size`.
Entries selected(int64_t start, int64_t end, int64_t step, int64_t size) {
  if (step == 0) throw InvalidInput("a step is 0");
  if (start < 0) start += size;
  if (end < 0) end += size;
  step = std::clamp(step, -size - 1, size + 1);
  if (step > 0) {
    start = std::clamp<int64_t>(start, 0, size);
    end = std::min(end, size);
    return {start, step, end > start ? (end - start - 1) / step + 1 : 0};
  }
  // A start before the first entry is clamped to it, where NumPy would select nothing.
  start = std::min(std::max<int64_t>(start, 0), size - 1);
  end = std::max<int64_t>(end, -1);
  return {start, step, start > end ? (start - end - 1) / -step + 1 : 0};
}

Tensor sliced(const Tensor& data, const Numbers& starts, const Numbers& ends,
              const std::optional<Numbers>& axes_named, const std::optional<Numbers>& steps_named) {
  const std::vector<size_t> axes =
      axes_named ? axis_indices(*axes_named, data.rank()) : all_axes(starts.size());
  const Numbers steps = steps_named ? *steps_named : Numbers(starts.size(), 1);
  require_equal_lengths(data, starts, ends, axes, steps);
  Tensor output = data;
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto size = static_cast<int64_t>(data.dim(axes[i]));
    const auto [first, step, count] = selected(starts[i], ends[i], steps[i], size);
    output = pick_from(output, axes[i], first, step, count);
  }
  return output;
}

Values slice_1(const Call& call) {
  const auto axes = call.has("axes") ? std::optional(call.ints("axes")) : std::nullopt;
  return {sliced(call.tensor("data"), call.ints("starts"), call.ints("ends"), axes, {})};
}

Values slice_10(const Call& call) {
  return {sliced(call.tensor("data"), list_of(call, "starts"), list_of(call, "ends"),
                 maybe_list_of(call, "axes"), maybe_list_of(call, "steps"))};
}

const Operator op("Slice", {{slice_1, {1}}, {slice_10, {10, 11, 13}}});

}  // namespace
}  // namespace etalon
