#include "conformance/generate/rule.h"

namespace etalon::rules {

// Version 1 repeats along one axis; both numbers are tensors of the input's type.
const GenerationRule tile_rule("Tile", [](Drafting& call, Draw& draw) {
  const Tensor input = call.add(draw.shape(1));
  if (call.takes("tiles")) {
    call.add_integers({}, {draw.between(1, 3)});
    call.add_integers({}, {static_cast<int64_t>(draw.below(input.rank()))});
    return;
  }
  std::vector<int64_t> repeats(input.rank());
  for (int64_t& each : repeats) each = draw.between(draw.chance(0.1) ? 0 : 1, 3);
  call.add_integers({repeats.size()}, repeats);
});

}  // namespace etalon::rules
