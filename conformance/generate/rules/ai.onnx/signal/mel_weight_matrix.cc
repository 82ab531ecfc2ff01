#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule mel_weight_matrix_rule("MelWeightMatrix", [](Drafting& call, Draw& draw) {
  call.narrow("T3", is_float);
  if (draw.chance(0.7)) call.set("output_datatype", static_cast<int64_t>(call.dtype("T3")));
  const int64_t sample_rate = 1000 * draw.between(8, 16);
  call.add_integers({}, {draw.between(2, 6)});
  call.add_integers({}, {2 * draw.between(16, 40)});
  call.add_integers({}, {sample_rate});
  call.add_integers({}, {128 * draw.between(0, 4)});
  call.add_integers({}, {128 * draw.between(20, 31)});
});

}  // namespace etalon::rules
