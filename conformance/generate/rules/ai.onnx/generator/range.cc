#include "conformance/generate/rule.h"

namespace etalon::rules {

namespace {

// Three numbers: of the type itself, where it has halves.
void add_number(Drafting& call, double number) {
  if (is_float(call.input_type(call.next_input()))) return call.add_reals({}, {number});
  call.add_integers({}, {static_cast<int64_t>(number)});
}

void give_stash_type(Drafting& call) {
  const std::vector<DType> types = {DType::float32, DType::float16, DType::float64,
                                    DType::bfloat16};
  call.set("stash_type", static_cast<int64_t>(call.draw().pick(types)));
}

}  // namespace

// Some steps from the start, and seldom none; the limit is a step or a part of one past the last.
const GenerationRule range_rule("Range", [](Drafting& call, Draw& draw) {
  const bool whole = !is_float(call.input_type(0));
  const bool down = draw.chance(0.3);
  const double unit = whole ? 1 : 0.5;
  const double delta = (down ? -unit : unit) * static_cast<double>(draw.between(1, 5));
  const double start = unit * static_cast<double>(draw.between(-9, 9));
  const int64_t steps = draw.chance(0.08) ? draw.between(-3, 0) : draw.between(1, 8);
  const double part = whole || draw.chance(0.5) ? 0 : delta / 2;
  if (call.has("stash_type") && draw.chance(0.4)) give_stash_type(call);
  add_number(call, start);
  add_number(call, start + static_cast<double>(steps) * delta - part);
  add_number(call, delta);
});

}  // namespace etalon::rules
