#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {

Sequence draw_sequence(Drafting& call, size_t least) {
  Draw& draw = call.draw();
  const DType type = call.input_type(0);
  Sequence sequence{Type::tensor(type), {}};
  const size_t count = least + draw.below(5 - least);
  for (size_t i = 0; i < count; ++i) {
    sequence.items.emplace_back(random_tensor(draw, type, draw.shape(0, 2)));
  }
  return sequence;
}

int64_t index_among(Draw& draw, size_t count) {
  const auto n = static_cast<int64_t>(count);
  return draw.between(-n, n - 1);
}

}  // namespace etalon::rules
