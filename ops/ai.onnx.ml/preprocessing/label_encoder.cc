// LabelEncoder: Y = values[i] where X = keys[i], else the default.
//   1         strings to their place in classes_strings, integers to the string at that place
//   2         any of keys_* to any of values_*; keys are compared bit by bit
//   4         keys, values and default also as tensors; keys are compared by value, NaNs being
//             equal; of equal keys the last counts
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

Values label_encoder_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor classes = list_of(call.texts("classes_strings"));
  const Tensor indices = Tensor::of(DType::int64, positions(classes.shape()));
  if (X.dtype() == DType::string) {
    return {mapped(X, classes, indices, vector_of({call.integer("default_int64")}), Match::by_value,
                   "classes")};
  }
  return {mapped(X, indices, classes, list_of(std::vector{call.text("default_string")}))};
}

bool has(const Call& call, const std::string& attribute) {
  return call.schema().attribute(attribute) && call.has(attribute);
}

// The list that one, and only one, of the attributes `keys_*` or `values_*` gives.
Tensor given(const Call& call, const std::string& what) {
  std::vector<Tensor> lists;
  if (has(call, what + "_floats")) lists.push_back(list_of(call.reals(what + "_floats")));
  if (has(call, what + "_int64s")) lists.push_back(list_of(call.ints(what + "_int64s")));
  if (has(call, what + "_strings")) lists.push_back(list_of(call.texts(what + "_strings")));
  if (has(call, what + "_tensor")) lists.push_back(call.tensor_attribute(what + "_tensor"));
  if (lists.size() != 1) {
    throw InvalidInput("{} of the attributes {}_* are given; one and only one is needed",
                       lists.size(), what);
  }
  return lists[0];
}

// What becomes of unknown keys: default_tensor, else the default of the values' type.
Tensor fallback(const Call& call, DType type) {
  if (has(call, "default_tensor")) {
    const Tensor& tensor = call.tensor_attribute("default_tensor");
    if (tensor.dtype() != type || tensor.size() != 1) {
      throw InvalidInput("default_tensor is a tensor({}) of shape {}; it must be one {}",
                         name(tensor.dtype()), to_string(tensor.shape()), name(type));
    }
    return tensor;
  }
  if (type == DType::string) return list_of(std::vector{call.text("default_string")});
  if (type == DType::int64) return vector_of({call.integer("default_int64")});
  if (type == DType::float32) return list_of(std::vector{call.real("default_float")});
  return is_float(type) ? scalar(type, -0.0) : scalar(type, int64_t{-1});
}

Values label_encoder_2(const Call& call) {
  const bool early = call.since_version() < 4;
  const Match match = early ? Match::by_bits : Match::by_value;
  const Tensor values = given(call, "values"), keys = given(call, "keys");
  const Tensor& X = call.tensor("X");
  const Tensor Y =
      mapped(X, keys, values, fallback(call, values.dtype()), match, early ? "duplicates_2" : "");
  if (!is_float(X.dtype())) return {Y};
  // The text does not say whether keys are compared by value or by bits.
  const auto has = [&](auto test) {
    const Reals all = keys.as<double>();
    return std::any_of(all.begin(), all.end(), test);
  };
  const bool zero = choices_wanted() && has([](double key) { return key == 0; });
  const bool nan = choices_wanted() && early && has([](double key) { return std::isnan(key); });
  const Tensor of_zero = anything(Y, early ? "negative_zero_2" : "negative_zero", [&] {
    const Reals x = X.as<double>();
    return by_element(x, [&](double each) { return zero && each == 0 && std::signbit(each); });
  });
  return {anything(of_zero, "nan_2", [&] { return Bools(nans(X) && full(X.shape(), nan)); })};
}

const Operator op("LabelEncoder", {{label_encoder_1, {1}}, {label_encoder_2, {2, 4}}},
                  "ai.onnx.ml");

}  // namespace
}  // namespace etalon
