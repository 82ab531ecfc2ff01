// Range: output[i] = start + i · delta for i < max(ceil((limit - start) / delta), 0).
//   11
//   27        float16 and bfloat16: computed in float32
#include "engine/numerics.h"

namespace etalon {
namespace {

template <class T>
size_t range_length(T start, T limit, T delta) {
  if (delta == T{0}) throw InvalidInput("delta is 0");
  if constexpr (std::is_same_v<T, double>) {
    const double count = std::max(std::ceil((limit - start) / delta), 0.0);
    if (!(count < 9e18)) throw InvalidInput("the number of elements is not finite");
    return static_cast<size_t>(count);
  } else {
    if (delta > 0 ? start >= limit : start <= limit) return 0;
    const uint64_t span = delta > 0 ? uint64_t(limit) - uint64_t(start)
                                    : uint64_t(start) - uint64_t(limit);
    const uint64_t step = delta > 0 ? uint64_t(delta) : -uint64_t(delta);
    return span / step + (span % step != 0);
  }
}

Values range(const Call& call) {
  const Tensor& start = call.tensor("start");
  return {numeric(start.dtype(), [&]<class T>() {
    const T first = start.item<T>();
    const T delta = call.tensor("delta").item<T>();
    const size_t n = range_length(first, call.tensor("limit").item<T>(), delta);
    Array<T> output = empty_array<T>({n});
    for (size_t i = 0; i < n; ++i) output(i) = first + static_cast<T>(i) * delta;
    return Tensor::of(start.dtype(), output);
  })};
}

const Operator op("Range", {{11, range}, {27, range}});

}  // namespace
}  // namespace etalon
