// OneHotEncoder: Y[…, k] = 1 where X[…] is category k, else 0. Floats are truncated to integers.
//   1         zeros = 0: a category not listed is an error
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

// Where each element stands among the integer categories; -1 for what is no int64 either.
Ints places_of_truncated(const Tensor& X, const Tensor& categories) {
  const Reals x = X.as<double>();
  Ints whole = empty_array<int64_t>(X.shape());
  Bools fits = xt::abs(x) < 0x1p63;
  for (size_t i = 0; i < x.size(); ++i) {
    whole.data()[i] = fits.data()[i] ? static_cast<int64_t>(x.data()[i]) : 0;
  }
  const Ints at = places(Tensor::of(DType::int64, whole), categories);
  return xt::where(fits, at, int64_t{-1});
}

Ints categories_of(const Tensor& X, const std::vector<int64_t>& cats_int64s,
                   const std::vector<std::string>& cats_strings) {
  if (cats_int64s.empty() == cats_strings.empty() ||
      cats_strings.empty() == (X.dtype() == DType::string)) {
    throw InvalidInput("X is a tensor({}), for which there are {} cats_int64s and {} cats_strings",
                       name(X.dtype()), cats_int64s.size(), cats_strings.size());
  }
  if (X.dtype() == DType::string) return places(X, list_of(cats_strings));
  if (is_float(X.dtype())) return places_of_truncated(X, list_of(cats_int64s));
  return places(Tensor::of(DType::int64, X.as<int64_t>()), list_of(cats_int64s));
}

Values one_hot_encoder(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<int64_t> cats_int64s = call.ints("cats_int64s");
  const std::vector<std::string> cats_strings = call.texts("cats_strings");
  const Ints at = categories_of(X, cats_int64s, cats_strings);
  const size_t count = std::max(cats_int64s.size(), cats_strings.size());
  Shape shape = X.shape();
  shape.push_back(count);
  Reals Y = full(shape, 0.0);
  for (size_t i = 0; i < at.size(); ++i) {
    const int64_t k = at.data()[i];
    if (k < 0 && !call.flag("zeros")) throw InvalidInput("element {} is of no category", i);
    if (k >= 0) Y.data()[i * count + size_t(k)] = 1;
  }
  return {Tensor::of(DType::float32, Y)};
}

const Operator op("OneHotEncoder", one_hot_encoder, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
