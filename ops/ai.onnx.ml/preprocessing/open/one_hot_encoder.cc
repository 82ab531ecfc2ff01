// OneHotEncoder.
#include "engine/operators/constant_options.h"
#include "ops/ai.onnx.ml/preprocessing/open/repeated.h"

namespace etalon {
namespace {

// An element that Cast to integers leaves undefined, which may be any category or none; a category
// that is listed twice, which may count at any of its places.
void one_hot_encoder(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  Shape column = X.shape();
  column.push_back(1);
  const auto rows = [&](Bools of_elements) {
    of_elements.reshape(column);
    return broadcast_array(of_elements, open.Y.shape());
  };
  const std::vector<Option> either = constants(open.Y.dtype(), {{"without", 0}, {"with", 1}});
  if (is_float(X.dtype())) {
    const Reals x = X.as<double>();
    const auto beyond = [&] { return rows(xt::isfinite(x) && xt::abs(x) >= 0x1p63); };
    open.Y = choice(
        open.Y, "nan", [&] { return rows(xt::isnan(x)); }, "zero", either);
    open.Y = choice(
        open.Y, "inf", [&] { return rows(xt::isinf(x)); }, "zero", either);
    open.Y = choice(open.Y, "overflow", beyond, "zero", either);
    return;
  }
  const bool is_text = X.dtype() == DType::string;
  const Tensor keys =
      is_text ? list_of(open.call.texts("cats_strings")) : list_of(open.call.ints("cats_int64s"));
  const Tensor elements = is_text ? X : Tensor::of(DType::int64, X.as<int64_t>());
  Bools repeated = full(open.Y.shape(), false);
  for (const auto& [element, places] : repeated_places(elements, keys, Match::by_value)) {
    for (const int64_t place : places) repeated.flat(element * keys.size() + size_t(place)) = true;
  }
  open.Y = choice(
      open.Y, "duplicates", [&] { return repeated; }, "last", either);
}

const Open op("OneHotEncoder", one_hot_encoder);

}  // namespace
}  // namespace etalon
