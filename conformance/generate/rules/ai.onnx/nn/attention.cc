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

void give_modes(Drafting& call) {
  Draw& draw = call.draw();
  call.offer_real("scale", 0.125, 1);
  if (draw.chance(0.2)) call.set("softcap", 2.0);
  if (draw.chance(0.2)) {
    const std::vector<DType> types = {DType::float32, DType::float16, DType::float64,
                                      DType::bfloat16};
    call.set("softmax_precision", static_cast<int64_t>(draw.pick(types)));
  }
  for (const char* window : {"left_window_size", "right_window_size"}) {
    if (draw.chance(0.3)) call.set_if_known(window, draw.between(-1, 3));
  }
}

// What is kept for later calls, and the scores, each with the outputs before it or without them.
// nonpad_kv_seqlen is not used together with what is kept.
void give_outputs(Drafting& call, bool continued, bool padded) {
  Draw& draw = call.draw();
  if (continued || (!padded && draw.chance(0.2))) call.outputs = 3;
  if (!draw.chance(0.3)) return;
  call.set("qk_matmul_output_mode", draw.between(0, 3));
  if (padded || (!continued && draw.chance(0.5))) call.unnamed = {1, 2};
  call.outputs = 4;
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
  give_modes(call);
  call.add_data(laid_out(packed, h.batch, h.q, h.q_length, h.width), {-2, 2});
  call.add_data(laid_out(packed, h.batch, h.kv, h.kv_length, h.width), {-2, 2});
  call.add_data(laid_out(packed, h.batch, h.kv, h.kv_length, h.v_width), {-2, 2});
  const bool continued = draw.chance(0.3);
  const size_t past = continued ? 1 + draw.below(2) : 0;
  if (draw.chance(0.5)) {
    add_mask(call, h, past + h.kv_length);
  } else {
    if (!continued) call.offer_flag("is_causal");
    call.leave_out();
  }
  const bool padded = !continued && call.takes("nonpad_kv_seqlen") && draw.chance(0.3);
  give_outputs(call, continued, padded);
  if (continued) {
    call.add_data({h.batch, h.kv, past, h.width}, {-2, 2});
    call.add_data({h.batch, h.kv, past, h.v_width}, {-2, 2});
  } else if (padded) {
    call.leave_out(2);
    call.add({h.batch}, {1, static_cast<double>(h.kv_length)});
  }
});

}  // namespace
}  // namespace etalon::rules
