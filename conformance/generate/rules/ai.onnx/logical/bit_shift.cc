#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// By up to one bit less than the type has.
const GenerationRule bit_shift_rule("BitShift", [](Drafting& call, Draw& draw) {
  call.set("direction", draw.pick<std::string>({"LEFT", "RIGHT"}));
  const std::vector<Shape> shapes = shapes_together(draw, 2);
  call.add(shapes[0]);
  const int64_t most = bit_width(call.input_type(1)) - 1;
  call.add_integers(shapes[1], draw.several_between(element_count(shapes[1]), 0, most));
});

}  // namespace etalon::rules
