// OneHotEncoder.
#include "ops/ai.onnx.ml/preprocessing/open/repeated.h"

namespace etalon {
namespace {

// An element that Cast to integers leaves undefined; a category that is listed twice.
void one_hot_encoder(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  Shape column = X.shape();
  column.push_back(1);
  const auto rows = [&](Bools of_elements) {
    of_elements.reshape(column);
    return broadcast_array(of_elements, open.Y.shape());
  };
  if (is_float(X.dtype())) {
    const Reals x = X.as<double>();
    open.Y = no_result(open.Y, "nan", [&] { return rows(xt::isnan(x)); });
    open.Y = no_result(open.Y, "inf", [&] { return rows(xt::isinf(x)); });
    open.Y = no_result(open.Y, "overflow",
                       [&] { return rows(xt::isfinite(x) && xt::abs(x) >= 0x1p63); });
    return;
  }
  const bool is_text = X.dtype() == DType::string;
  const Tensor keys =
      is_text ? list_of(open.call.texts("cats_strings")) : list_of(open.call.ints("cats_int64s"));
  const Tensor elements = is_text ? X : Tensor::of(DType::int64, X.as<int64_t>());
  Bools repeated = full(X.shape(), false);
  for (const auto& [element, places] : repeated_places(elements, keys, Match::by_value)) {
    repeated.flat(element) = true;
  }
  open.Y = no_result(open.Y, "duplicates", [&] { return rows(repeated); });
}

const Open op("OneHotEncoder", one_hot_encoder);

}  // namespace
}  // namespace etalon
