#include "conformance/generate/rules/com.microsoft/nn/attention.h"

namespace etalon::rules {
namespace {

void add_zero_points(Drafting& call, size_t columns, bool by_column, double middle) {
  Draw& draw = call.draw();
  const double least = call.dtype("T2") == DType::int8 ? -8 : 120;
  call.add({}, {middle - 8, middle + 8});
  by_column&& draw.chance(0.7) ? call.add(Shape{columns}, {least, least + 16})
                               : call.add(Shape{}, {least, least + 16});
}

// Weights are small, for products of 8-bit integers that runtimes add in pairs.
const GenerationRule qattention_rule("com.microsoft.QAttention", [](Drafting& call, Draw& draw) {
  const bool is_signed = draw.chance(0.1);  // ONNX Runtime's kernel takes uint8
  call.narrow("T1", [&](DType type) { return (type == DType::int8) == is_signed; });
  const Heads h = draw_heads(draw);
  const bool continued = draw.chance(0.4), by_column = draw.chance(0.4);
  const size_t past = continued ? 1 + draw.below(3) : 0, input = draw.dimension();
  const size_t columns = 3 * h.q * h.width;
  const double least = call.dtype("T2") == DType::int8 ? -30 : 98;
  call.set("num_heads", static_cast<int64_t>(h.q));
  call.offer_real("scale", 0.125, 1);
  call.offer_flag("unidirectional");
  offer_undescribed(call);
  const double middle = is_signed ? 0 : 128;
  call.add({h.batch, h.q_length, input}, {middle - 30, middle + 30});
  call.add({input, columns}, {least, least + 60});
  call.add_data({columns}, {-1, 1});
  call.add({}, {0.015625, 0.0625});
  call.add(by_column ? Shape{columns} : Shape{}, {0.015625, 0.0625});
  call.add_if(draw.chance(0.5), [&] {
    if (draw.chance(0.3)) call.set("mask_filter_value", -1000000.0);
    call.add({h.batch}, {1, static_cast<double>(past + h.q_length)});
  });
  if (draw.chance(0.8)) {
    add_zero_points(call, columns, by_column, middle);
  } else {
    call.leave_out(2);
  }
  if (continued) call.add_data({2, h.batch, h.q, past, h.width}, {-2, 2});
  call.outputs = continued || draw.chance(0.3) ? 2 : 1;
});

}  // namespace
}  // namespace etalon::rules
