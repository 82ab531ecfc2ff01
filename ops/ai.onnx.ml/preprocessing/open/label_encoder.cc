// LabelEncoder.
#include "ops/ai.onnx.ml/preprocessing/label_attributes.h"
#include "ops/ai.onnx.ml/preprocessing/open/repeated.h"

namespace etalon {
namespace {

// A class that is listed twice.
void label_encoder_1(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  if (X.dtype() != DType::string) return;
  const Tensor classes = list_of(open.call.texts("classes_strings"));
  const Tensor indices = Tensor::of(DType::int64, positions(classes.shape()));
  open.Y = any_of(open.Y, "classes", indices,
                  [&] { return repeated_places(X, classes, Match::by_value); });
}

// The text does not say whether keys are compared by value or by bits.
void open_floats(Opening& open, const Reals& keys) {
  const bool early = open.call.since_version() < 4;
  const Reals x = open.call.tensor("X").as<double>();
  const auto any_key = [&](auto test) { return std::any_of(keys.begin(), keys.end(), test); };
  const bool zero = any_key([](double key) { return key == 0; });
  const bool nan = early && any_key([](double key) { return std::isnan(key); });
  const auto is_open = [&](double each) { return zero && each == 0 && std::signbit(each); };
  open.Y = no_result(open.Y, early ? "negative_zero_2" : "negative_zero",
                     [&] { return Bools(by_element(x, is_open)); });
  open.Y = no_result(open.Y, "nan_2", [&] { return Bools(nan && xt::isnan(x)); });
}

void label_encoder_2(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const Tensor values = given_list(open.call, "values"), keys = given_list(open.call, "keys");
  if (open.call.since_version() < 4) {
    open.Y = any_of(open.Y, "duplicates_2", values,
                    [&] { return repeated_places(X, keys, Match::by_bits); });
  }
  if (is_float(X.dtype())) open_floats(open, keys.as<double>());
}

const Open op("LabelEncoder", [](Opening& open) {
  open.call.since_version() == 1 ? label_encoder_1(open) : label_encoder_2(open);
});

}  // namespace
}  // namespace etalon
