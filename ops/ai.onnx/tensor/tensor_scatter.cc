// TensorScatter: past_cache with update written along `axis`, in each batch from its write index
// on (default 0): present_cache[b][write_indices[b] + t] = update[b][t] for axis 1. Mode linear: it
// must fit; circular: it goes on at the beginning, modulo the axis' size.
//   24
#include "ops/ai.onnx/tensor/scattered.h"

namespace etalon {
namespace {

size_t checked_axis(const Call& call, const Tensor& past_cache, const Tensor& update) {
  const size_t axis = axis_index(call.integer("axis"), past_cache.rank());
  if (axis == 0) throw InvalidInput("axis is 0, the batch's");
  Shape expected = past_cache.shape();
  if (update.rank() == past_cache.rank()) expected[axis] = update.dim(axis);
  if (update.shape() != expected || update.dim(axis) > past_cache.dim(axis)) {
    throw InvalidInput("update's shape {} does not fit past_cache's {}", to_string(update.shape()),
                       to_string(past_cache.shape()));
  }
  return axis;
}

// Where along the axis of `size` entries each element of update goes.
Ints targets(const Call& call, const Shape& update, size_t axis, int64_t size) {
  const Tensor* write_indices = call.maybe("write_indices");
  const bool circular = call.choice<bool>("mode", {{"linear", false}, {"circular", true}});
  Ints first = full<int64_t>({update[0]}, 0);
  if (write_indices) {
    require_shape("write_indices", *write_indices, {update[0]});
    first = write_indices->as<int64_t>();
  }
  const Ints at = along(first, 0, update.size()) + coordinate(update, axis);
  return by_element(at, [&](int64_t i) {
    if (circular) return (i % size + size) % size;
    if (i < 0 || i >= size) throw InvalidInput("write index {} leaves [0, {}]", i, size - 1);
    return i;
  });
}

Values tensor_scatter(const Call& call) {
  const Tensor& past_cache = call.tensor("past_cache");
  const Tensor& update = call.tensor("update");
  const size_t axis = checked_axis(call, past_cache, update);
  const auto size = static_cast<int64_t>(past_cache.dim(axis));
  const Ints at = targets(call, update.shape(), axis, size);
  return {overwritten(past_cache, positions_along(past_cache.shape(), axis, at), update)};
}

const Operator op("TensorScatter", tensor_scatter, {24});

}  // namespace
}  // namespace etalon
