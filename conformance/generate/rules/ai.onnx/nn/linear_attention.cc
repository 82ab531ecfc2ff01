#include "conformance/generate/rules/ai.onnx/nn/heads.h"

namespace etalon::rules {

// Tokens are packed by head; decay and beta are given if the update rule needs them.
const GenerationRule linear_attention_rule("LinearAttention", [](Drafting& call, Draw& draw) {
  const Heads h = draw_heads(draw);
  const auto rule = draw.pick<std::string>({"linear", "gated", "delta", "gated_delta"});
  const bool gated = rule.starts_with("gated");
  call.set("update_rule", rule);
  call.set("q_num_heads", static_cast<int64_t>(h.q));
  call.set("kv_num_heads", static_cast<int64_t>(h.kv));
  call.offer_real("scale", 0.125, 1);
  if (draw.chance(0.3)) call.set("chunk_size", draw.between(1, 4));
  call.outputs = 2;
  const auto add = [&](size_t columns, const Range& range) {
    call.add_data({h.batch, h.q_length, columns}, range);
  };
  add(h.q * h.width, {-1, 1});
  add(h.kv * h.width, {-1, 1});
  add(h.kv * h.v_width, {-1, 1});
  call.add_if(draw.chance(0.4), [&] {
    call.add_data({h.batch, h.kv, h.width, h.v_width}, {-1, 1});
  });
  call.add_if(gated, [&] { add(draw.chance(0.5) ? h.kv : h.kv * h.width, {-2, 0}); });
  if (rule.ends_with("delta")) add(h.kv, {0, 1});
});

}  // namespace etalon::rules
