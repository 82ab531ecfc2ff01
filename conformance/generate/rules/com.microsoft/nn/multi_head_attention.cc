#include "conformance/generate/rules/com.microsoft/nn/attention.h"

namespace etalon::rules {
namespace {

enum class Layout { apart, all_packed, key_value_packed, past };

Layout draw_layout(Draw& draw) {
  if (draw.chance(0.02)) return Layout::all_packed;
  if (draw.chance(0.02)) return Layout::key_value_packed;
  return draw.chance(0.2) ? Layout::past : Layout::apart;
}

// Adds query, key and value.
void add_operands(Drafting& call, const Heads& h, Layout layout) {
  if (layout == Layout::all_packed) {
    call.add_data({h.batch, h.q_length, h.q, 3, h.width}, {-2, 2});
    call.leave_out(2);
    return;
  }
  call.add_data({h.batch, h.q_length, h.q * h.width}, {-2, 2});
  if (layout == Layout::key_value_packed) {
    call.add_data({h.batch, h.kv_length, h.q, 2, h.width}, {-2, 2});
    call.leave_out();
    return;
  }
  const bool packed = layout == Layout::apart;
  call.add_data(laid_out(packed, h.batch, h.q, h.kv_length, h.width), {-2, 2});
  call.add_data(laid_out(packed, h.batch, h.q, h.kv_length, h.v_width), {-2, 2});
}

// Adds past_key and past_value, and sometimes how much of them is used.
void add_past(Drafting& call, const Heads& h, size_t past) {
  Draw& draw = call.draw();
  const bool shared = draw.chance(0.4);
  const size_t rows = shared ? past + h.kv_length + draw.below(3) : past;
  call.add_data({h.batch, h.q, rows, h.width}, {-2, 2});
  call.add_data({h.batch, h.q, rows, h.v_width}, {-2, 2});
  if (shared) call.add_integers({1}, {static_cast<int64_t>(past)});
  // ONNX Runtime's kernel asks for beams where there is one query.
  if (shared && (h.q_length == 1 || draw.chance(0.02)) && draw.chance(0.5)) {
    add_beams(call, h.batch, rows);
  }
}

// ONNX Runtime's kernel takes values of another size where nothing is kept.
Heads draw_sizes(Draw& draw, Layout layout, bool one_sequence, bool continued) {
  Heads h = draw_heads(draw);
  if (layout != Layout::apart || continued || draw.chance(0.5)) h.v_width = h.width;
  if (layout == Layout::all_packed || one_sequence) h.kv_length = h.q_length;
  return h;
}

// Where keys and queries are not of one sequence, `unidirectional` is open; and so is what a past
// is that comes as key and value, and once more.
const GenerationRule multi_head_attention_rule(
    "com.microsoft.MultiHeadAttention", [](Drafting& call, Draw& draw) {
      const Layout layout = draw_layout(draw);
      const bool one_sequence = draw.chance(0.4),
                 continued = layout != Layout::past && draw.chance(0.35);
      const Heads h = draw_sizes(draw, layout, one_sequence, continued);
      const size_t past = continued ? 1 + draw.below(3) : 0, keys = past + h.kv_length;
      call.set("num_heads", static_cast<int64_t>(h.q));
      call.offer_real("scale", 0.125, 1);
      if (one_sequence) call.offer_flag("unidirectional");
      add_operands(call, h, layout);
      call.add_if(layout != Layout::past && draw.chance(0.4), [&] {
        call.add_data({2 * h.q * h.width + h.q * h.v_width}, {-1, 1});
      });
      call.add_if(draw.chance(0.4), [&] { add_key_mask(call, h.batch, h.q_length, keys); });
      call.add_if(draw.chance(0.4), [&] {
        add_attention_bias(call, {h.batch, h.q, h.q_length, keys});
      });
      call.outputs = continued || draw.chance(0.2) ? 3 : 1;
      if (continued) add_past(call, h, past);
      // What qk is, is open.
      if (draw.chance(0.03)) call.outputs = 4;
    });

}  // namespace
}  // namespace etalon::rules
