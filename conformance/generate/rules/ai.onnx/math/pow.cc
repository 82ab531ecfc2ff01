#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// One call in three has negative bases, and whole exponents.
const GenerationRule pow_rule("Pow", [](Drafting& call, Draw& draw) {
  if (call.has("broadcast") || draw.chance(0.7)) return two_broadcast(call);
  const std::vector<Shape> shapes = shapes_together(draw, 2);
  const double greatest = draw.chance(0.4) ? 1 : 4;  // of ±1 every power is an integer
  call.add_data(shapes[0], {-greatest, greatest, 0.25});
  const int64_t least = is_unsigned_integer(call.input_type(1)) ? 0 : -3;
  call.add_integers(shapes[1], draw.several_between(element_count(shapes[1]), least, 3));
});

}  // namespace etalon::rules
