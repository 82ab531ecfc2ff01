#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// By up to one bit less than the type has, often by just that; since version 28, whose text says
// what they give, also by one more, and by a negative number.
const GenerationRule bit_shift_rule("BitShift", [](Drafting& call, Draw& draw) {
  call.set("direction", draw.pick<std::string>({"LEFT", "RIGHT"}));
  const std::vector<Shape> shapes = shapes_together(draw, 2);
  call.add(shapes[0]);
  const DType type = call.input_type(1);
  const int64_t bits = bit_width(type);
  const bool any = call.version() > 11;
  const int64_t least = any && is_signed_integer(type) ? -1 : 0;
  std::vector<int64_t> amounts(element_count(shapes[1]));
  for (int64_t& each : amounts) {
    each = draw.pick<int64_t>({least, draw.between(0, bits - 1), bits - 1, any ? bits : 1});
  }
  call.add_integers(shapes[1], amounts);
});

}  // namespace etalon::rules
