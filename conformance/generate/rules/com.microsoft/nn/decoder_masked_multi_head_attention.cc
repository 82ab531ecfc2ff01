#include "conformance/generate/rules/com.microsoft/nn/attention.h"

namespace etalon::rules {
namespace {

// Query, key and value of one token, or keys and values of another sequence.
void add_token(Drafting& call, const Heads& h, bool crosses, bool packed) {
  const size_t hidden = h.q * h.width;
  call.add_data({h.batch, 1, packed ? 3 * hidden : hidden}, {-2, 2});
  for (int i = 0; i < 2; ++i) {
    call.add_if(!packed, [&] {
      call.add_data(crosses ? Shape{h.batch, h.q, h.kv_length, h.width} : Shape{h.batch, 1, hidden},
                    {-2, 2});
    });
  }
}

// beam_width and cache_indirection, and the bias.
void add_beams_and_bias(Drafting& call, const Heads& h, size_t rows) {
  Draw& draw = call.draw();
  const bool biased = draw.chance(0.4);
  if (draw.chance(0.4)) {
    call.add_integers({1}, {h.batch % 2 == 0 ? 2 : 1});
    add_beams(call, h.batch, rows);
  } else if (biased) {
    call.leave_out(2);
  }
  if (biased) call.add_data({3 * h.q * h.width}, {-1, 1});
}

// Heads of at most 16 bytes: the order of a buffer's keys is open for others. What qk is, is open.
const GenerationRule decoder_masked_multi_head_attention_rule(
    "com.microsoft.DecoderMaskedMultiHeadAttention", [](Drafting& call, Draw& draw) {
      Heads h = draw_heads(draw);
      h.v_width = h.width;
      const bool crosses = draw.chance(0.3), packed = !crosses && draw.chance(0.02);
      const size_t past = 1 + draw.below(3), keys = crosses ? h.kv_length : past + 1;
      const bool shared = draw.chance(0.95);
      call.set("num_heads", static_cast<int64_t>(h.q));
      call.offer_real("scale", 0.125, 1);
      add_token(call, h, crosses, packed);
      call.add_if(draw.chance(0.4), [&] {
        if (draw.chance(0.3)) call.set("mask_filter_value", -1000000.0);
        add_mask(call, {h.batch, keys});
      });
      if (crosses) return;
      call.add_if(draw.chance(0.3), [&] { add_attention_bias(call, {h.batch, h.q, 1, keys}); });
      const size_t rows = shared ? past + 1 + draw.below(3) : past;
      for (int i = 0; i < 2; ++i) call.add_data({h.batch, h.q, rows, h.width}, {-2, 2});
      call.outputs = 3;
      if (!shared) return;
      call.set("past_present_share_buffer", 1);
      call.add_integers({1}, {static_cast<int64_t>(past)});
      add_beams_and_bias(call, h, rows);
      if (!draw.chance(0.03)) return;
      call.set("output_qk", 1);
      call.outputs = 4;
    });

}  // namespace
}  // namespace etalon::rules
