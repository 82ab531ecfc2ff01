// DynamicQuantizeLSTM, X and the state being quantized in any way: each element may be off by a
// step of 8 bits of the whole range.
#include "ops/com.microsoft/rnn/dynamic_quantize_lstm.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"
#include "ops/com.microsoft/dynamic.h"

namespace etalon {
namespace {

// H with as much room.
template <class R>
std::pair<Array<R>, R> widened_state(Array<R> H) {
  if constexpr (std::same_as<R, ArbBall>) {
    double least = 0, greatest = 0;
    for (const R& h : H) {
      least = std::min(least, h.middle() - h.radius());
      greatest = std::max(greatest, h.middle() + h.radius());
    }
    for (R& h : H) h.widen((greatest - least) / 255);
    return {std::move(H), R(1)};
  } else {
    throw Undecided();
  }
}

std::optional<Values> bounded_lstm(const Call& call) {
  if (!evaluation().rounding) return std::nullopt;
  const Tensor& X = call.tensor("X");
  const IntegerLstm of(call, with_errors(X, full(X.shape(), step_of_range(X))), 1);
  return of.run([]<class R>(const Array<R>& H) { return widened_state(H); });
}

const Bounds op("DynamicQuantizeLSTM", bounded_lstm);

}  // namespace
}  // namespace etalon
