#include "conformance/generate/rule.h"

namespace etalon::rules {

// Mostly as a runtime's kernel has it: swiglu with fusion 1, and no third matrix.
const GenerationRule moe_rule("com.microsoft.MoE", [](Drafting& call, Draw& draw) {
  const std::vector<std::string> activations = {"relu", "gelu", "silu", "swiglu", "identity"};
  const std::string activation = draw.pick(activations);
  const bool gated = activation == "swiglu";
  const bool apart = gated && draw.chance(0.1);
  if (activation != "relu" || draw.chance(0.5)) call.set("activation_type", activation);
  if (draw.chance(0.02)) call.set("use_sparse_mixer", 1);
  if (gated) {
    if (!apart) call.set("swiglu_fusion", draw.chance(0.9) ? 1 : 2);
    if (draw.chance(0.05)) call.set("swiglu_limit_after_activation", 1);
    call.offer_real("activation_alpha", 0.5, 2);
    call.offer_real("activation_beta", -1, 1);
    call.offer_real("swiglu_limit", 0.5, 4);
  }
  call.offer_flag("normalize_routing_weights");
  const size_t experts = 1 + draw.below(4), k = 1 + draw.below(experts);
  if (k > 1 || draw.chance(0.5)) call.set("k", static_cast<int64_t>(k));
  const size_t hidden_size = draw.dimension(), inter_size = draw.dimension();
  const size_t batch = 1 + draw.below(2), length = 1 + draw.below(3);
  const size_t rows = gated && !apart ? 2 * inter_size : inter_size;
  call.add(draw.chance(0.5) ? Shape{batch, length, hidden_size}
                            : Shape{batch * length, hidden_size});
  call.add({batch * length, experts}, {-3, 3});
  call.add({experts, rows, hidden_size});
  call.add_if(draw.chance(0.5), [&] { call.add({experts, rows}); });
  call.add({experts, hidden_size, inter_size});
  if (!apart && draw.chance(0.5)) return;
  call.add_if(draw.chance(0.5), [&] { call.add({experts, hidden_size}); });
  if (apart) {
    call.add({experts, inter_size, hidden_size});
    if (draw.chance(0.5)) call.add({experts, inter_size});
  }
});

}  // namespace etalon::rules
