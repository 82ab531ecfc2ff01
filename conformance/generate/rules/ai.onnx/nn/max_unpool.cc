#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

// Outputs of a MaxPool whose windows do not overlap: the indices of a plane differ and are in it.
const GenerationRule max_unpool_rule("MaxUnpool", [](Drafting& call, Draw& draw) {
  const size_t rank = 1 + draw.below(2);
  const Shape front = {1 + draw.below(2), 1 + draw.below(2)};
  Shape kernel, spatial;
  size_t pooled = 1;
  size_t plane = 1;
  for (size_t i = 0; i < rank; ++i) {
    kernel.push_back(1 + draw.below(3));
    spatial.push_back(1 + draw.below(3));
    pooled *= spatial[i];
    plane *= spatial[i] * kernel[i];
  }
  const std::vector<int64_t> strides(kernel.begin(), kernel.end());
  call.set("kernel_shape", strides);
  call.set("strides", strides);
  std::vector<int64_t> indices;
  for (size_t at = 0; at < front[0] * front[1]; ++at) {
    const std::vector<size_t> order = draw.permutation(plane);
    for (size_t i = 0; i < pooled; ++i) {
      indices.push_back(static_cast<int64_t>(at * plane + order[i]));
    }
  }
  const Shape shape = joined(front, spatial);
  call.add(shape);
  call.add_integers(shape, indices);
});

}  // namespace etalon::rules
