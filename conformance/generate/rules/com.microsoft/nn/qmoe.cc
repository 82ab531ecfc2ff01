#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

// One layer's integers, and a row's or a block's scales.
struct Layer {
  size_t experts, rows, columns, bits, block_size;

  size_t blocks() const { return block_size == 0 ? 1 : columns / block_size; }
  size_t bytes(size_t numbers) const { return (numbers * bits + 7) / 8; }
  void add_weights(Drafting& call) const {
    call.add({experts, rows, bytes(columns)}, {0, 255});
    if (call.draw().chance(0.02)) return call.leave_out();
    call.add(block_size == 0 ? Shape{experts, rows} : Shape{experts, rows, blocks()}, scales);
  }
  void add_bias(Drafting& call) const {
    call.add_if(call.draw().chance(0.5), [&] { call.add({experts, rows}); });
  }
  void add_zero_points(Drafting& call) const {
    call.add(block_size == 0 ? Shape{experts, bytes(rows)} : Shape{experts, rows, bytes(blocks())},
             {0, 255});
  }
};

void set_activation(Drafting& call, const std::string& activation, bool apart, size_t bits) {
  Draw& draw = call.draw();
  if (activation != "relu" || draw.chance(0.5)) call.set("activation_type", activation);
  if (draw.chance(0.02)) call.set("use_sparse_mixer", 1);
  if (activation != "swiglu") return;
  if (!apart) call.set("swiglu_fusion", draw.chance(0.9) ? 1 : 2);
  if (bits != 2 && draw.chance(0.1)) call.set("swiglu_limit_after_activation", 1);
  call.offer_real("activation_alpha", 0.5, 2);
  call.offer_real("activation_beta", -1, 1);
  call.offer_real("swiglu_limit", 0.5, 4);
}

// True where global scales are required.
bool set_quantization(Drafting& call, size_t bits, size_t block_size) {
  Draw& draw = call.draw();
  if (bits != 4) call.set("expert_weight_bits", static_cast<int64_t>(bits));
  if (block_size != 0) call.set("block_size", static_cast<int64_t>(block_size));
  if (draw.chance(0.9)) call.set("weights_prepacked", 0);
  if (draw.chance(0.1)) call.set("accuracy_level", draw.chance(0.5) ? 1 : 4);
  const bool is_fp4 = draw.chance(0.02);
  if (is_fp4) call.set("quant_type", "nvfp4");
  for (const char* layer : {"fc1", "fc2", "fc3"}) {
    if (!draw.chance(0.05)) continue;
    call.set(layer + std::string("_expert_weight_bits"), static_cast<int64_t>(bits));
  }
  return is_fp4;
}

// The types of activations and scales are the same: float32 or float16.
void choose_types(Drafting& call) {
  call.narrow("T1", [](DType type) { return type == DType::uint8; });
  call.narrow("T2", [](DType type) { return type == DType::float32 || type == DType::float16; });
  call.narrow("T", [&](DType type) { return type == call.dtype("T2"); });
}

// From FC3's weights on.
void add_others(Drafting& call, const Layer& fc1, const Layer& fc2, bool apart, bool is_fp4,
                size_t tokens) {
  Draw& draw = call.draw();
  const bool has_zeros = draw.chance(0.5), mixed = draw.chance(0.3);
  const bool scaled = is_fp4 || draw.chance(0.02);
  if (apart) {
    fc1.add_weights(call);
    fc1.add_bias(call);
  } else {
    call.leave_out(3);
  }
  for (const Layer& layer : {fc1, fc2}) {
    call.add_if(has_zeros, [&] { layer.add_zero_points(call); });
  }
  call.add_if(has_zeros && apart, [&] { fc1.add_zero_points(call); });
  call.add_if(mixed, [&] { call.add({tokens, fc1.experts}, {0.125, 1}); });
  if (!scaled) return;
  for (size_t i = 0; i < 4; ++i) call.add({fc1.experts}, scales);
  for (size_t i = 0; i < 2; ++i) call.add({1, 1, 1}, scales);
}

// Mostly as a runtime's kernel has it: integers, and no third matrix.
const GenerationRule qmoe_rule("com.microsoft.QMoE", [](Drafting& call, Draw& draw) {
  const std::vector<std::string> activations = {"relu", "gelu", "silu", "swiglu", "identity"};
  const std::string activation = draw.pick(activations);
  const bool gated = activation == "swiglu", apart = gated && draw.chance(0.15);
  const size_t bits = draw.chance(0.6) ? 4 : draw.chance(0.6) ? 8 : 2;
  set_activation(call, activation, apart, bits);
  choose_types(call);
  const size_t block_size = draw.chance(0.5) ? 0 : draw.chance(0.7) ? 16 : 32;
  const bool is_fp4 = set_quantization(call, bits, block_size);
  const size_t unit = block_size == 0 ? 8 / bits : block_size;
  const size_t hidden_size = unit * (1 + draw.below(2)), inter_size = unit * (1 + draw.below(2));
  const size_t experts = 1 + draw.below(4), k = 1 + draw.below(experts);
  if (k > 1 || draw.chance(0.5)) call.set("k", static_cast<int64_t>(k));
  if (draw.chance(0.7)) call.set("normalize_routing_weights", 1);
  const size_t batch = 1 + draw.below(2), length = 1 + draw.below(2), tokens = batch * length;
  const size_t rows = gated && !apart ? 2 * inter_size : inter_size;
  const Layer fc1{experts, rows, hidden_size, bits, block_size};
  const Layer fc2{experts, hidden_size, inter_size, bits, block_size};
  draw.chance(0.5) ? call.add({batch, length, hidden_size}) : call.add({tokens, hidden_size});
  call.add({tokens, experts}, {-3, 3});
  for (const Layer& layer : {fc1, fc2}) {
    layer.add_weights(call);
    layer.add_bias(call);
  }
  add_others(call, fc1, fc2, apart, is_fp4, tokens);
});

}  // namespace
}  // namespace etalon::rules
