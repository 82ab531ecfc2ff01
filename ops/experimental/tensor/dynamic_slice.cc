// DynamicSlice: output = data[starts:ends] along axes; bounds past an end are clamped to it,
// negative ones count from the end.
//   1         experimental: Slice-1 with inputs for attributes; from opset 10 on Slice has them
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// A bound as a place in [0, size].
size_t clamped(int64_t bound, size_t size) {
  const auto end = static_cast<int64_t>(size);
  return static_cast<size_t>(std::clamp<int64_t>(bound < 0 ? bound + end : bound, 0, end));
}

Values dynamic_slice_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  const std::vector<int64_t> starts = call.tensor("starts").ints();
  const std::vector<int64_t> ends = call.tensor("ends").ints();
  const Tensor* given = call.maybe("axes");
  const std::vector<size_t> axes =
      given ? axis_indices(given->ints(), data.rank()) : all_axes(starts.size());
  if (ends.size() != starts.size() || axes.size() != starts.size() || axes.size() > data.rank()) {
    throw InvalidInput("there are {} starts, {} ends and {} axes for {} axes of data",
                       starts.size(), ends.size(), axes.size(), data.rank());
  }
  Tensor output = data;
  for (size_t i = 0; i < axes.size(); ++i) {
    const size_t start = clamped(starts[i], data.dim(axes[i]));
    const size_t end = clamped(ends[i], data.dim(axes[i]));
    output = slice(output, axes[i], start, std::max(start, end));
  }
  return {output};
}

const Operator op("DynamicSlice", dynamic_slice_1, {1});

}  // namespace
}  // namespace etalon
