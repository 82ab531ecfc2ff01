// Range: output[i] = start + i · delta for i < max(ceil((limit - start) / delta), 0).
//   11
//   27        float16 and bfloat16: computed in `stash_type` (default: float)
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

size_t count(double quotient) {
  const double count = std::max(std::ceil(quotient), 0.0);
  if (!(count < 0x1p63)) throw InvalidInput("the number of elements is not finite");
  return static_cast<size_t>(count);
}

template <class T>
size_t range_length(T start, T limit, T delta) {
  if (delta == T{0}) throw InvalidInput("delta is 0");
  if constexpr (std::is_same_v<T, double>) {
    return count((limit - start) / delta);
  } else {
    if (delta > 0 ? start >= limit : start <= limit) return 0;
    const uint64_t span =
        delta > 0 ? uint64_t(limit) - uint64_t(start) : uint64_t(start) - uint64_t(limit);
    const uint64_t step = delta > 0 ? uint64_t(delta) : -uint64_t(delta);
    return span / step + (span % step != 0);
  }
}

template <class T>
Tensor range(const Call& call, DType type) {
  const T start = call.tensor("start").item<T>();
  const T delta = call.tensor("delta").item<T>();
  const size_t n = range_length(start, call.tensor("limit").item<T>(), delta);
  Array<T> output = empty_array<T>({n});
  for (size_t i = 0; i < n; ++i) output(i) = start + static_cast<T>(i) * delta;
  return Tensor::of(type, output);
}

Values range_11(const Call& call) {
  const DType type = call.tensor("start").dtype();
  return {numeric(type, [&]<class T>() { return range<T>(call, type); })};
}

// "start, limit, and delta [are] cast to 32-bit float before the loop, with the output cast back
// to the original type": every step of the formula is one of the stash type.
Values range_27(const Call& call) {
  const DType type = call.tensor("start").dtype();
  if (type != DType::float16 && type != DType::bfloat16) return range_11(call);
  const int64_t stash_type = call.integer("stash_type");
  const auto stash = static_cast<DType>(stash_type);
  if (stash_type < 1 || stash_type >= dtype_count || !is_float(stash)) {
    throw InvalidInput("stash_type {} is no floating-point type", stash_type);
  }
  const double start = round_to(stash, call.tensor("start").item<double>());
  const double limit = round_to(stash, call.tensor("limit").item<double>());
  const double delta = round_to(stash, call.tensor("delta").item<double>());
  if (delta == 0) throw InvalidInput("delta is 0");
  const double span = round_to(stash, limit - start);
  const size_t n = count(round_to(stash, span / delta));
  Reals output = empty_array<double>({n});
  for (size_t i = 0; i < n; ++i) {
    const double offset = round_to(stash, round_to(stash, static_cast<double>(i)) * delta);
    output(i) = round_to(stash, start + offset);
  }
  return {Tensor::of(type, output)};
}

const Operator op("Range", {{range_11, {11}}, {range_27, {27}}});

}  // namespace
}  // namespace etalon
