#include "conformance/generate/rule.h"

namespace etalon::rules {

// The items' shapes may differ along the axis; with a new axis they are equal.
const GenerationRule concat_from_sequence_rule("ConcatFromSequence", [](Drafting& call,
                                                                        Draw& draw) {
  const bool stacked = draw.chance(0.5);
  Shape shape = draw.shape(1, 3, Empty::never);
  const size_t axes = shape.size() + (stacked ? 1 : 0);
  const size_t axis = draw.below(axes);
  const DType type = call.input_type(0);
  Sequence sequence{Type::tensor(type), {}};
  const size_t count = 1 + draw.below(3);
  for (size_t i = 0; i < count; ++i) {
    if (!stacked) shape[axis] = draw.dimension();
    sequence.items.emplace_back(random_tensor(draw, type, shape));
  }
  call.set("axis", call.written_axis(axis, axes));
  call.set("new_axis", stacked ? 1 : 0);
  call.add(Value(sequence));
});

}  // namespace etalon::rules
