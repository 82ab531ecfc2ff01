#include "conformance/campaign/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "conformance/judge/compare.h"

namespace etalon {

namespace {

// Those of finite numbers are first: where numbers differ in value, some may have become NaN, too.
enum class Difference { value, zero, sign, digits, nan, number_for_nan, infinity, finite };

std::string_view text_of(Difference difference) {
  static constexpr std::string_view texts[] = {"value",
                                               "zero",
                                               "sign",
                                               "digits",
                                               "NaN for a number",
                                               "a number for NaN",
                                               "infinity for a number",
                                               "a number for infinity"};
  return texts[static_cast<size_t>(difference)];
}

Difference difference_of(double got, double expected) {
  constexpr double few_digits = 0.01;
  if (std::isnan(got)) return Difference::nan;
  if (std::isnan(expected)) return Difference::number_for_nan;
  if (got == -expected) return Difference::sign;
  if (std::isinf(got)) return Difference::infinity;
  if (std::isinf(expected)) return Difference::finite;
  if (got == 0) return Difference::zero;
  return std::fabs(got - expected) < few_digits * std::fabs(expected) ? Difference::digits
                                                                      : Difference::value;
}

std::string float_difference(const Tensor& got, const Tensor& expected,
                             const Tolerance& tolerance) {
  const Reals x = got.as<double>(), y = expected.with_side(nullptr).as<double>();
  std::set<Difference> seen;
  for (size_t i = 0; i < x.size(); ++i) {
    const double a = x.data()[i], b = y.data()[i];
    if (!matches(a, b, tolerance)) seen.insert(difference_of(a, b));
  }
  return std::string(seen.empty() ? "value" : text_of(*seen.begin()));
}

std::string integer_difference(const Tensor& got, const Tensor& expected) {
  const Ints x = got.as<int64_t>(), y = expected.with_side(nullptr).as<int64_t>();
  const bool close = std::equal(x.begin(), x.end(), y.begin(), [](int64_t a, int64_t b) {
    return a == b || a == b + 1 || b == a + 1;
  });
  return close ? "off by one" : "value";
}

std::string tensor_difference(const Tensor& got, const Tensor& expected,
                              const Tolerance& tolerance) {
  if (got.dtype() != expected.dtype()) {
    return fmt::format("{} for {}", type_class(got.dtype()), type_class(expected.dtype()));
  }
  const std::string_view type = type_class(expected.dtype());
  if (got.shape() != expected.shape()) {
    return fmt::format("{} {}", type, got.rank() == expected.rank() ? "shape" : "rank");
  }
  if (is_float(expected.dtype())) {
    return fmt::format("{} {}", type, float_difference(got, expected, tolerance));
  }
  if (type == "integer") return fmt::format("integer {}", integer_difference(got, expected));
  return fmt::format("{} value", type);
}

// Where no element is outside the tolerance, that of elements that are equal.
Tolerance telling(const Value& got, const Value& expected, const Tolerance& tolerance) {
  const Tolerance exact{.rtol = 0, .atol = 0, .max_ulp = {}};
  return compare(got, expected, tolerance).pass() ? exact : tolerance;
}

template <class T, class Same>
std::optional<size_t> first_that_is_not(Same same, const Tensor& got, const Tensor& expected) {
  const Array<T> x = got.as<T>(), y = expected.with_side(nullptr).as<T>();
  const auto pair = std::mismatch(x.begin(), x.end(), y.begin(), same);
  if (pair.first == x.end()) return std::nullopt;
  return static_cast<size_t>(pair.first - x.begin());
}

}  // namespace

std::string_view type_class(DType type) {
  if (type == DType::string) return "string";
  if (type == DType::boolean) return "bool";
  if (is_complex(type)) return "complex";
  return is_float(type) ? "float" : "integer";
}

std::optional<size_t> first_difference(const Value& got, const Value& expected,
                                       const Tolerance& tolerance) {
  if (!got.is_tensor() || !expected.is_tensor()) return std::nullopt;
  const Tensor &x = got.tensor(), &y = expected.tensor();
  if (x.dtype() != y.dtype() || x.shape() != y.shape()) return std::nullopt;
  if (is_float(x.dtype())) {
    const Tolerance applied = telling(got, expected, tolerance);
    const auto same = [&](double a, double b) { return matches(a, b, applied); };
    return first_that_is_not<double>(same, x, y);
  }
  if (type_class(x.dtype()) != "integer") return std::nullopt;
  return first_that_is_not<int64_t>(std::equal_to<int64_t>(), x, y);
}

std::string difference_signature(size_t output, const Value& got, const Value& expected,
                                 const Tolerance& tolerance) {
  const Tolerance applied = telling(got, expected, tolerance);
  const std::string where = output == 0 ? "" : fmt::format("output {}: ", output);
  if (!got.is_tensor() || !expected.is_tensor()) {
    const Mismatch kind = compare(got, expected, applied).kind;
    return where + fmt::format("{} of a container", to_string(kind));
  }
  return where + tensor_difference(got.tensor(), expected.tensor(), applied);
}

}  // namespace etalon
