// BitShift.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Version 11 does not say what a shift by the type's width or more gives.
const Open op("BitShift", [](Opening& open) {
  if (open.call.since_version() > 11) return;
  open.Y = no_result(open.Y, "index_11", [&] {
    const Tensor by = broadcast_to(open.call.tensor("Y"), open.Y.shape());
    return Bools(by.as<uint64_t>() >= uint64_t(bit_width(open.Y.dtype())));
  });
});

}  // namespace
}  // namespace etalon
