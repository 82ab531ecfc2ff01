#include "conformance/generate/rules/ai.onnx/math/cumulative.h"

namespace etalon::rules {

void cumulative(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor x = call.add(draw.shape(1));
  call.add_integers({}, {call.written_axis(draw.below(x.rank()), x.rank())});
  call.offer_flag("exclusive");
  call.offer_flag("reverse");
}

}  // namespace etalon::rules
