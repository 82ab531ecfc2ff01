// BitShift.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Version 11 does not say what a shift by the type's width or more gives. Processors shift by the
// amount modulo the width.
const Open op("BitShift", [](Opening& open) {
  if (open.call.since_version() > 11) return;
  const Tensor& Y = open.call.tensor("Y");
  const auto width = uint64_t(bit_width(open.Y.dtype()));
  const auto beyond = [&] {
    return Bools(broadcast_to(Y, open.Y.shape()).as<uint64_t>() >= width);
  };
  const auto modulo = [&] {
    const Array<uint64_t> by = Y.as<uint64_t>() % width;
    return open.again({{"Y", Tensor::of(Y.dtype(), by)}});
  };
  open.Y = choice(open.Y, "index_11", beyond, "zero", {{"modulo", modulo}});
});

}  // namespace
}  // namespace etalon
