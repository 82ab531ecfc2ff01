// Size: size = the number of data's elements, an int64 scalar.
//   1, 13, 19, 21, 23, 24, 25    more types each time
#include "engine/formula.h"

namespace etalon {
namespace {

Values size(const Call& call) {
  return {scalar(DType::int64, static_cast<int64_t>(call.tensor("data").size()))};
}

const Operator op("Size", size, {1, 13, 19, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
