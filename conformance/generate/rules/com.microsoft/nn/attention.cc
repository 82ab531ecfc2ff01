#include "conformance/generate/rules/com.microsoft/nn/attention.h"

namespace etalon::rules {
namespace {

// All shapes of mask_index; not of rank 4, which nothing describes.
void add_mask_index(Drafting& call, const Heads& h, size_t keys) {
  Draw& draw = call.draw();
  if (draw.chance(0.25)) {  // the ends of the sequences, and where they begin
    std::vector<int64_t> ends, begins;
    for (size_t b = 0; b < h.batch; ++b) {
      begins.push_back(draw.between(0, int64_t(keys) - 1));
      ends.push_back(draw.between(begins.back() + 1, int64_t(keys)));
    }
    ends.insert(ends.end(), begins.begin(), begins.end());
    call.add_integers({2 * h.batch}, ends);
    return;
  }
  add_key_mask(call, h.batch, h.q_length, keys);
}

// Adds past, or leaves it out; of a buffer, which ONNX Runtime's kernel does not take, the tokens
// in use come as the last input.
void add_past_and_bias(Drafting& call, const Heads& h, size_t past) {
  Draw& draw = call.draw();
  const bool continued = past > 0, shared = continued && draw.chance(0.1);
  const size_t rows = shared ? past + h.q_length + draw.below(2) : past;
  call.add_if(continued, [&] { call.add_data({2, h.batch, h.q, rows, h.width}, {-2, 2}); });
  // ONNX Runtime's kernel takes no attention_bias after a past.
  if (draw.chance(continued ? 0.03 : 0.4)) {
    add_attention_bias(call, {h.batch, h.q, h.q_length, past + h.q_length});
  } else if (shared) {
    call.leave_out();
  }
  if (!shared) return;
  call.set("past_present_share_buffer", 1);
  call.add_integers({1}, {static_cast<int64_t>(past)});
}

// Keys and values that are kept are of one size.
const GenerationRule microsoft_attention_rule("com.microsoft.Attention", [](Drafting& call,
                                                                            Draw& draw) {
  Heads h = draw_heads(draw);
  const bool continued = draw.chance(0.4);
  const size_t past = continued ? 1 + draw.below(3) : 0, input = draw.dimension();
  if (continued || draw.chance(0.5)) h.v_width = h.width;
  const size_t hidden = h.q * h.width, v_hidden = h.q * h.v_width;
  call.set("num_heads", static_cast<int64_t>(h.q));
  if (draw.chance(0.02)) {
    call.set("do_rotary", 1);  // which nothing describes
    call.set("rotary_embedding_dim", 32);
  }
  if (hidden != v_hidden || draw.chance(0.2)) {
    call.set("qkv_hidden_sizes",
             std::vector<int64_t>{int64_t(hidden), int64_t(hidden), int64_t(v_hidden)});
  }
  call.offer_real("scale", 0.125, 1);
  call.offer_flag("unidirectional");
  call.add_data({h.batch, h.q_length, input}, {-2, 2});
  call.add_data({input, 2 * hidden + v_hidden}, {-1, 1});
  call.add_if(draw.chance(0.7), [&] { call.add_data({2 * hidden + v_hidden}, {-1, 1}); });
  call.add_if(draw.chance(0.5), [&] { add_mask_index(call, h, past + h.q_length); });
  add_past_and_bias(call, h, past);
  call.outputs = continued ? 2 : 1;
});

}  // namespace
}  // namespace etalon::rules
