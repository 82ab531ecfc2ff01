// Slice: output = data[starts:ends:steps] along axes; bounds past an end are clamped to it.
//   1         starts, ends, axes as attributes; step 1
//   10        as inputs; steps, which may be negative
//   11, 13    11: negative axes; 13: more types
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

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

Tensor slice(const Tensor& data, const std::vector<int64_t>& starts,
             const std::vector<int64_t>& ends, const std::vector<size_t>& axes,
             const std::vector<int64_t>& steps) {
  if (ends.size() != starts.size() || axes.size() != starts.size() ||
      steps.size() != starts.size() || starts.size() > data.rank()) {
    throw InvalidInput("there are {} starts, {} ends, {} axes and {} steps for {} axes of data",
                       starts.size(), ends.size(), axes.size(), steps.size(), data.rank());
  }
  Shape shape = data.shape();
  Tensor output = data;
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto size = static_cast<int64_t>(data.dim(axes[i]));
    const Entries entries = selected(starts[i], ends[i], steps[i], size);
    shape[axes[i]] = static_cast<size_t>(entries.count);
    if (output.size() == 0) continue;
    std::vector<size_t> indices(shape[axes[i]]);
    int64_t index = entries.first;
    for (size_t& entry : indices) entry = size_t(std::exchange(index, index + entries.step));
    output = pick(output, axes[i], indices);
  }
  return output.size() == 0 ? Tensor::zeros(data.dtype(), shape) : output;
}

Values slice_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  const std::vector<int64_t> starts = call.ints("starts");
  const std::vector<size_t> axes =
      call.has("axes") ? axis_indices(call.ints("axes"), data.rank()) : all_axes(starts.size());
  return {slice(data, starts, call.ints("ends"), axes, std::vector<int64_t>(starts.size(), 1))};
}

Values slice_10(const Call& call) {
  const Tensor& data = call.tensor("data");
  const std::vector<int64_t> starts = call.tensor("starts").ints();
  const Tensor* axes = call.maybe("axes");
  const Tensor* steps = call.maybe("steps");
  return {slice(data, starts, call.tensor("ends").ints(),
                axes ? axis_indices(axes->ints(), data.rank()) : all_axes(starts.size()),
                steps ? steps->ints() : std::vector<int64_t>(starts.size(), 1))};
}

const Operator op("Slice", {{slice_1, {1}}, {slice_10, {10, 11, 13}}});

}  // namespace
}  // namespace etalon
