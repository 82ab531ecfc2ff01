#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// By up to one bit less than the type has.
const GenerationRule bit_shift_rule("BitShift", [](Drafting& call, Draw& draw) {
  call.set("direction", draw.pick<std::string>({"LEFT", "RIGHT"}));
  const std::vector<Shape> shapes = shapes_together(draw, 2);
  call.add(shapes[0]);
  std::vector<int64_t> amounts(element_count(shapes[1]));
  for (int64_t& each : amounts) each = draw.between(0, bit_width(call.input_type(1)) - 1);
  call.add_integers(shapes[1], amounts);
});

}  // namespace etalon::rules
