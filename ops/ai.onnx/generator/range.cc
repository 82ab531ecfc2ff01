// Range: output[i] = start + i · delta for i < max(ceil((limit - start) / delta), 0).
//   11
//   27        float16 and bfloat16: computed in `stash_type` (default: float)
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// The open point of inputs that give no finite number of elements.
std::string_view point_of(double start, double limit, double delta) {
  if (std::isnan(start) || std::isnan(limit) || std::isnan(delta)) return "nan";
  if (delta == 0) return "zero_divisor";
  return std::isnan((limit - start) / delta) ? "inf_indeterminate" : "inf";
}

// Of floats; a quotient by 0 that is −∞ gives no element, as the formula does.
size_t number_of_elements(double quotient, double start, double limit, double delta) {
  const double number = std::max(std::ceil(quotient), 0.0);
  at_point("zero_divisor_none", delta == 0 && number == 0);
  if (number < 0x1p63) return static_cast<size_t>(number);
  at_point(point_of(start, limit, delta), true);
  throw InvalidInput("the number of elements is not finite");
}

// The exact number for integers, whose difference may leave T.
template <class T>
size_t number_of_elements(T start, T limit, T delta) {
  at_point("zero_divisor_integers", delta == T{0});
  if (delta == T{0}) throw InvalidInput("delta is 0");
  if (delta > 0 ? start >= limit : start <= limit) return 0;
  const uint64_t distance =
      delta > 0 ? uint64_t(limit) - uint64_t(start) : uint64_t(start) - uint64_t(limit);
  const uint64_t step = delta > 0 ? uint64_t(delta) : -uint64_t(delta);
  return distance / step + (distance % step != 0);
}

template <class T>
Tensor range(DType type, T start, T limit, T delta) {
  Array<T> output = empty_array<T>({number_of_elements(start, limit, delta)});
  for (size_t i = 0; i < output.size(); ++i) output(i) = start + static_cast<T>(i) * delta;
  const double span = static_cast<double>(limit) - static_cast<double>(start);
  const bool leaves = std::fabs(span) >= std::ldexp(1.0, bit_width(type) - 1);
  return any_shape(Tensor::decided(type, output), "integer_overflow", leaves);
}

size_t exact_number_of_elements(DType type, double start, double limit, double delta) {
  const RoundingScope exact(nullptr);
  if (delta == 0) return number_of_elements((limit - start) / delta, start, limit, delta);
  const double steps = over_reals(
      type, [&]<class R>() { return real::ceil((R(limit) - R(start)) / R(delta)).middle(); });
  return number_of_elements(steps, start, limit, delta);
}

Tensor range(DType type, double start, double limit, double delta) {
  const Tensor output = by_position(
      type, {exact_number_of_elements(type, start, limit, delta)}, [&]<class R>(size_t i) -> R {
        const auto n = static_cast<double>(i);
        // A runtime may add delta again and again.
        const double magnitude = std::fabs(start) + n * std::fabs(delta);
        return in_any_order<R>(R(start) + R(n) * R(delta), n, magnitude);
      });
  // limit − start, which gives the number of elements, may exceed the type.
  const bool spans = !std::isfinite(round_to(type, limit - start));
  return any_shape(output, "overflow", spans);
}

Values range_11(const Call& call) {
  const DType type = call.tensor("start").dtype();
  return {numeric(type, [&]<class T>() {
    return range(type, call.tensor("start").item<T>(), call.tensor("limit").item<T>(),
                 call.tensor("delta").item<T>());
  })};
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
  const RoundingScope own(nullptr);  // the specification says how to round
  const double start = round_to(stash, call.tensor("start").item<double>());
  const double limit = round_to(stash, call.tensor("limit").item<double>());
  const double delta = round_to(stash, call.tensor("delta").item<double>());
  const double steps = round_to(stash, round_to(stash, limit - start) / delta);
  Reals output = empty_array<double>({number_of_elements(steps, start, limit, delta)});
  for (size_t i = 0; i < output.size(); ++i) {
    const double offset = round_to(stash, round_to(stash, static_cast<double>(i)) * delta);
    output(i) = round_to(stash, start + offset);
  }
  return {Tensor::decided(type, output)};
}

const Operator op("Range", {{range_11, {11}}, {range_27, {27}}});

}  // namespace
}  // namespace etalon
