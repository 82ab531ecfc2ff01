#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

bool is_four_bits(DType type) { return type == DType::int4 || type == DType::uint4; }

// Of bytes the first axis is gathered, and the last one is in blocks.
struct Axes {
  size_t gather, quantize;
};
Axes draw_axes(Drafting& call, Draw& draw, DType type, size_t rank) {
  const bool bytes = type == DType::uint8;
  Axes axes{bytes ? 0 : draw.below(rank), bytes ? rank - 1 : draw.below(rank)};
  if (axes.quantize == axes.gather) axes.quantize = (axes.gather + 1) % rank;
  call.set("quantize_axis", static_cast<int64_t>(axes.quantize));
  if (axes.gather != 0) call.set("gather_axis", static_cast<int64_t>(axes.gather));
  return axes;
}

const GenerationRule gather_block_quantized_rule(
    "com.microsoft.GatherBlockQuantized", [](Drafting& call, Draw& draw) {
      const DType type = call.dtype("T1");
      const bool bytes = type == DType::uint8;
      const size_t bits = bytes && draw.chance(0.7) ? (draw.chance(0.5) ? 8 : 2) : 4;
      if (bits != 4) call.set("bits", static_cast<int64_t>(bits));
      const size_t per_byte = bytes ? 8 / bits : 1, rank = 2 + draw.below(2);
      const Axes axes = draw_axes(call, draw, type, rank);
      Shape data, scale;
      for (size_t i = 0; i < rank; ++i) data.push_back(1 + draw.below(4));
      data[axes.quantize] = per_byte * (4 + draw.below(8));
      scale = data;
      const size_t block_size = 16;
      if (draw.chance(0.7)) {
        call.set("block_size", static_cast<int64_t>(block_size));
        scale[axes.quantize] = (data[axes.quantize] + block_size - 1) / block_size;
      } else {
        scale[axes.quantize] = 1;
      }
      const auto s = static_cast<double>(data[axes.gather]);
      data[axes.quantize] /= per_byte;
      call.add(data);
      call.add(draw.shape(0, 2), {-s, s - 1});
      call.add(scale, scales);
      if (!draw.chance(0.5) || !(bytes || is_four_bits(type))) return;
      scale.back() = (scale.back() + per_byte - 1) / per_byte;
      call.add(scale, {0, 7});
    });

}  // namespace
}  // namespace etalon::rules
