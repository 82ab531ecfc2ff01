#include "conformance/judge/element_text.h"

#include "conformance/judge/compare.h"

namespace etalon {

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

}  // namespace etalon
