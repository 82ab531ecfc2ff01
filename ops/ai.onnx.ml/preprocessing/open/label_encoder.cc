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

// A number that is not among the keys: its label is the default.
double no_key(const Reals& keys) {
  double number = 0.5;
  while (std::find(keys.begin(), keys.end(), number) != keys.end()) number += 1;
  return number;
}

// The text does not say whether keys are compared by value or by bits: an element may be matched by
// any key that is like it, or by none.
void open_floats(Opening& open, const Reals& keys, const Tensor& values) {
  const bool early = open.call.since_version() < 4;
  const Tensor& X = open.call.tensor("X");
  const Reals x = X.as<double>();
  const Tensor number = Tensor::decided(X.dtype(), full({1}, no_key(keys)));
  const Tensor labels = concat({values, open.again({{"X", number}})}, 0);
  const auto matched = [&](auto is_like) {
    std::vector<int64_t> like;
    for (size_t i = 0; i < keys.size(); ++i) {
      if (is_like(keys.flat(i))) like.push_back(int64_t(i));
    }
    Candidates candidates;
    if (like.empty()) return candidates;
    like.push_back(int64_t(keys.size()));
    for (size_t i = 0; i < x.size(); ++i) {
      if (is_like(x.data()[i])) candidates[i] = like;
    }
    return candidates;
  };
  const auto zeros = [&] {
    Candidates candidates = matched([](double each) { return each == 0; });
    std::erase_if(candidates,
                  [&](const auto& each) { return !std::signbit(x.data()[each.first]); });
    return candidates;
  };
  open.Y = any_of(open.Y, early ? "negative_zero_2" : "negative_zero", labels, zeros);
  if (!early) return;
  open.Y = any_of(open.Y, "nan_2", labels,
                  [&] { return matched([](double each) { return std::isnan(each); }); });
}

void label_encoder_2(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const Tensor values = given_list(open.call, "values"), keys = given_list(open.call, "keys");
  if (open.call.since_version() < 4) {
    open.Y = any_of(open.Y, "duplicates_2", values,
                    [&] { return repeated_places(X, keys, Match::by_bits); });
  }
  if (is_float(X.dtype())) open_floats(open, keys.as<double>(), values);
}

const Open op("LabelEncoder", [](Opening& open) {
  open.call.since_version() == 1 ? label_encoder_1(open) : label_encoder_2(open);
});

}  // namespace
}  // namespace etalon
