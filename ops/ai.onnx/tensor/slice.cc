// Slice: output = data[starts:ends:steps] along axes; bounds past an end are clamped to it.
//   1         starts, ends, axes as attributes; step 1
//   10        as inputs; steps, which may be negative
//   11, 13    11: negative axes; 13: more types
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

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

Tensor pick_entries(const Tensor& X, size_t axis, const Entries& entries) {
  if (X.size() == 0) {
    Shape shape = X.shape();
    shape[axis] = static_cast<size_t>(entries.count);
    return X.reshaped(shape);
  }
  std::vector<size_t> indices;
  for (int64_t i = 0; i < entries.count; ++i) {
    indices.push_back(static_cast<size_t>(entries.first + i * entries.step));
  }
  return pick(X, axis, indices);
}

Tensor sliced(const Tensor& data, const Numbers& starts, const Numbers& ends,
              const std::vector<size_t>& axes, const Numbers& steps) {
  if (ends.size() != starts.size() || axes.size() != starts.size() ||
      steps.size() != starts.size() || starts.size() > data.rank()) {
    throw InvalidInput("there are {} starts, {} ends, {} axes and {} steps for {} axes of data",
                       starts.size(), ends.size(), axes.size(), steps.size(), data.rank());
  }
  Tensor output = data;
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto size = static_cast<int64_t>(data.dim(axes[i]));
    output = pick_entries(output, axes[i], selected(starts[i], ends[i], steps[i], size));
  }
  return output;
}

Values slice_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Numbers starts = call.ints("starts"), ends = call.ints("ends");
  at_point("rank0", data.rank() == 0);
  at_point("duplicates_1", any_repeated(call.ints("axes"), data.rank()));
  const std::vector<size_t> axes =
      call.has("axes") ? axis_indices(call.ints("axes"), data.rank()) : all_axes(starts.size());
  return {sliced(data, starts, ends, axes, Numbers(starts.size(), 1))};
}

Values slice_10(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Numbers starts = call.tensor("starts").ints(), ends = call.tensor("ends").ints();
  const Tensor* axes_input = call.maybe("axes");
  const Tensor* steps_input = call.maybe("steps");
  at_point("rank0", data.rank() == 0);
  at_point(call.since_version() < 13 ? "duplicates_1" : "duplicates",
           axes_input && any_repeated(axes_input->ints(), data.rank()));
  const std::vector<size_t> axes =
      axes_input ? axis_indices(axes_input->ints(), data.rank()) : all_axes(starts.size());
  const Numbers steps = steps_input ? steps_input->ints() : Numbers(starts.size(), 1);
  return {sliced(data, starts, ends, axes, steps)};
}

const Operator op("Slice", {{slice_1, {1}}, {slice_10, {10, 11, 13}}});

}  // namespace
}  // namespace etalon
