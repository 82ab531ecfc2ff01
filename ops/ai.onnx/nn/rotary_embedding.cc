// RotaryEmbedding: each pair (x1, x2) of a head becomes (cos·x1 - sin·x2, sin·x1 + cos·x2), with
// cos and sin by the token's position; pairs are (i, i + half), or (2i, 2i + 1) if interleaved.
//   23   the first rotary_embedding_dim (0: all) elements of each head turn, the others stay
#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"

namespace etalon {
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
Tensor by_position(const Tensor& cache, const Tensor* position_ids, const Shape& expected) {
  if (!position_ids) {
    require_shape("a cache without position_ids", cache, expected);
    return cache;
  }
  require_shape("a cache with position_ids", cache, {any_size, expected[2]});
  require_shape("position_ids", *position_ids, {expected[0], expected[1]});
  std::vector<size_t> rows;
  for (const int64_t position : position_ids->ints()) {
    at_point("index", position < 0 || position >= int64_t(cache.dim(0)));
    rows.push_back(entry_index(position, cache.dim(0)));
  }
  return pick(cache, 0, rows).reshaped(expected);
}

// x [batch, sequence, heads, 2 · half], cos and sin [batch, sequence, half].
Tensor rotated(const Tensor& X, const Tensor& cos_rows, const Tensor& sin_rows, bool interleaved) {
  const RealElements x(X), cos(cos_rows), sin(sin_rows);
  const size_t half = cos_rows.dim(2), heads = X.dim(2);
  return by_position(X.dtype(), X.shape(), [&]<class R>(size_t position) -> R {
    const size_t at = position % (2 * half), token = position / (2 * half * heads);
    const bool is_second = interleaved ? at % 2 == 1 : at >= half;
    const size_t i = interleaved ? at / 2 : at % half, step = interleaved ? 1 : half;
    const R x1 = x.at<R>(is_second ? position - step : position);
    const R x2 = x.at<R>(is_second ? position : position + step);
    const R c = cos.at<R>(token * half + i), s = sin.at<R>(token * half + i);
    return is_second ? s * x1 + c * x2 : c * x1 - s * x2;
  });
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
  const Tensor cos = by_position(call.tensor("cos_cache"), position_ids, by_token);
  const Tensor sin = by_position(call.tensor("sin_cache"), position_ids, by_token);

  const Tensor x_rotate = slice(input, 3, 0, turning);
  const Tensor x_not_rotate = slice(input, 3, turning, input.dim(3));
  const bool interleaved = call.flag("interleaved");
  const auto steps = [&]() -> Reals {
    const auto magnitude = [](const Tensor& x) { return magnitudes(in_float64(x)); };
    const Reals with_minus =
        rotated(magnitude(x_rotate), magnitude(cos), magnitude(sin), interleaved).as<double>();
    const Tensor negative = Tensor::decided(DType::float64, Reals(-xt::abs(sin.as<double>())));
    const Reals with_plus =
        rotated(magnitude(x_rotate), magnitude(cos), negative, interleaved).as<double>();
    return xt::maximum(xt::abs(with_minus), xt::abs(with_plus));
  };
  const Tensor turned = step_or_exact(rotated(x_rotate, cos, sin, interleaved), "overflow", steps);
  const Tensor output = concat({turned, x_not_rotate}, 3);
  return {X.rank() == 4 ? transposed(output, {0, 2, 1, 3}) : output.reshaped(X.shape())};
}

const Operator op("RotaryEmbedding", rotary_embedding, {23});

}  // namespace
}  // namespace etalon
