#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

// The columns are the blocks of an image of two or three axes.
const GenerationRule col2im_rule("Col2Im", [](Drafting& call, Draw& draw) {
  call.narrow("T", [](DType type) { return type != DType::string; });
  const Window window = draw_window(call, 2 + draw.below(2));
  size_t block = 1;
  size_t count = 1;
  for (const size_t length : window.kernel) block *= length;
  for (const size_t length : output_lengths(window)) count *= length;
  call.add({1 + draw.below(2), (1 + draw.below(3)) * block, count});
  for (const Shape& lengths : {window.spatial, window.kernel}) {
    call.add_integers({lengths.size()}, {lengths.begin(), lengths.end()});
  }
});

}  // namespace etalon::rules
