#include "conformance/generate/rule.h"

namespace etalon::rules {

// As a runtime's kernel has it: swiglu with fusion 1, and no third matrix.
const GenerationRule moe_rule("com.microsoft.MoE", [](Drafting& call, Draw& draw) {
  const std::vector<std::string> activations = {"relu", "gelu", "silu", "swiglu", "identity"};
  const std::string activation = draw.pick(activations);
  const bool gated = activation == "swiglu";
  call.set("activation_type", activation);
  if (gated) {
    call.set("swiglu_fusion", 1);
    call.offer_real("activation_alpha", 0.5, 2);
    call.offer_real("activation_beta", -1, 1);
    call.offer_real("swiglu_limit", 0.5, 4);
  }
  call.offer_flag("normalize_routing_weights");
  const size_t experts = 1 + draw.below(4), k = 1 + draw.below(experts);
  call.set("k", static_cast<int64_t>(k));
  const size_t hidden_size = draw.dimension(), inter_size = draw.dimension();
  const size_t batch = 1 + draw.below(2), length = 1 + draw.below(3);
  const size_t rows = gated ? 2 * inter_size : inter_size;
  call.add(draw.chance(0.5) ? Shape{batch, length, hidden_size}
                            : Shape{batch * length, hidden_size});
  call.add({batch * length, experts}, {-3, 3});
  call.add({experts, rows, hidden_size});
  draw.chance(0.5) ? static_cast<void>(call.add({experts, rows})) : call.leave_out();
  call.add({experts, hidden_size, inter_size});
  if (draw.chance(0.5)) call.add({experts, hidden_size});
});

}  // namespace etalon::rules
