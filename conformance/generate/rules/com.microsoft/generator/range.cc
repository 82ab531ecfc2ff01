#include "conformance/generate/rule.h"

namespace etalon::rules {

// A scalar, or the same as a tensor [1].
void add_range_number(Drafting& call, double number) {
  const Shape shape = call.draw().chance(0.7) ? Shape{} : Shape{1};
  if (is_float(call.input_type(call.next_input()))) return call.add_reals(shape, {number});
  call.add_integers(shape, {static_cast<int64_t>(number)});
}

const GenerationRule microsoft_range_rule("com.microsoft.Range", [](Drafting& call, Draw& draw) {
  const double unit = is_float(call.input_type(0)) ? 0.5 : 1;
  const bool by_default = draw.chance(0.3), down = !by_default && draw.chance(0.3);
  const double delta =
      by_default ? 1 : (down ? -unit : unit) * static_cast<double>(draw.between(1, 5));
  const double start = unit * static_cast<double>(draw.between(-9, 9));
  const int64_t steps = draw.chance(0.08) ? draw.between(-3, 0) : draw.between(1, 8);
  add_range_number(call, start);
  add_range_number(call, start + static_cast<double>(steps) * delta);
  if (!by_default) add_range_number(call, delta);
});

}  // namespace etalon::rules
