#include "ops/ai.onnx/nn/attention.h"

#include "engine/operators/input_shapes.h"

namespace etalon {
namespace {

const Tensor* nonpad_kv_seqlen_of(const Call& call) {
  return call.since_version() < 24 ? nullptr : call.maybe("nonpad_kv_seqlen");
}

// "They shall be used together, and not allowed to use only one of them."
void require_pairs(const Call& call) {
  const bool past = call.maybe("past_key"), present = call.wants("present_key");
  if (past != bool(call.maybe("past_value"))) {
    throw InvalidInput("past_key and past_value are used together or not at all");
  }
  if (present != call.wants("present_value")) {
    throw InvalidInput("present_key and present_value are used together or not at all");
  }
  const bool external = nonpad_kv_seqlen_of(call);
  if (external && past) {
    throw InvalidInput("nonpad_kv_seqlen is not used together with past_key and past_value");
  }
  if (external && present) {
    throw InvalidInput("nonpad_kv_seqlen is not used together with present_key and present_value");
  }
  if (past && !present) {
    throw InvalidInput("past_key and past_value are used with present_key and present_value only");
  }
}

// "a boolean mask … or a float mask of the same type as query, key, value": U also has integers,
// and no sentence says what they are.
void require_mask_type(const Call& call) {
  const Tensor* attn_mask = call.maybe("attn_mask");
  const DType type = call.tensor("Q").dtype();
  if (!attn_mask || attn_mask->dtype() == DType::boolean || attn_mask->dtype() == type) return;
  if (!is_float(attn_mask->dtype())) {
    throw Unspecified("the text does not say what an attn_mask of type {} means",
                      name(attn_mask->dtype()));
  }
  throw InvalidInput("attn_mask has the type {}; it must be bool or {}, Q's type",
                     name(attn_mask->dtype()), name(type));
}

void require_fitting(const Call& call, const Tensor& Q, const Tensor& K, const Tensor& V) {
  if (K.dim(2) != V.dim(2) || K.dim(1) != V.dim(1) || Q.dim(0) != V.dim(0)) {
    throw InvalidInput("Q {}, K {} and V {} do not fit by batch, heads and sequence",
                       to_string(Q.shape()), to_string(K.shape()), to_string(V.shape()));
  }
  const Tensor* nonpad_kv_seqlen = nonpad_kv_seqlen_of(call);
  if (!nonpad_kv_seqlen) return;
  require_shape("nonpad_kv_seqlen", *nonpad_kv_seqlen, {Q.dim(0)});
  for (const int64_t length : nonpad_kv_seqlen->ints()) {
    if (length < 0 || length > int64_t(K.dim(2))) {
      throw InvalidInput("nonpad_kv_seqlen {} is outside [0, {}]", length, K.dim(2)).at("index");
    }
  }
}

// attn_mask with its last axis made as long as there are keys, by -inf.
Reals padded(const Call& call, const Reals& attn_mask, size_t keys) {
  const Shape& shape = attn_mask.shape();
  if (shape.empty() || shape.back() >= keys) return attn_mask;
  if (const Tensor* nonpad_kv_seqlen = nonpad_kv_seqlen_of(call)) {
    for (const int64_t length : nonpad_kv_seqlen->ints()) {
      if (length <= int64_t(shape.back())) continue;
      throw InvalidInput("attn_mask {} is shorter than nonpad_kv_seqlen {}", to_string(shape),
                         length);
    }
  }
  Shape missing = shape;
  missing.back() = keys - shape.back();
  const Tensor hidden = Tensor::decided(DType::float64, full(missing, -infinity));
  return concat({Tensor::decided(DType::float64, attn_mask), hidden}, shape.size() - 1)
      .as<double>();
}

// Whether query i sees key j: [batch or 1, 1, queries, keys].
Bools seen(const Call& call, size_t queries, size_t keys, size_t past_sequence_length) {
  const bool windowed = call.since_version() >= 25;
  const int64_t left_window = windowed ? call.integer("left_window_size") : -1;
  const int64_t right_window = windowed ? call.integer("right_window_size") : -1;
  const int64_t right = call.flag("is_causal") ? 0 : right_window;
  Ints valid = scalar_array(int64_t(keys));
  Ints offset = scalar_array(int64_t(past_sequence_length));
  if (const Tensor* nonpad_kv_seqlen = nonpad_kv_seqlen_of(call)) {
    valid = along(nonpad_kv_seqlen->as<int64_t>(), 0, 4);
    offset = valid - int64_t(queries);
  }
  const Ints p = coordinate({1, 1, queries, keys}, 2) + offset;
  const Ints j = coordinate({1, 1, queries, keys}, 3);
  Bools visible = j < valid;
  if (left_window >= 0) visible = Bools(visible && p - j <= left_window);
  if (right >= 0) visible = Bools(visible && j - p <= right);
  return visible;
}

}  // namespace

Tensor by_heads(const Call& call, std::string_view input, std::string_view num_heads) {
  const Tensor& X = call.tensor(input);
  const size_t rank = call.tensor("Q").rank();
  if (rank != 3 && rank != 4) throw InvalidInput("Q, K and V have rank 3 or 4, not {}", rank);
  require_rank(input, X, rank);
  const int64_t given = call.integer(num_heads, 0);  // exporters write 0 where X itself has heads
  if (rank == 4 && given != 0 && given != int64_t(X.dim(1))) {
    throw InvalidInput("{} is {}, but {} has {} heads", num_heads, given, input, X.dim(1));
  }
  if (rank == 4) return X;
  const size_t batch = X.dim(0), sequence = X.dim(1), hidden_size = X.dim(2);
  const int64_t count = call.integer(num_heads);
  if (count < 1 || hidden_size % size_t(count) != 0) {
    throw InvalidInput("{} {} does not divide the hidden size {}", num_heads, count, hidden_size);
  }
  const size_t heads = size_t(count), size = hidden_size / heads;
  return transposed(X.reshaped({batch, sequence, heads, size}), {0, 2, 1, 3});
}

Tensor heads_joined(const Tensor& Y) {
  return transposed(Y, {0, 2, 1, 3}).reshaped({Y.dim(0), Y.dim(2), Y.dim(1) * Y.dim(3)});
}

Heads heads_of(const Call& call) {
  const auto present = [&](const Tensor* past, const Tensor& X) {
    return past ? concat({*past, X}, 2) : X;
  };
  require_pairs(call);
  require_mask_type(call);
  const Tensor* past_key = call.maybe("past_key");
  const Heads of{by_heads(call, "Q", "q_num_heads"),
                 present(past_key, by_heads(call, "K", "kv_num_heads")),
                 present(call.maybe("past_value"), by_heads(call, "V", "kv_num_heads")),
                 past_key ? past_key->dim(2) : 0};
  require_fitting(call, of.Q, of.K, of.V);
  return of;
}

Reals mask_bias(const Call& call, const Shape& scores) {
  const Tensor* attn_mask = call.maybe("attn_mask");
  if (!attn_mask) return scalar_array(0.0);
  Reals bias = attn_mask->as<double>();
  if (attn_mask->dtype() == DType::boolean) bias = Reals(xt::where(bias > 0.0, 0.0, -infinity));
  if (call.since_version() >= 24) bias = padded(call, bias, scores[3]);
  require_broadcast("attn_mask", bias.shape(), scores);
  return bias;
}

Reals score_bias(const Call& call, const Heads& of) {
  const Shape shape = shape_of_heads(of.Q, of.K, true);
  const Reals mask = mask_bias(call, shape);
  const Bools visible = seen(call, of.Q.dim(2), of.K.dim(2), of.past_sequence_length);
  return broadcast_array(Reals(xt::where(visible, mask, mask - infinity)), shape);
}

int64_t qk_matmul_output_mode(const Call& call) {
  const int64_t mode = call.integer("qk_matmul_output_mode");
  if (mode < 0 || mode > 3) throw InvalidInput("qk_matmul_output_mode {} is outside [0, 3]", mode);
  return mode;
}

}  // namespace etalon
