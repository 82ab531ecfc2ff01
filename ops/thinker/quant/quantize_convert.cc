// QuantizeConvert: X's bits as the type `to`: 2 for uint8, 3 for int8.
//   1
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values quantize_convert(const Call& call) {
  const int64_t to = call.integer("to");
  if (to != 2 && to != 3) throw InvalidInput("to is {}, not 2 or 3", to);
  return {Tensor::of(to == 2 ? DType::uint8 : DType::int8, call.tensor("X").as<int64_t>())};
}

const Operator op("QuantizeConvert", quantize_convert, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
