#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

// Zero points are packed bytes, or of A's type; the latter not where a weight is a byte.
void add_zero_points(Drafting& call, size_t N, size_t k_blocks, size_t bits) {
  const DType type = call.dtype("T1");
  call.narrow("T3",
              [&](DType other) { return other == DType::uint8 || (other == type && bits < 8); });
  const bool bytes = call.dtype("T3") == DType::uint8;
  call.add({N, bytes ? (k_blocks * bits + 7) / 8 : k_blocks}, {0, bytes ? 255.0 : 4.0});
}

const GenerationRule matmul_nbits_rule("com.microsoft.MatMulNBits", [](Drafting& call, Draw& draw) {
  const size_t N = draw.dimension(), K = 1 + draw.below(40);
  const size_t bits = draw.chance(0.6) ? 4 : draw.chance(0.5) ? 2 : 8;
  const size_t block_size = draw.chance(0.7) ? 16 : 32,
               k_blocks = (K + block_size - 1) / block_size;
  call.set("N", static_cast<int64_t>(N));
  call.set("K", static_cast<int64_t>(K));
  call.set("block_size", static_cast<int64_t>(block_size));
  if (bits != 4) call.set("bits", static_cast<int64_t>(bits));
  if (draw.chance(0.2)) call.set("accuracy_level", draw.between(1, 4));
  if (draw.chance(0.02)) call.set("weight_prepacked", 1);
  Shape A = draw.shape(0, 2);
  A.push_back(K);
  call.add(A);
  const bool omitted = draw.chance(0.05);
  call.add({omitted ? 0 : N, k_blocks, block_size * bits / 8}, {0, 255});
  call.add({N, k_blocks}, scales);
  const bool grouped = draw.chance(0.1), biased = draw.chance(0.4);
  if (draw.chance(0.5)) {
    add_zero_points(call, N, k_blocks, bits);
  } else if (grouped || biased) {
    call.leave_out();
  }
  if (call.next_input() < 4) {
    if (!grouped && !biased) return;
  }
  if (grouped) {
    call.add({K}, {0, static_cast<double>(k_blocks) - 1});
  } else if (biased) {
    call.leave_out();
  }
  if (biased) call.add({N});
});

}  // namespace
}  // namespace etalon::rules
