// Attention.
#include "ops/ai.onnx/nn/attention.h"
#include "engine/operators/constant_options.h"
#include "ops/ai.onnx/math/open/softmax.h"

namespace etalon {
namespace {

// The scores with the bias.
Reals biased_scores(const Call& call, const Heads& of) {
  const Reals bias = score_bias(call, of);
  const Scale scale(call, of.Q);
  const double softcap = call.real("softcap");
  const auto score = [&]<class R>(const R& q_times_k, size_t position) -> R {
    const R scaled = scale(q_times_k);
    const R capped = softcap == 0 ? scaled : softcap * real::tanh(scaled / softcap);
    return capped + R(bias.flat(position));
  };
  const DType precision = softmax_precision(call, of.Q.dtype());
  return products_of_heads(of.Q, of.K, true, precision, score).as<double>();
}

// The greatest product of each query and a key, of a hidden one, too: [batch, heads, queries, 1].
Reals greatest_products(const Call& call, const Heads& of) {
  const Scale scale(call, of.Q);
  const auto greater = [&]<class R>(const R& sum, size_t) -> R {
    const R scaled = scale(sum);
    const R size = scaled < R(0) ? R(-scaled) : scaled;
    return size < sum ? sum : size;
  };
  const Tensor Q = magnitudes(in_float64(of.Q)), K = magnitudes(in_float64(of.K));
  const Reals steps = products_of_heads(Q, K, true, DType::float64, greater).as<double>();
  return max_over(steps, {3});
}

// The greatest step to the weights of each query. One that sees no key has the output 0.
Reals steps_to_weights(const Call& call, const Heads& of, const Reals& scores) {
  if (scores.size() == 0) return full({1, 1, 1, 1}, 0.0);
  const DType precision = softmax_precision(call, of.Q.dtype());
  const Reals products = beyond(precision, greatest_products(call, of));
  const Reals steps = xt::maximum(softmax_steps(scores, {3}), products);
  return xt::where(Bools(xt::equal(max_over(scores, {3}), -infinity)), 0.0, steps);
}

// What depends on the keys that the mask leaves out.
class Masked {
 public:
  Masked(const Opening& open, const Heads& of, const Bools& masked)
      : open_(open), of_(of), masked_(masked) {}

  // Such a key has weight 0, and 0 · NaN and 0 · ∞ are NaN; or its value is not read.
  template <class Bad>  // Bools bad(const Reals& values)
  Tensor open_values(const Tensor& Y, std::string_view point, Bad bad) const {
    const Bools bad_values = bad(of_.V.as<double>());
    const auto where = [&] {
      return Bools(nans(Y) && xt::equal(values_where(!masked_, bad_values), 0.0) &&
                   values_where(masked_, bad_values) > 0.0);
    };
    const auto skipped = [&] {
      return heads(open_.again({"V", "past_value"}, [&](const Tensor& V) {
        const Reals v = V.as<double>();
        return Tensor::decided(V.dtype(), Reals(xt::where(bad(v), 0.0, v)));
      }));
    };
    return choice(Y, point, where, "multiplied", {{"skipped", skipped}});
  }

  // An output Y by heads; and back.
  Tensor heads(const Tensor& Y) const {
    if (Y.rank() == 4) return Y;
    const size_t count = of_.Q.dim(1), size = of_.V.dim(3);
    return transposed(Y.reshaped({Y.dim(0), Y.dim(1), count, size}), {0, 2, 1, 3});
  }

 private:
  // For each element of Y how many of the values that it weights satisfy the condition.
  static Reals values_where(const Bools& keys, const Bools& values) {
    const auto numbers = [](const Bools& each) {
      return Tensor::decided(DType::float32, Reals(xt::cast<double>(each)));
    };
    return products_of_heads(numbers(keys), numbers(values), DType::float32).as<double>();
  }

  const Opening& open_;
  const Heads& of_;
  const Bools& masked_;
};

// The bias of a key that attn_mask leaves out is said to be -inf. For what the other rules hide
// from a query, the text gives no number, and the least one may be seen in the scores with their
// bias.
Tensor open_hidden(const Call& call, const Heads& of, const Tensor& scores) {
  const auto hidden = [&] {
    const Reals bias = score_bias(call, of), mask = mask_bias(call, scores.shape());
    return Bools(xt::equal(bias, -infinity) && xt::not_equal(mask, -infinity));
  };
  const auto lowest = [&] { return scalar(scores.dtype(), -rounding_of(scores.dtype()).greatest); };
  return choice(scores, "hidden_keys", hidden, "infinity", {{"lowest", lowest}});
}

// What one sentence of the text, or one reading of it, takes and another one does not.
void pairs(const Call& call) {
  const bool heads_given = call.has("q_num_heads") || call.has("kv_num_heads");
  at_point("num_heads", call.tensor("Q").rank() == 4 && heads_given);
  at_point("present_alone", call.wants("present_key") && !call.maybe("past_key"));
}

// Q · K may exceed the type, and so may exp of the scores themselves, of which softmax as it is
// written is made. Without keys there is no softmax.
void attention(Opening& open) {
  pairs(open.call);
  const Heads of = heads_of(open.call);
  const Reals scores = biased_scores(open.call, of);
  const Bools masked = xt::equal(scores, -infinity);
  const Masked keys(open, of, masked);
  Tensor Y = keys.heads(open.Y);
  Y = keys.open_values(Y, "masked_nan", [](const Reals& v) { return Bools(xt::isnan(v)); });
  Y = keys.open_values(Y, "masked_infinity", [](const Reals& v) { return Bools(xt::isinf(v)); });
  Y = step_or_exact(Y, "overflow", [&] {
    return broadcast_array(steps_to_weights(open.call, of, scores), Y.shape());
  });
  const auto no_keys = [&] { return full(Y.shape(), of.V.dim(2) == 0); };
  Y = choice(Y, "no_keys", no_keys, "zero", constants(Y.dtype(), {{"nan", std::nan("")}}));
  open.Y = open.Y.rank() == 3 ? heads_joined(Y) : Y;
  if (open.call.wants("qk_matmul_output") && qk_matmul_output_mode(open.call) == 2) {
    open.output(3) = open_hidden(open.call, of, open.output(3));
  }
}

const Open op("Attention", attention);

}  // namespace
}  // namespace etalon
