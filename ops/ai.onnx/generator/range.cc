// Range: output[i] = start + i · delta for i < max(ceil((limit - start) / delta), 0).
//   11
//   27        float16 and bfloat16: computed in `stash_type` (default: float)
#include "engine/formula.h"

namespace etalon {
namespace {

// Where there is no finite number of elements.
std::string_view point_of(double start, double limit, double delta) {
  if (std::isnan(start) || std::isnan(limit) || std::isnan(delta)) return "nan";
  if (delta == 0) return "zero_divisor";
  return std::isnan((limit - start) / delta) ? "inf_indeterminate" : "inf";
}

// Of floats, by (limit - start) / delta; −∞, which a division by 0 may give, gives no element.
size_t number_of_elements(double quotient, double start, double limit, double delta) {
  const double number = std::max(std::ceil(quotient), 0.0);
  if (number < 0x1p62) return static_cast<size_t>(number);
  throw InvalidInput("the number of elements is not finite").at(point_of(start, limit, delta));
}

size_t number_of_elements(double start, double limit, double delta) {
  const double quotient = (limit - start) / delta;  // about
  const bool finite = std::isfinite(start) && std::isfinite(limit) && std::isfinite(delta);
  if (!finite || delta == 0 || std::fabs(quotient) >= 0x1p62) {
    return number_of_elements(quotient, start, limit, delta);
  }
  const int64_t number =
      exactly([&]<class R>() { return to_integer(real::ceil((R(limit) - R(start)) / R(delta))); });
  return static_cast<size_t>(std::max(number, int64_t{0}));
}

// Of integers, whose difference may leave T.
template <class T>
size_t number_of_elements(T start, T limit, T delta) {
  if (delta == T{0}) throw InvalidInput("delta is 0").at("zero_divisor_integers");
  if (delta > 0 ? start >= limit : start <= limit) return 0;
  const uint64_t distance =
      delta > 0 ? uint64_t(limit) - uint64_t(start) : uint64_t(start) - uint64_t(limit);
  const uint64_t step = delta > 0 ? uint64_t(delta) : -uint64_t(delta);
  return distance / step + (distance % step != 0);
}

Values range_11(const Call& call) {
  const Tensor start = single(call.tensor("start")), delta = single(call.tensor("delta"));
  const size_t number = numeric(start.dtype(), [&]<class T>() {
    return number_of_elements(start.item<T>(), call.tensor("limit").item<T>(), delta.item<T>());
  });
  const Tensor i = Tensor::of(DType::int64, positions({number}));
  return {each<numbers>(
      start.dtype(), i, start, delta,
      [](const auto& n, const auto& first, const auto& step) { return first + n * step; })};
}

DType stash_type_of(const Call& call) {
  const int64_t stash_type = call.integer("stash_type");
  const auto type = static_cast<DType>(stash_type);
  if (stash_type < 1 || stash_type >= dtype_count || !is_float(type)) {
    throw InvalidInput("stash_type {} is not a floating-point type", stash_type);
  }
  return type;
}

// "start, limit, and delta [are] cast to 32-bit float before the loop, with the output cast back
// to the original type": every step of the formula is one of the stash type.
Values range_27(const Call& call) {
  const DType type = call.tensor("start").dtype();
  if (type != DType::float16 && type != DType::bfloat16) return range_11(call);
  const DType stash = stash_type_of(call);
  const auto stashed = [&](double x) { return round_to(stash, x); };
  const double start = stashed(call.tensor("start").item<double>());
  const double limit = stashed(call.tensor("limit").item<double>());
  const double delta = stashed(call.tensor("delta").item<double>());
  const double steps = stashed(stashed(limit - start) / delta);
  const Reals i = xt::cast<double>(positions({number_of_elements(steps, start, limit, delta)}));
  return {Tensor::decided(
      type, by_element(i, [&](double n) { return stashed(start + stashed(stashed(n) * delta)); }))};
}

const Operator op("Range", {{range_11, {11}}, {range_27, {27}}});

}  // namespace
}  // namespace etalon
