// RotaryEmbedding: each pair (x1, x2) of a head becomes (cos·x1 - sin·x2, sin·x1 + cos·x2), with
// cos and sin by the token's position; pairs are (i, i + half), or (2i, 2i + 1) if interleaved.
//   23   the first rotary_embedding_dim (0: all) elements of each head turn, the others stay
#include "ops/ai.onnx/nn/rotary.h"

namespace etalon {
Tensor turned(const Tensor& input, const Tensor& cos, const Tensor& sin, size_t turning,
              bool interleaved) {
  const Tensor x_rotate = slice(input, 3, 0, turning);
  const size_t half = turning / 2;
  const Tensor x_not_rotate = slice(input, 3, turning, input.dim(3));
  // [batch, sequence, heads, 2, half]: the first elements of the pairs, and the second ones.
  const size_t B = input.dim(0), T = input.dim(1), heads = input.dim(2);
  const auto exchanged = [](const Tensor& x) { return transposed(x, {0, 1, 2, 4, 3}); };
  const Tensor pairs = interleaved ? exchanged(x_rotate.reshaped({B, T, heads, half, 2}))
                                   : x_rotate.reshaped({B, T, heads, 2, half});
  const Tensor x1 = slice(pairs, 3, 0, 1), x2 = slice(pairs, 3, 1, 2);
  const Tensor c = cos.reshaped({B, T, 1, 1, half}), s = sin.reshaped({B, T, 1, 1, half});
  const Tensor y1 = each(
      x1, x2, c, s,
      [](const auto& x1, const auto& x2, const auto& c, const auto& s) { return c * x1 - s * x2; });
  const Tensor y2 = each(
      x1, x2, c, s,
      [](const auto& x1, const auto& x2, const auto& c, const auto& s) { return s * x1 + c * x2; });
  const Tensor both = concat({y1, y2}, 3);
  const Tensor both_turned = (interleaved ? exchanged(both) : both).reshaped(x_rotate.shape());
  return concat({both_turned, x_not_rotate}, 3);
}

namespace {

// X as [batch, sequence, heads, head_size]. Exporters write num_heads 0 where X itself has heads.
Tensor by_tokens(const Tensor& X, const Call& call) {
  const int64_t given = call.integer("num_heads", 0);
  if (X.rank() == 4 && given != 0 && given != int64_t(X.dim(1))) {
    throw InvalidInput("num_heads is {}, but X has {} heads", given, X.dim(1));
  }
  if (X.rank() == 4) return transposed(X, {0, 2, 1, 3});
  if (X.rank() != 3) throw InvalidInput("X has rank {}, not 3 or 4", X.rank());
  const int64_t num_heads = call.integer("num_heads");
  const auto hidden_size = static_cast<int64_t>(X.dim(2));
  if (num_heads < 1 || hidden_size % num_heads != 0) {
    throw InvalidInput("num_heads {} does not divide the hidden size {}", num_heads, hidden_size);
  }
  const auto heads = static_cast<size_t>(num_heads);
  return X.reshaped({X.dim(0), X.dim(1), heads, X.dim(2) / heads});
}

// The cache's rows of each token: [batch, sequence, half].
Tensor by_position(const Tensor& cache, const Tensor* position_ids, const Shape& expected) {
  if (!position_ids) {
    require_shape("a cache without position_ids", cache, expected);
    return cache;
  }
  require_shape("a cache with position_ids", cache, {any_size, expected[2]});
  require_shape("position_ids", *position_ids, {expected[0], expected[1]});
  const auto size = int64_t(cache.dim(0));
  std::vector<size_t> rows;
  for (const int64_t position : position_ids->ints()) {
    if (position < -size || position >= size) {
      throw InvalidInput("position_ids has {}, which is outside [{}, {}]", position, -size,
                         size - 1)
          .at("index");
    }
    rows.push_back(entry_index(position, cache.dim(0)));
  }
  return pick(cache, 0, rows).reshaped(expected);
}

Values rotary_embedding(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor input = by_tokens(X, call);
  const auto head_size = static_cast<int64_t>(input.dim(3));
  if (head_size % 2 != 0) throw InvalidInput("X has the odd head size {}", head_size);
  int64_t rotary_embedding_dim = call.integer("rotary_embedding_dim");
  if (rotary_embedding_dim == 0) rotary_embedding_dim = head_size;
  if (rotary_embedding_dim < 0 || rotary_embedding_dim > head_size || rotary_embedding_dim % 2) {
    throw InvalidInput("{} rotated elements are not an even part of a head size of {}",
                       rotary_embedding_dim, head_size);
  }
  const size_t turning = size_t(rotary_embedding_dim), half = turning / 2;
  const Shape by_token{input.dim(0), input.dim(1), half};
  const Tensor* position_ids = call.maybe("position_ids");
  const Tensor cos = by_position(call.tensor("cos_cache"), position_ids, by_token);
  const Tensor sin = by_position(call.tensor("sin_cache"), position_ids, by_token);

  const Tensor output = turned(input, cos, sin, turning, call.flag("interleaved"));
  return {X.rank() == 4 ? transposed(output, {0, 2, 1, 3}) : output.reshaped(X.shape())};
}

const Operator op("RotaryEmbedding", rotary_embedding, {23});

}  // namespace
}  // namespace etalon
