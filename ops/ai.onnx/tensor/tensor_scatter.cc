// TensorScatter: past_cache with update written along `axis`, in each batch from its write index
// on (default 0). Mode linear: it must fit; circular: it goes on at the beginning.
//   24
#include "engine/values/utf8.h"
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon::tensor_scatter_operator {
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

// The place along the axis of `size` entries that goes with write index + offset.
size_t place(int64_t write_index, size_t offset, size_t size, std::string_view mode) {
  const auto s = static_cast<int64_t>(size);
  if (mode == "circular") return (size_t((write_index % s + s) % s) + offset) % size;
  if (write_index < 0 || write_index >= s || offset >= size - size_t(write_index)) {
    throw InvalidInput("write index {} leaves [0, {}]", write_index, s - 1);
  }
  return size_t(write_index) + offset;
}

Values tensor_scatter(const Call& call) {
  const Tensor& past_cache = call.tensor("past_cache");
  const Tensor& update = call.tensor("update");
  const Tensor* write_indices = call.maybe("write_indices");
  const std::string& mode = call.text("mode");
  const size_t axis = checked_axis(call, past_cache, update);
  if (mode != "linear" && mode != "circular") throw InvalidInput("mode is {}", in_quotes(mode));
  const size_t batch_size = past_cache.dim(0);
  const Ints first = write_indices ? write_indices->as<int64_t>() : full<int64_t>({batch_size}, 0);
  if (first.size() != batch_size) {
    throw InvalidInput("{} write indices for {} batches", first.size(), batch_size);
  }
  const size_t length = update.dim(axis), size = past_cache.dim(axis);
  const size_t prefixes = split_at(update.shape(), axis).before;
  const size_t after = split_at(update.shape(), axis + 1).after;
  Ints at = empty_array<int64_t>(update.shape());
  int64_t* out = at.data();
  for (size_t prefix = 0; out != at.data() + at.size(); ++prefix) {
    const int64_t start = first.data()[prefix / (prefixes / batch_size)];
    for (size_t i = 0; i < length; ++i) {
      const size_t row = prefix * size + place(start, i, size, mode);
      for (size_t k = 0; k < after; ++k) *out++ = static_cast<int64_t>(row * after + k);
    }
  }
  return {scattered(past_cache, at, update)};
}

const Operator op("TensorScatter", {{24, tensor_scatter}});

}  // namespace
}  // namespace etalon::tensor_scatter_operator
