#include <algorithm>

#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

namespace etalon::rules {

const GenerationRule scatter_nd_rule("ScatterND", [](Drafting& call, Draw& draw) {
  const bool reduced = offer_reduction(call);
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const size_t depth = 1 + draw.below(data.rank());
  const auto middle = data.shape().begin() + static_cast<std::ptrdiff_t>(depth);
  const Shape indexed(data.shape().begin(), middle);
  std::vector<size_t> places = draw.permutation(element_count(indexed));
  places.resize(std::min<size_t>(places.size(), 1 + draw.below(4)));
  if (reduced && draw.chance(0.6)) places.push_back(draw.pick(places));
  std::vector<int64_t> indices(places.size() * depth);
  for (size_t i = 0; i < places.size(); ++i) {
    size_t rest = places[i];
    for (size_t k = depth; k-- > 0; rest /= indexed[k]) {
      indices[i * depth + k] = static_cast<int64_t>(rest % indexed[k]);
    }
  }
  call.add_integers({places.size(), depth}, indices);
  Shape updates = {places.size()};
  updates.insert(updates.end(), middle, data.shape().end());
  call.add(updates);
});

}  // namespace etalon::rules
