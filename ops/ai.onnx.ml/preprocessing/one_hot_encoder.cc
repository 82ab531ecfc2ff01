// OneHotEncoder: Y[…, k] = 1 where X[…] is category k, else 0. Floats are truncated to integers.
//   1         zeros = 0: a category not listed is an error
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

// Where each float, truncated, stands among the integer categories; -1 for what is no int64.
Ints places_of_truncated(const Tensor& X, const Tensor& categories) {
  const auto fits = [](double x) { return std::fabs(x) < 0x1p63; };
  const Reals x = X.as<double>();
  const Ints whole = by_element(x, [&](double each) { return fits(each) ? std::trunc(each) : 0; });
  Ints at = places(Tensor::of(DType::int64, whole), categories);
  for (size_t i = 0; i < x.size(); ++i) {
    if (!fits(x.data()[i])) at.data()[i] = -1;
  }
  return at;
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

// An element that Cast to integers leaves undefined; a category that is listed twice.
Tensor open_categories(const Call& call, const Tensor& Y) {
  const Tensor& X = call.tensor("X");
  const auto rows = [&](const Bools& open) {
    Shape shape = X.shape();
    shape.push_back(1);
    Bools column = open;
    column.reshape(shape);
    return broadcast_array(column, Y.shape());
  };
  if (is_float(X.dtype())) {
    const Reals x = X.as<double>();
    const Tensor nan = anything(Y, "nan", [&] { return rows(xt::isnan(x)); });
    const Tensor inf = anything(nan, "inf", [&] { return rows(xt::isinf(x)); });
    return anything(inf, "overflow", [&] { return rows(xt::isfinite(x) && xt::abs(x) >= 0x1p63); });
  }
  const bool is_text = X.dtype() == DType::string;
  const Tensor keys =
      is_text ? list_of(call.texts("cats_strings")) : list_of(call.ints("cats_int64s"));
  const Tensor elements = is_text ? X : Tensor::of(DType::int64, X.as<int64_t>());
  Bools repeated = full(X.shape(), false);
  for (const auto& [element, places] : repeated_places(elements, keys, Match::by_value)) {
    repeated.data()[element] = true;
  }
  return anything(Y, "duplicates", [&] { return rows(repeated); });
}

Values one_hot_encoder(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<int64_t> cats_int64s = call.ints("cats_int64s");
  const std::vector<std::string> cats_strings = call.texts("cats_strings");
  Ints at = categories_of(X, cats_int64s, cats_strings);
  const auto unknown = std::find(at.begin(), at.end(), -1);
  if (unknown != at.end() && !call.flag("zeros")) {
    throw InvalidInput("element {} is of no category", unknown - at.begin());
  }
  Shape shape = X.shape();
  shape.push_back(1);
  at.reshape(shape);
  shape.back() = std::max(cats_int64s.size(), cats_strings.size());
  const Ints k = coordinate(shape, X.rank());
  const Tensor Y = Tensor::decided(DType::float32, Reals(xt::equal(at, k)));
  return {choices_wanted() ? open_categories(call, Y) : Y};
}

const Operator op("OneHotEncoder", one_hot_encoder, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
