// OneHotEncoder: Y[…, k] = 1 where X[…] is category k, else 0. Floats are truncated to integers.
//   1         zeros = 0: a category not listed is an error
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

// The position of each float, truncated, among the integer categories; -1 for a float that is not
// an int64.
Ints places_of_truncated(const Tensor& X, const Tensor& categories) {
  const Reals x = X.as<double>();
  const Bools fits = xt::abs(x) < 0x1p63;
  const Ints whole = xt::cast<int64_t>(xt::where(fits, x, 0.0));  // towards 0
  return xt::where(fits, places(Tensor::of(DType::int64, whole), categories), int64_t{-1});
}

// Where each element stands among the categories; -1 where it does not.
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
  Ints at = categories_of(X, cats_int64s, cats_strings);
  const auto unknown = std::find(at.begin(), at.end(), -1);
  if (unknown != at.end() && !call.flag("zeros")) {
    throw InvalidInput("element {} is not in any category", unknown - at.begin());
  }
  Shape shape = X.shape();
  shape.push_back(1);
  at.reshape(shape);
  shape.back() = std::max(cats_int64s.size(), cats_strings.size());
  const Ints k = coordinate(shape, X.rank());
  return {Tensor::decided(DType::float32, Reals(xt::equal(at, k)))};
}

const Operator op("OneHotEncoder", one_hot_encoder, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
