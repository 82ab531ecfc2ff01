#include "conformance/generate/rules/com.microsoft/quantization/products.h"

namespace etalon::rules {

// Y is quantized, to A's type, where y_scale and y_zero_point are given.
const GenerationRule qgemm_rule("com.microsoft.QGemm", [](Drafting& call, Draw& draw) {
  narrow_second(call, "TA", "TB");
  const DType type = call.dtype("TA");
  const size_t m = draw.dimension();
  const size_t n = draw.dimension();
  const size_t k = draw.dimension();
  const bool trans_a = draw.chance(0.5);
  const bool trans_b = draw.chance(0.5);
  if (trans_a) call.set("transA", 1);
  if (trans_b) call.set("transB", 1);
  call.offer_real("alpha", -2, 2);
  const Shape columns = draw.chance(0.4) ? Shape{n} : Shape{};
  call.add(trans_a ? Shape{k, m} : Shape{m, k});
  call.add({}, scales);
  call.add(Shape{});
  call.add(trans_b ? Shape{n, k} : Shape{k, n});
  call.add(columns, scales);
  call.add(columns);
  if (draw.chance(0.2)) return;
  if (draw.chance(0.6)) {
    call.add(draw.broadcastable_to({m, n}), {-1000, 1000});
  } else {
    call.leave_out();
  }
  if (draw.chance(0.4)) return;
  call.add({}, {64, 256});
  call.narrow("TYZ", [&](DType other) { return other == type; });
  call.add(Shape{});
});

}  // namespace etalon::rules
