#include <algorithm>

#include "conformance/generate/rules.h"

namespace etalon {

namespace {

struct Heads {
  size_t batch, q, kv, q_length, kv_length, width, v_width;
};

Heads draw_heads(Draw& draw) {
  const size_t kv = 1 + draw.below(2);
  return {1 + draw.below(2), kv * (1 + draw.below(2)), kv,
          1 + draw.below(3), 1 + draw.below(4),        2 * (1 + draw.below(2)),
          1 + draw.below(3)};
}

// [batch, heads, length, width], or packed as [batch, length, heads · width].
Shape laid_out(bool packed, size_t batch, size_t heads, size_t length, size_t width) {
  if (packed) return {batch, length, heads * width};
  return {batch, heads, length, width};
}

// A mask hides no query from all keys: what is left of one then is not said.
void add_mask(Drafting& call, const Heads& h, size_t keys) {
  if (call.dtype("U") != DType::boolean) {
    call.add(call.draw().broadcastable_to({h.batch, h.q, h.q_length, keys}).size() == 4
                 ? Shape{h.batch, h.q, h.q_length, keys}
                 : Shape{h.q_length, keys},
             {-2, 2});
    return;
  }
  std::vector<int64_t> seen(h.q_length * keys);
  for (size_t i = 0; i < seen.size(); ++i) seen[i] = i % keys == 0 || call.draw().chance(0.6);
  call.add_integers({h.q_length, keys}, seen);
}

// The probabilities and the values are of one type; the mask is of that type or of booleans.
void attention(Drafting& call) {
  Draw& draw = call.draw();
  const DType type = call.dtype("T1");
  call.narrow("T2", [&](DType other) { return other == type; });
  call.narrow("U", [&](DType other) { return other == type || other == DType::boolean; });
  const Heads h = draw_heads(draw);
  const bool packed = draw.chance(0.3);
  if (packed) {
    call.set("q_num_heads", static_cast<int64_t>(h.q));
    call.set("kv_num_heads", static_cast<int64_t>(h.kv));
  }
  call.offer_real("scale", 0.125, 1);
  if (draw.chance(0.2)) call.set("softcap", 2.0);
  call.add(laid_out(packed, h.batch, h.q, h.q_length, h.width), {-2, 2});
  call.add(laid_out(packed, h.batch, h.kv, h.kv_length, h.width), {-2, 2});
  call.add(laid_out(packed, h.batch, h.kv, h.kv_length, h.v_width), {-2, 2});
  const bool continued = draw.chance(0.3);
  const size_t past = continued ? 1 + draw.below(2) : 0;
  if (draw.chance(0.5)) {
    add_mask(call, h, past + h.kv_length);
  } else {
    if (!continued) call.offer_flag("is_causal");
    call.leave_out();
  }
  if (!continued) return;
  call.add({h.batch, h.kv, past, h.width}, {-2, 2});
  call.add({h.batch, h.kv, past, h.v_width}, {-2, 2});
  call.outputs = 3;
}

// Caches by position, which the ids choose from; or one line for each place.
void rotary_embedding(Drafting& call) {
  Draw& draw = call.draw();
  const size_t batch = 1 + draw.below(2);
  const size_t heads = 1 + draw.below(3);
  const size_t length = 1 + draw.below(4);
  const size_t width = 2 * (1 + draw.below(3));
  const bool packed = draw.chance(0.4);
  if (packed) call.set("num_heads", static_cast<int64_t>(heads));
  call.offer_flag("interleaved");
  call.add(laid_out(packed, batch, heads, length, width));
  const bool by_id = draw.chance(0.5);
  const size_t positions = length + draw.below(3);
  const Shape cache = by_id ? Shape{positions, width / 2} : Shape{batch, length, width / 2};
  call.add(cache, {-1, 1});
  call.add(cache, {-1, 1});
  if (by_id) call.add({batch, length}, {0, static_cast<double>(positions) - 1});
}

// Tokens are packed by head; decay and beta as the rule needs them.
void linear_attention(Drafting& call) {
  Draw& draw = call.draw();
  const Heads h = draw_heads(draw);
  const auto rule = draw.pick<std::string>({"linear", "gated", "delta", "gated_delta"});
  const bool gated = rule.starts_with("gated");
  call.set("update_rule", rule);
  call.set("q_num_heads", static_cast<int64_t>(h.q));
  call.set("kv_num_heads", static_cast<int64_t>(h.kv));
  call.offer_real("scale", 0.125, 1);
  call.outputs = 2;
  const auto add = [&](size_t columns, const Range& range) {
    call.add({h.batch, h.q_length, columns}, range);
  };
  add(h.q * h.width, {-1, 1});
  add(h.kv * h.width, {-1, 1});
  add(h.kv * h.v_width, {-1, 1});
  if (draw.chance(0.4)) {
    call.add({h.batch, h.kv, h.width, h.v_width}, {-1, 1});
  } else {
    call.leave_out();
  }
  if (gated) {
    add(draw.chance(0.5) ? h.kv : h.kv * h.width, {-2, 0});
  } else {
    call.leave_out();
  }
  if (rule.ends_with("delta")) add(h.kv, {0, 1});
}

void causal_conv_with_state(Drafting& call) {
  Draw& draw = call.draw();
  const size_t batch = 1 + draw.below(2);
  const size_t channels = 1 + draw.below(3);
  const size_t k = 2 + draw.below(3);
  if (draw.chance(0.6)) call.set("activation", draw.pick<std::string>({"none", "silu", "swish"}));
  call.outputs = 2;
  call.add({batch, channels, 1 + draw.below(5)});
  call.add({channels, 1, k});
  if (draw.chance(0.5)) {
    call.add({channels});
  } else {
    call.leave_out();
  }
  if (draw.chance(0.5)) call.add({batch, channels, k - 1});
}

// Linear updates end within the cache; circular ones may go on at its beginning.
void tensor_scatter(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor past = call.add(draw.shape(3, 4, Empty::never));
  const size_t axis = 1 + draw.below(past.rank() - 1);
  const size_t length = 1 + draw.below(past.dim(axis));
  const bool circular = draw.chance(0.4);
  call.set("axis", call.written_axis(axis, past.rank()));
  call.set("mode", std::string(circular ? "circular" : "linear"));
  Shape update = past.shape();
  update[axis] = length;
  call.add(update);
  const size_t last = circular ? past.dim(axis) - 1 : past.dim(axis) - length;
  if (draw.chance(0.8)) call.add({past.dim(0)}, {0, static_cast<double>(last)});
}

}  // namespace

Rules attention_rules() {
  return {{"Attention", attention},
          {"CausalConvWithState", causal_conv_with_state},
          {"LinearAttention", linear_attention},
          {"RotaryEmbedding", rotary_embedding},
          {"TensorScatter", tensor_scatter}};
}

}  // namespace etalon
