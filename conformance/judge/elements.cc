#include "conformance/judge/elements.h"

#include <algorithm>
#include <cmath>

#include "conformance/judge/compare.h"

namespace etalon {

namespace {

double excess_of(double actual, double expected, const Tolerance& tolerance) {
  if (matches(actual, expected, tolerance)) return 0;
  if (!std::isfinite(actual) || !std::isfinite(expected)) return not_finite_excess;
  constexpr double greatest = std::numeric_limits<double>::max();
  const double allowed = tolerance.atol + tolerance.rtol * std::abs(expected);
  const double excess = allowed > 0 ? std::abs(actual - expected) / allowed : greatest;
  return std::clamp(excess, 1.0, greatest);
}

double excess_of(const std::complex<double>& actual, const std::complex<double>& expected,
                 const Tolerance& tolerance) {
  return std::max(excess_of(actual.real(), expected.real(), tolerance),
                  excess_of(actual.imag(), expected.imag(), tolerance));
}

}  // namespace

ElementPrinter element_printer(const Tensor& tensor) {
  const DType type = tensor.dtype();
  return any_carrier(type, [&]<class T>() -> ElementPrinter {
    return [values = tensor.as<T>(), type](size_t index) -> std::string {
      const T& value = values.data()[index];
      if constexpr (std::is_same_v<T, std::complex<double>>) {
        const DType part = type == DType::complex128 ? DType::float64 : DType::float32;
        return fmt::format("({}, {})", element_text(part, value.real()),
                           element_text(part, value.imag()));
      } else if constexpr (std::is_same_v<T, double>) {
        return element_text(type, value);
      } else {
        return exact_text(type, value);
      }
    };
  });
}

std::vector<double> excesses(const Tensor& actual, const Tensor& expected,
                             const Tolerance& tolerance) {
  std::vector<double> found(actual.size());
  any_carrier(actual.dtype(), [&]<class T>() {
    const Array<T> a = actual.as<T>();
    const Array<T> e = expected.as<T>();
    if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::complex<double>>) {
      const Tolerance here = for_elements(tolerance, expected);
      for (size_t i = 0; i < found.size(); ++i) {
        found[i] = excess_of(a.data()[i], e.data()[i], here);
      }
    } else {
      for (size_t i = 0; i < found.size(); ++i) {
        found[i] = a.data()[i] == e.data()[i] ? 0 : unequal_excess;
      }
    }
  });
  return found;
}

}  // namespace etalon
