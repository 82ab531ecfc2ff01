// RotaryEmbedding: each pair (x1, x2) of a head becomes (cos·x1 − sin·x2, sin·x1 + cos·x2), with
// cos and sin by the token's position; pairs are (i, i + half), or (2i, 2i + 1) if interleaved. The
// first rotary_embedding_dim (0: all) elements of each head turn, the others stay.
//   1
// Measured of onnxruntime 1.32.0: a single position is that of the first token, and the others
// follow; without num_heads the caches say how wide a head is; scale and is_packed_batching change
// nothing.
#include "ops/ai.onnx/nn/rotary.h"

namespace etalon {
namespace {

// input as [batch, sequence, heads, head_size].
Tensor by_tokens(const Tensor& input, const Call& call) {
  if (input.rank() == 4) return transposed(input, {0, 2, 1, 3});
  require_rank("input", input, 3);
  const size_t hidden_size = input.dim(2), num_heads = size_t(call.integer("num_heads", 0));
  const size_t whole_head = 2 * call.tensor("cos_cache").dim(1);
  const size_t head_size = num_heads > 0 ? hidden_size / num_heads : whole_head;
  if (head_size == 0 || hidden_size % head_size != 0 ||
      (num_heads > 0 && head_size * num_heads != hidden_size)) {
    throw InvalidInput("heads of {} elements do not divide a hidden size of {}", head_size,
                       hidden_size);
  }
  return input.reshaped({input.dim(0), input.dim(1), hidden_size / head_size, head_size});
}

// The rows of the caches, one for each token.
std::vector<size_t> rows_of(const Call& call, size_t batch, size_t sequence) {
  const Tensor& position_ids = call.tensor("position_ids");
  const bool first_alone = position_ids.shape() == Shape{1};
  if (!first_alone) require_shape("position_ids", position_ids, {batch, sequence});
  const auto positions = position_ids.ints();
  const auto size = int64_t(call.tensor("cos_cache").dim(0));
  std::vector<size_t> rows;
  for (size_t i = 0; i < batch * sequence; ++i) {
    const int64_t position = first_alone ? positions.front() + int64_t(i % sequence) : positions[i];
    if (position < 0 || position >= size) {
      throw InvalidInput("position {} is outside [0, {}]", position, size - 1).at("index");
    }
    rows.push_back(size_t(position));
  }
  return rows;
}

Values rotary_embedding(const Call& call) {
  require_rank("cos_cache", call.tensor("cos_cache"), 2);
  const Tensor& given = call.tensor("input");
  const Tensor input = by_tokens(given, call);
  const auto head_size = int64_t(input.dim(3));
  int64_t turning = call.integer("rotary_embedding_dim", 0);
  if (turning != 0 && call.integer("num_heads", 0) < 1) {
    throw InvalidInput("rotary_embedding_dim is used with num_heads, which is {}",
                       call.integer("num_heads", 0));
  }
  if (turning == 0) turning = head_size;
  if (turning < 0 || turning > head_size || turning % 2 != 0) {
    throw InvalidInput("{} rotated elements are not an even part of a head size of {}", turning,
                       head_size);
  }
  const size_t batch = input.dim(0), sequence = input.dim(1), half = size_t(turning) / 2;
  const std::vector<size_t> rows = rows_of(call, batch, sequence);
  const auto by_position = [&](std::string_view cache) {
    require_shape(cache, call.tensor(cache), {call.tensor("cos_cache").dim(0), half});
    return pick(call.tensor(cache), 0, rows).reshaped({batch, sequence, half});
  };
  const Tensor output = turned(input, by_position("cos_cache"), by_position("sin_cache"),
                               size_t(turning), call.integer("interleaved", 0) != 0);
  return {given.rank() == 4 ? transposed(output, {0, 2, 1, 3}) : output.reshaped(given.shape())};
}

const Operator op("RotaryEmbedding", rotary_embedding, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
