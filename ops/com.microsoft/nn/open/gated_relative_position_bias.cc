// GatedRelativePositionBias: what token_offset is of a query_layer with all tokens: nothing, or the
// place of each.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_token_offset(Opening& open) {
  const Tensor* token_offset = open.call.maybe("token_offset");
  at_point("token_offset", token_offset != nullptr);
  if (!token_offset) return;
  const Tensor& query_layer = open.call.tensor("query_layer");
  const Shape& shape = query_layer.shape();
  const std::vector<int64_t> places = token_offset->ints();
  std::vector<size_t> from(shape[0] * shape[1], 0);
  std::vector<bool> filled(from.size(), false);
  for (size_t i = 0; i < std::min(places.size(), from.size()); ++i) {
    if (places[i] < 0 || places[i] >= int64_t(from.size())) return;
    from[size_t(places[i])] = i, filled[size_t(places[i])] = true;
  }
  if (std::find(filled.begin(), filled.end(), false) != filled.end()) return;
  open.Y = either_of(open.Y, "token_offset", "unused", "places", [&] {
    const Tensor tokens = query_layer.reshaped({from.size(), shape[2]});
    return open.again({{"query_layer", pick(tokens, 0, from).reshaped(shape)}});
  });
}

const Open op("GatedRelativePositionBias", open_token_offset);

}  // namespace
}  // namespace etalon
