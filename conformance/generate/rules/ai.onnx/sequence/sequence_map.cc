#include "conformance/generate/drawn_graph.h"
#include "conformance/generate/rule.h"

namespace etalon::rules {

// In addition to the sequence, optionally another sequence, or a tensor, which the body gets whole.
const GenerationRule sequence_map_rule("SequenceMap", [](Drafting& call, Draw& draw) {
  const DType type = draw_graph_type(call, "S");
  const Shape shape = draw.shape(0, 3);
  const size_t length = 1 + draw.below(4);
  const auto add_sequence = [&] {
    Sequence sequence{Type::tensor(type), {}};
    for (size_t i = 0; i < length; ++i) {
      sequence.items.emplace_back(random_tensor(draw, type, shape));
    }
    call.add(Value(sequence));
  };
  add_sequence();
  DrawnGraph body(draw, "body");
  body.add_input("item", type, shape);
  const bool alone = draw.chance(0.3);
  if (!alone) {
    body.add_input("other", type, shape);
    if (draw.chance(0.5)) {
      add_sequence();
    } else {
      call.add(Value(random_tensor(draw, type, shape)));
    }
  }
  body.add_arithmetic("item", alone ? "item" : "other", "made");
  body.add_output("made", type, shape);
  call.set("body", body.graph());
});

}  // namespace etalon::rules
