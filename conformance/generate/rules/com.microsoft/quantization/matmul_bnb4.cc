#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule matmul_bnb4_rule("com.microsoft.MatMulBnb4", [](Drafting& call, Draw& draw) {
  const size_t N = draw.dimension(), K = 1 + draw.below(40);
  const size_t block_size = draw.chance(0.7) ? 16 : 32;
  call.set("N", static_cast<int64_t>(N));
  call.set("K", static_cast<int64_t>(K));
  call.set("block_size", static_cast<int64_t>(block_size));
  call.set("quant_type", draw.between(0, 1));
  if (draw.chance(0.2)) call.set("training_mode", 1);
  const bool trans_b = draw.chance(0.8);
  if (!trans_b) call.set("transB", 0);
  Shape A = draw.shape(0, 2);
  A.push_back(trans_b ? K : N);
  call.add(A);
  call.add({(N * K + 1) / 2}, {0, 255});
  call.add({(N * K + block_size - 1) / block_size}, scales);
});

}  // namespace etalon::rules
