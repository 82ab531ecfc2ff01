// MaxPool: Y = max X over each window, padding left out; NaN if any is NaN. Indices says where in X
// it was found, the first of equals: the position among X's elements, the spatial ones counted
// row-major, or with storage_order 1 column-major.
//   1           one output
//   8           Indices, storage_order
//   10          ceil_mode, dilations
//   11, 12, 22  12: int8, uint8; 22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

// Of equals and of NaNs the first stays.
template <class T>
bool exceeds(T b, T a) {
  return b > a || (b != b && a == a);
}

Values max_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto greatest = []<class T>(const Array<T>& x,
                                    const std::vector<int64_t>& read) -> int64_t {
    if (read.empty()) return no_greatest();
    int64_t best = read.front();
    for (const int64_t at : read) best = exceeds(x(at), x(best)) ? at : best;
    return best;
  };
  const Ints places = by_windows(X, pool_window(call, X), greatest);  // positions in X
  const Tensor Y = take(X, places);
  if (call.since_version() < 8) return {Y};
  return {Y, indices_of(call, places)};
}

const Operator op("MaxPool", max_pool, {1, 8, 10, 11, 12, 22});

}  // namespace
}  // namespace etalon
