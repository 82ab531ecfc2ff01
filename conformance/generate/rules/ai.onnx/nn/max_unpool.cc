#include "conformance/generate/rule.h"
#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

namespace {

// Of one plane of the output.
size_t positions_in(const std::vector<int64_t>& lengths) {
  size_t count = 1;
  for (const int64_t length : lengths) count *= static_cast<size_t>(length);
  return count;
}

// Pads one element at either end, where enough are left.
void give_pads(Drafting& call, size_t pooled, std::vector<int64_t>& lengths) {
  std::vector<int64_t> pads(2 * lengths.size());
  std::vector<int64_t> padded = lengths;
  for (size_t i = 0; i < pads.size(); ++i) {
    pads[i] = call.draw().between(0, 1);
    padded[i % lengths.size()] -= pads[i];
  }
  for (const int64_t length : padded) {
    if (length < 1) return;
  }
  if (positions_in(padded) < pooled) return;
  call.set("pads", pads);
  lengths = padded;
}

}  // namespace

// Outputs of a MaxPool whose windows do not overlap: the indices of a plane differ and are in it.
const GenerationRule max_unpool_rule("MaxUnpool", [](Drafting& call, Draw& draw) {
  const size_t rank = 1 + draw.below(3);
  const Shape front = {1 + draw.below(2), 1 + draw.below(2)};
  Shape spatial;
  std::vector<int64_t> kernel, lengths;
  size_t pooled = 1;
  for (size_t i = 0; i < rank; ++i) {
    kernel.push_back(draw.between(1, 3));
    spatial.push_back(1 + draw.below(3));
    pooled *= spatial[i];
    lengths.push_back(kernel[i] * static_cast<int64_t>(spatial[i]));
  }
  call.set("kernel_shape", kernel);
  call.set("strides", kernel);
  if (draw.chance(0.4)) give_pads(call, pooled, lengths);
  const size_t plane = positions_in(lengths);
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
  if (draw.chance(0.6)) return;
  std::vector<int64_t> whole = {static_cast<int64_t>(front[0]), static_cast<int64_t>(front[1])};
  whole.insert(whole.end(), lengths.begin(), lengths.end());
  call.add_integers({whole.size()}, whole);
});

}  // namespace etalon::rules
