// TopK: Values, Indices = the k largest elements along axis, sorted; of equal ones the lower index
// comes first. NaN counts as larger than all numbers.
//   1         k as attribute
//   10        as input
//   11, 24    11: largest=0 gives the smallest; sorted=0 leaves the order open; integers;
//             24: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

template <class T>
bool less(T a, T b) {
  return a < b || (a == a && b != b);
}

Values top_k(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const auto size = static_cast<int64_t>(X.dim(axis));
  const int64_t k =
      call.since_version() < 10 ? call.integer("k") : call.tensor("K").item<int64_t>();
  if (k > size) throw InvalidInput("k is {}, outside [1, {}]", k, size).at("index");
  if (k < 1) throw InvalidInput("k is {}, outside [1, {}]", k, size);
  const bool largest = call.since_version() < 11 || call.flag("largest");
  const Ints order =
      sorted_along(X, axis, [&](auto a, auto b) { return largest ? less(b, a) : less(a, b); });
  const Tensor Indices = slice(Tensor::of(DType::int64, order), axis, 0, size_t(k));
  return {take_along(X, axis, Indices.as<int64_t>()), Indices};
}

const Operator op("TopK", top_k, {1, 10, 11, 24});

}  // namespace
}  // namespace etalon
