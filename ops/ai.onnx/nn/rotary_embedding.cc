// RotaryEmbedding: each pair (x1, x2) of a head becomes (cos·x1 - sin·x2, sin·x1 + cos·x2), with
// cos and sin by the token's position; pairs are (i, i + half), or (2i, 2i + 1) if interleaved.
//   23   the first rotary_embedding_dim (0: all) elements of each head turn, the others stay
#include "engine/numerics/numerics.h"

namespace etalon::rotary_embedding_operator {
namespace {

// X as [batch, sequence, heads, head_size].
Tensor by_tokens(const Tensor& X, const Call& call) {
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
Reals by_position(const Tensor& cache, const Tensor* position_ids, const Shape& expected) {
  if (!position_ids) {
    if (cache.shape() != expected) {
      throw InvalidInput("a cache without position_ids has the shape {}, not {}",
                         to_string(cache.shape()), to_string(expected));
    }
    return cache.as<double>();
  }
  if (cache.rank() != 2 || cache.dim(1) != expected[2]) {
    throw InvalidInput("a cache with position_ids has the shape {}, not [_, {}]",
                       to_string(cache.shape()), expected[2]);
  }
  if (position_ids->shape() != Shape{expected[0], expected[1]}) {
    throw InvalidInput("position_ids has the shape {} for {} sequences of {}",
                       to_string(position_ids->shape()), expected[0], expected[1]);
  }
  const auto size = static_cast<int64_t>(cache.dim(0));
  std::vector<size_t> rows;
  for (const int64_t position : position_ids->ints()) {
    if (position < -size || position >= size) {
      throw InvalidInput("position {} is outside [{}, {}]", position, -size, size - 1);
    }
    rows.push_back(static_cast<size_t>(position < 0 ? position + size : position));
  }
  return pick(cache, 0, rows).reshaped(expected).as<double>();
}

Reals rotated(const Reals& x, const Reals& cos, const Reals& sin, bool interleaved) {
  const size_t heads = x.shape()[2];
  const size_t half = x.shape()[3] / 2;
  Reals y = x;
  for (size_t token = 0; token < x.shape()[0] * x.shape()[1]; ++token) {
    for (size_t head = 0; head < heads; ++head) {
      const size_t start = (token * heads + head) * 2 * half;
      for (size_t i = 0; i < half; ++i) {
        const size_t first = start + (interleaved ? 2 * i : i);
        const size_t second = interleaved ? first + 1 : first + half;
        const double x1 = x.data()[first];
        const double x2 = x.data()[second];
        const double c = cos.data()[token * half + i];
        const double s = sin.data()[token * half + i];
        y.data()[first] = c * x1 - s * x2;
        y.data()[second] = s * x1 + c * x2;
      }
    }
  }
  return y;
}

Values rotary_embedding(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor input = by_tokens(X, call);
  const auto head_size = static_cast<int64_t>(input.dim(3));
  int64_t rotary_embedding_dim = call.integer("rotary_embedding_dim");
  if (rotary_embedding_dim == 0) rotary_embedding_dim = head_size;
  if (rotary_embedding_dim < 0 || rotary_embedding_dim > head_size || rotary_embedding_dim % 2) {
    throw InvalidInput("{} rotated elements are not an even part of a head size of {}",
                       rotary_embedding_dim, head_size);
  }
  const auto turning = static_cast<size_t>(rotary_embedding_dim);
  const Shape by_token{input.dim(0), input.dim(1), turning / 2};
  const Tensor* position_ids = call.maybe("position_ids");
  const Reals cos = by_position(call.tensor("cos_cache"), position_ids, by_token);
  const Reals sin = by_position(call.tensor("sin_cache"), position_ids, by_token);

  const Reals x_rotate = slice(input, 3, 0, turning).as<double>();
  const Tensor x_not_rotate = slice(input, 3, turning, input.dim(3));
  const Tensor turned =
      Tensor::of(X.dtype(), rotated(x_rotate, cos, sin, call.flag("interleaved")));
  const Tensor output = concat({turned, x_not_rotate}, 3);
  return {X.rank() == 4 ? transposed(output, {0, 2, 1, 3}) : output.reshaped(X.shape())};
}

const Operator op("RotaryEmbedding", {{23, rotary_embedding}});

}  // namespace
}  // namespace etalon::rotary_embedding_operator
