// Where: output = X where condition is true, Y elsewhere; all three broadcast.
//   9, 16     16: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon::where_operator {
namespace {

Values where(const Call& call) {
  const Shape shape =
      broadcast_shape({call.tensor("condition"), call.tensor("X"), call.tensor("Y")});
  const Bools condition = broadcast_to(call.tensor("condition"), shape).as<bool>();
  const Tensor X = broadcast_to(call.tensor("X"), shape);
  const Tensor Y = broadcast_to(call.tensor("Y"), shape);
  Tensor output = Tensor::zeros(X.dtype(), shape);
  by_slot(X.dtype(), [&]<class W>() {
    const std::span<const W> x = X.slots<W>();
    const std::span<const W> y = Y.slots<W>();
    const std::span<W> out = output.mutable_slots<W>();
    for (size_t i = 0; i < out.size(); ++i) out[i] = condition.data()[i] ? x[i] : y[i];
  });
  return {output};
}

const Operator op("Where", {{9, where}, {16, where}});

}  // namespace
}  // namespace etalon::where_operator
