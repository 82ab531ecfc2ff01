#include "conformance/generate/rules/com.microsoft/nn/attention.h"

namespace etalon::rules {
namespace {

// The sizes of a call. After `past` tokens come `length` new ones; a cache may have more rows.
struct Step {
  size_t batch, q, kv, past, length, width, rows;
  bool rotates, has_past, quantizes;
  bool slides = false;
  size_t total() const { return past + length; }
};

// What ONNX Runtime's kernel takes: heads of 8 elements, of 16 where they turn; one sequence where
// several tokens follow a past.
Step draw_step(Drafting& call, Draw& draw) {
  const Heads h = draw_heads(draw);
  Step step{h.batch, h.q, h.kv, 0, h.q_length, 8, 0, draw.chance(0.5), draw.chance(0.7), false};
  if (step.rotates) step.width = 16;
  if (step.has_past && draw.chance(0.7)) step.past = 1 + draw.below(4);
  if (step.past > 0 && step.length > 1) step.batch = 1;
  // What is in a cache's other rows, is open.
  step.rows = step.past + (draw.chance(0.05) ? step.length + draw.below(3) : 0);
  step.quantizes = step.past > 0 && draw.chance(0.2);
  step.slides = step.has_past && step.rows > 0 && draw.chance(0.1);
  const DType T = call.dtype("T");
  call.narrow("T_CACHE", [&](DType type) {
    return step.quantizes ? type == DType::int8 || type == DType::uint8 : type == T;
  });
  return step;
}

void add_tokens(Drafting& call, const Step& step) {
  const size_t q = step.q * step.width, kv = step.kv * step.width;
  if (call.draw().chance(0.25)) {
    call.add_data({step.batch, step.length, q + 2 * kv}, {-2, 2});
    call.leave_out(2);
    return;
  }
  for (const size_t hidden : {q, kv, kv}) {
    call.add_data({step.batch, step.length, hidden}, {-2, 2});
  }
}

void add_cache(Drafting& call, const Step& step) {
  if (!step.has_past) {
    call.leave_out(2);
    return;
  }
  const bool nibbles = call.dtype("T_CACHE") == DType::uint8;
  const Shape shape{step.batch, step.kv, step.rows, nibbles ? step.width / 2 : step.width};
  for (int i = 0; i < 2; ++i) {
    step.quantizes ? (void)call.add(shape) : (void)call.add_data(shape, {-2, 2});
  }
}

// cos_cache, sin_cache and position_ids.
void add_positions(Drafting& call, const Step& step) {
  Draw& draw = call.draw();
  const size_t rows = step.total() + draw.below(3);
  if (!step.rotates) {
    call.leave_out(3);
    return;
  }
  call.set("do_rotary", 1);
  call.offer_flag("rotary_interleaved");
  for (int i = 0; i < 2; ++i) call.add_data({rows, step.width / 2}, {-1, 1});
  call.add_if(draw.chance(0.3), [&] {
    call.add({step.batch, step.length}, {0, static_cast<double>(rows - step.length)});
  });
}

void add_scales(Drafting& call, const Step& step) {
  if (!step.quantizes) {
    call.leave_out(2);
    return;
  }
  const bool by_channel = call.draw().chance(0.5);
  call.set("kv_cache_bit_width", call.dtype("T_CACHE") == DType::uint8 ? 4 : 8);
  for (const char* which : {"k_quant_type", "v_quant_type"}) {
    call.set(which, by_channel ? "PER_CHANNEL" : "PER_TENSOR");
    call.add(by_channel ? Shape{1, step.kv, 1, step.width} : Shape{1}, {0.03125, 0.25});
  }
}

// Weights of the norms of heads, which ONNX Runtime's kernel on CPUs does not take.
void add_norm_weights(Drafting& call, const Step& step, bool normalizes) {
  for (const char* epsilon : {"qk_norm_epsilon", "q_norm_epsilon", "k_norm_epsilon"}) {
    if (normalizes) call.offer_real(epsilon, 0.015625, 0.5);
  }
  for (int i = 0; i < 2; ++i) {
    call.add_if(normalizes, [&] { call.add_data({step.width}, {-2, 2}); });
  }
}

void give_ways(Drafting& call, const Step& step, bool causal) {
  Draw& draw = call.draw();
  if (!causal) call.set("causal", 0);
  // Whether a window counts the query itself, is open where it matters.
  if (step.slides) {
    call.set("sliding_window_cache", 1);
    const auto rows = int64_t(step.rows);  // of a larger cache some are open
    call.set("local_window_size", draw.chance(0.6) ? rows : draw.between(1, rows));
  } else if (causal && draw.chance(0.2)) {
    call.set("local_window_size", int64_t(step.total()));
  }
  call.offer_real("scale", 0.125, 1);
  if (draw.chance(0.2)) call.set("softcap", 2.0);
  if (draw.chance(0.2)) call.set("smooth_softmax", 1);
}

const GenerationRule group_query_attention_rule(
    "com.microsoft.GroupQueryAttention", [](Drafting& call, Draw& draw) {
      const Step step = draw_step(call, draw);
      call.set("num_heads", static_cast<int64_t>(step.q));
      call.set("kv_num_heads", static_cast<int64_t>(step.kv));
      const bool causal = step.slides || draw.chance(0.9);
      give_ways(call, step, causal);
      add_tokens(call, step);
      add_cache(call, step);
      call.add_integers({step.batch}, std::vector<int64_t>(step.batch, int64_t(step.total()) - 1));
      call.add_integers(draw.chance(0.5) ? Shape{} : Shape{1}, {int64_t(step.total())});
      add_positions(call, step);
      call.add_if(!step.slides && draw.chance(0.2), [&] {
        add_attention_bias(call, {step.batch, step.q, step.length, step.total()});
      });
      call.add_if(draw.chance(0.2), [&] { call.add_data({step.q}, {-1, 1}); });
      add_scales(call, step);
      const bool normalizes = draw.chance(0.03),
                 chunked = step.has_past && causal && draw.chance(0.1);
      if (normalizes || chunked) add_norm_weights(call, step, normalizes);
      if (chunked) {
        call.add_integers({step.batch}, std::vector<int64_t>(step.batch, int64_t(step.length)));
      }
      call.outputs = step.has_past || draw.chance(0.3) ? 3 : 1;
      // Scores of keys that a query does not see are open.
      if (draw.chance(0.2)) {
        call.set("qk_output", draw.chance(0.3) ? 1 : 2);
        call.outputs = 4;
      }
    });

}  // namespace
}  // namespace etalon::rules
