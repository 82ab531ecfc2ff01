// GatedRelativePositionBias: what token_offset is of a query_layer with all tokens.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_token_offset(Opening& open) {
  open.Y = no_result(open.Y, "token_offset", [&] {
    return full(open.Y.shape(), open.call.maybe("token_offset") != nullptr);
  });
}

const Open op("GatedRelativePositionBias", open_token_offset);

}  // namespace
}  // namespace etalon
