// Attention as releases before 1.22 had it.
#include "ops/ai.onnx/nn/attention.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

// Packed heads reshaped without a transposition.
Tensor by_heads_untransposed(const Call& call, std::string_view input, std::string_view num_heads) {
  const Tensor& X = call.tensor(input);
  const Tensor fitting = by_heads(call, input, num_heads);
  return X.rank() == 3 ? X.reshaped(fitting.shape()) : fitting;
}

Heads heads_as_released(const Call& call) {
  Heads of = heads_of(call);
  if (call.as_released("attention-3d-reshape")) {
    const auto present = [&](std::string_view past, const Tensor& X) {
      const Tensor* given = call.maybe(past);
      return given ? concat({*given, X}, 2) : X;
    };
    of.Q = by_heads_untransposed(call, "Q", "q_num_heads");
    of.K = present("past_key", by_heads_untransposed(call, "K", "kv_num_heads"));
    of.V = present("past_value", by_heads_untransposed(call, "V", "kv_num_heads"));
  }
  if (call.as_released("attention-causal-past")) of.past_sequence_length = 0;
  return of;
}

// Key and value heads dealt to the query heads in turn.
Tensor dealt(const Call& call, const Tensor& X, size_t q_num_heads) {
  const size_t heads = X.dim(1);
  if (!call.as_released("attention-gqa-tiled") || q_num_heads <= heads || heads == 0) return X;
  return concat(std::vector<Tensor>(q_num_heads / heads, X), 1);
}

// The formula, with the bias added before softcap where that is meant.
Values attention(const Call& call) {
  const Heads of = heads_as_released(call);
  const int64_t mode = qk_matmul_output_mode(call);
  const Tensor K = dealt(call, of.K, of.Q.dim(1)), V = dealt(call, of.V, of.Q.dim(1));
  const Reals bias = score_bias(call, {of.Q, K, V, of.past_sequence_length});
  const Scale scale(call, of.Q);
  const double softcap = call.real("softcap");
  const bool bias_first = call.as_released("attention-softcap-after-mask");
  const auto scores = [&](int64_t stage, DType type) {
    const auto capped = [&]<class R>(const R& x) -> R {
      return softcap == 0 ? x : softcap * real::tanh(x / softcap);
    };
    const auto score = [&]<class R>(const R& q_times_k, size_t position) -> R {
      const R scaled = scale(q_times_k), offset(bias.flat(position));
      if (stage == 0) return scaled;
      if (stage == 1) return bias_first ? R(scaled + offset) : capped(scaled);
      return bias_first ? capped(R(scaled + offset)) : R(capped(scaled) + offset);
    };
    return products_of_heads(of.Q, K, true, type, score);
  };
  const DType T1 = of.Q.dtype();
  const Tensor softmax = softmax_of_rows(call, scores(2, softmax_precision(call, T1)));
  const Bools unseen = xt::equal(max_over(bias, {3}), -infinity);
  const Tensor weights = choose(unseen, Tensor::zeros(T1, {}), typed(T1, softmax));
  const Tensor Y = products_of_heads(weights, V, T1);
  Value qk_matmul_output;
  if (call.wants("qk_matmul_output")) qk_matmul_output = mode == 3 ? weights : scores(mode, T1);
  return {call.tensor("Q").rank() == 3 ? heads_joined(Y) : Y, of.K, of.V, qk_matmul_output};
}

const Released op("Attention",
                  {"attention-3d-reshape", "attention-gqa-tiled", "attention-causal-past",
                   "attention-softcap-after-mask"},
                  attention);

}  // namespace
}  // namespace etalon
