#include "conformance/generate/rules/ai.onnx/nn/heads.h"

namespace etalon::rules {
namespace {

// The mask does not exclude all keys for a query: the result is not specified then.
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
const GenerationRule attention_rule("Attention", [](Drafting& call, Draw& draw) {
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
});

}  // namespace
}  // namespace etalon::rules
