// Size: size = the number of data's elements, an int64 scalar.
//   1, 13, 19, 21, 23, 24, 25    more types each time
#include "engine/operators/operator.h"

namespace etalon::size_operator {
namespace {

Values size(const Call& call) {
  return {scalar(DType::int64, static_cast<int64_t>(call.tensor("data").size()))};
}

const Operator op(
    "Size", {{1, size}, {13, size}, {19, size}, {21, size}, {23, size}, {24, size}, {25, size}});

}  // namespace
}  // namespace etalon::size_operator
