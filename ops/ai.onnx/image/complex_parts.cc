#include "ops/ai.onnx/image/image.h"

namespace etalon {
namespace {

template <class F>
Tensor of_each(const Tensor& X, F part) {
  const Complexes x = X.as<std::complex<double>>();
  Reals y = empty_array<double>(x.shape());
  std::transform(x.begin(), x.end(), y.begin(), part);
  return Tensor::of(X.dtype() == DType::complex64 ? DType::float32 : DType::float64, y);
}

}  // namespace

Tensor real_parts(const Tensor& X) {
  return of_each(X, [](const std::complex<double>& x) { return x.real(); });
}

Tensor imaginary_parts(const Tensor& X) {
  return of_each(X, [](const std::complex<double>& x) { return x.imag(); });
}

Tensor complex_of(DType type, const Tensor& real, const Tensor& imaginary) {
  const Reals a = real.as<double>(), b = imaginary.as<double>();
  Complexes y = empty_array<std::complex<double>>(a.shape());
  std::transform(a.begin(), a.end(), b.begin(), y.begin(),
                 [](double re, double im) { return std::complex<double>(re, im); });
  return Tensor::of(type, y);
}

}  // namespace etalon
