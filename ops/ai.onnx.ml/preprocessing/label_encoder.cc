// LabelEncoder: Y = values[i] where X = keys[i], else the default.
//   1         strings to their place in classes_strings, integers to the string at that place
//   2         any of keys_* to any of values_*; keys are compared bit by bit
//   4         keys, values and default also as tensors; keys are compared by value, NaNs being
//             equal; of equal keys the last counts
#include "ops/ai.onnx.ml/preprocessing/label_attributes.h"
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

Values label_encoder_1(const Call& call) {
  require_one_default(call);
  const Tensor& X = call.tensor("X");
  const Tensor classes = list_of(call.texts("classes_strings"));
  const Tensor indices = Tensor::of(DType::int64, positions(classes.shape()));
  if (X.dtype() == DType::string) {
    const Tensor default_int64 = vector_of({call.integer("default_int64")});
    return {take(indices, places(X, classes), default_int64)};
  }
  const Tensor default_string = list_of(std::vector{call.text("default_string")});
  return {take(classes, places(X, indices), default_string)};
}

Values label_encoder_2(const Call& call) {
  const Match match = call.since_version() < 4 ? Match::by_bits : Match::by_value;
  const Tensor values = given_list(call, "values"), keys = given_list(call, "keys");
  const Tensor otherwise = default_of(call, values.dtype());
  require_pairs(keys, values);
  return {take(values, places(call.tensor("X"), keys, match), otherwise)};
}

Values label_encoder_4(const Call& call) {
  check_defaults(call, given_list(call, "values").dtype());
  return label_encoder_2(call);
}

const Operator op("LabelEncoder",
                  {{label_encoder_1, {1}}, {label_encoder_2, {2}}, {label_encoder_4, {4}}},
                  "ai.onnx.ml");

}  // namespace
}  // namespace etalon
