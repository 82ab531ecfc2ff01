// Slice: output = data[starts:ends:steps] along axes; bounds past an end are clamped to it.
//   1         starts, ends, axes as attributes; step 1
//   10        as inputs; steps, which may be negative
//   11, 13    11: negative axes; 13: more types
#include "engine/numerics.h"

namespace etalon {
namespace {

// The indices that start:end:step selects from an axis of `size`.
std::vector<size_t> selected(int64_t start, int64_t end, int64_t step, int64_t size) {
  if (step == 0) throw InvalidInput("a step is 0");
  step = std::clamp(step, -size - 1, size + 1);
  const auto clamped = [&](int64_t bound) {
    bound = bound >= 0 ? bound : bound < -size ? -1 : bound + size;
    return step > 0 ? std::clamp<int64_t>(bound, 0, size)
                    : std::clamp<int64_t>(bound, -1, size - 1);
  };
  std::vector<size_t> indices;
  const int64_t last = clamped(end);
  for (int64_t i = clamped(start); step > 0 ? i < last : i > last; i += step) {
    indices.push_back(static_cast<size_t>(i));
  }
  return indices;
}

Tensor slice(const Tensor& data, const std::vector<int64_t>& starts,
             const std::vector<int64_t>& ends, const std::vector<size_t>& axes,
             const std::vector<int64_t>& steps) {
  if (ends.size() != starts.size() || axes.size() != starts.size() ||
      steps.size() != starts.size() || starts.size() > data.rank()) {
    throw InvalidInput("there are {} starts, {} ends, {} axes and {} steps for {} axes of data",
                       starts.size(), ends.size(), axes.size(), steps.size(), data.rank());
  }
  Tensor output = data;
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto size = static_cast<int64_t>(data.dim(axes[i]));
    output = pick(output, axes[i], selected(starts[i], ends[i], steps[i], size));
  }
  return output;
}

Values slice_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  const std::vector<int64_t> starts = call.ints("starts");
  const std::vector<size_t> axes = call.has("axes") ? axis_indices(call.ints("axes"), data.rank())
                                                    : all_axes(starts.size());
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

const Operator op("Slice", {{1, slice_1}, {10, slice_10}, {11, slice_10}, {13, slice_10}});

}  // namespace
}  // namespace etalon
