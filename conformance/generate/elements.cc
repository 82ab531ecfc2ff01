#include "conformance/generate/elements.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace etalon {

namespace {

struct Domain {
  std::string_view op_type;
  size_t input;
  Range range;
};

constexpr Domain domains[] = {
    {"Acos", 0, {-1, 1}},
    {"Acosh", 0, {1, 20}},
    {"Asin", 0, {-1, 1}},
    {"Atanh", 0, {-0.9, 0.9}},
    {"BatchNormalization", 4, {0.25, 4}},
    {"CumProd", 0, {-2, 2}},
    {"Div", 1, {-5, 5, 0.5}},
    {"Exp", 0, {-8, 8}},
    {"Log", 0, {0.05, 20}},
    {"Mod", 1, {-5, 5, 1}},
    {"Pow", 0, {0.25, 4}},
    {"Pow", 1, {0, 3}},
    {"Reciprocal", 0, {-8, 8, 0.25}},
    {"ReduceLogSum", 0, {0.1, 5}},
    {"ReduceProd", 0, {-2, 2}},
    {"Sqrt", 0, {0, 20}},
    {"Tan", 0, {-1.4, 1.4}},
};

// Away from 0 by the hole where x is in it.
template <class T>
T outside_hole(T x, T hole) {
  if (x >= hole || -x >= hole) return x;
  return x < 0 ? x - hole : x + hole;
}

// Half of the tensors contain only multiples of 1/2, so that ties and equal elements occur.
Reals random_reals(Draw& draw, const Shape& shape, const Range& range) {
  const bool halves = draw.chance(0.5);
  Reals values = empty_array<double>(shape);
  for (double& value : values) {
    value = draw.real(range.low, range.high);
    if (halves) value = std::clamp(std::rint(2 * value) / 2, range.low, range.high);
    value = outside_hole(value, range.hole);
  }
  return values;
}

template <class T>
Array<T> random_integers(Draw& draw, const Shape& shape, const Range& range) {
  const auto low = static_cast<int64_t>(std::ceil(range.low));
  const auto high = std::max(low, static_cast<int64_t>(std::floor(range.high)));
  const auto hole = static_cast<int64_t>(std::ceil(range.hole));
  Array<T> values = empty_array<T>(shape);
  for (T& value : values) {
    value = static_cast<T>(outside_hole(int64_t{draw.integer(low, high)}, hole));
  }
  return values;
}

Texts random_texts(Draw& draw, const Shape& shape) {
  const std::vector<std::string> words = {"",       "a",      "b",      "ab",
                                          "Etalon", "étalon", "ETALON", "two words"};
  Texts texts = empty_array<std::string>(shape);
  for (std::string& text : texts) text = draw.pick(words);
  return texts;
}

Complexes random_complexes(Draw& draw, const Shape& shape, const Range& range) {
  const Reals re = random_reals(draw, shape, range);
  const Reals im = random_reals(draw, shape, range);
  Complexes values = empty_array<std::complex<double>>(shape);
  for (size_t i = 0; i < values.size(); ++i) values.flat(i) = {re.flat(i), im.flat(i)};
  return values;
}

}  // namespace

Range domain_of(std::string_view op_type, size_t input) {
  Range range;
  for (const Domain& domain : domains) {
    if (domain.op_type == op_type && domain.input == input) range = domain.range;
  }
  return range;
}

Range intersection(const Range& a, const Range& b) {
  Range both{std::max(a.low, b.low), std::min(a.high, b.high), std::max(a.hole, b.hole)};
  return both.low <= both.high ? both : a;
}

Range within(const Range& range, DType type) {
  if (type == DType::boolean) return intersection({0, 1}, range);
  if (is_float(type)) {
    const double greatest = float_limits(type).greatest;
    return intersection({type == DType::float8e8m0 ? 0.5 : -greatest, greatest}, range);
  }
  if (!is_integer(type)) return range;
  const double low = static_cast<double>(lowest(type));
  const double high = bit_width(type) == 64 ? 0x1p53 : static_cast<double>(highest(type));
  return intersection({low, high}, range);
}

Tensor tensor_of_reals(DType type, const Shape& shape, const std::vector<double>& values) {
  Reals array = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(type, array);
}

Tensor tensor_of_integers(DType type, const Shape& shape, const std::vector<int64_t>& values) {
  Ints array = empty_array<int64_t>(shape);
  std::copy(values.begin(), values.end(), array.begin());
  if (is_float(type)) return Tensor::of(type, Reals(xt::cast<double>(array)));
  const bool natural = is_unsigned_integer(type) || type == DType::boolean;
  return natural ? Tensor::of(type, Naturals(xt::cast<uint64_t>(array))) : Tensor::of(type, array);
}

Tensor random_tensor(Draw& draw, DType type, const Shape& shape, const Range& range) {
  const Range held = within(range, type);
  if (type == DType::string) return Tensor::of(type, random_texts(draw, shape));
  if (is_complex(type)) return Tensor::of(type, random_complexes(draw, shape, held));
  if (is_float(type)) return Tensor::of(type, random_reals(draw, shape, held));
  if (is_signed_integer(type)) {
    return Tensor::of(type, random_integers<int64_t>(draw, shape, held));
  }
  return Tensor::of(type, random_integers<uint64_t>(draw, shape, held));
}

double FloatLimits::least_normal() const { return std::ldexp(1, least_exponent); }

double FloatLimits::least_subnormal() const { return std::ldexp(1, least_exponent - digits + 1); }

FloatLimits float_limits(DType type) {
  switch (type) {
    case DType::float64:
      return {53, -1022, std::numeric_limits<double>::max()};
    case DType::float32:
      return {24, -126, std::numeric_limits<float>::max()};
    case DType::float16:
      return {11, -14, 65504};
    case DType::bfloat16:
      return {8, -126, 0x1.FEp127};
    case DType::float8e4m3fn:
      return {4, -6, 448};
    case DType::float8e4m3fnuz:
      return {4, -7, 240};
    case DType::float8e5m2:
      return {3, -14, 57344};
    case DType::float8e5m2fnuz:
      return {3, -15, 57344};
    case DType::float8e8m0:
      return {1, -127, 0x1p127};
    case DType::float6e2m3:
      return {4, 0, 7.5};
    case DType::float6e3m2:
      return {3, -2, 28};
    case DType::float4e2m1:
      return {2, 0, 6};
    default:
      throw InternalError("tensor({}) is not a float type", name(type));
  }
}

}  // namespace etalon
