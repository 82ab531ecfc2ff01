#include "conformance/generate/rules/ai.onnx.ml/vocabulary.h"

#include <algorithm>
#include <limits>

namespace etalon::rules {

const std::vector<std::string>& ml_words() {
  static const std::vector<std::string> words = {"a", "b", "ab", "Etalon", "étalon", "two words"};
  return words;
}

const std::vector<int64_t>& ml_integers() {
  static const std::vector<int64_t> integers = {-2, -1, 0, 1, 2, 3, 4};
  return integers;
}

const std::vector<double>& ml_reals() {
  static const std::vector<double> reals = {-2, -1, 0,   1,
                                            2,  3,  2.5, std::numeric_limits<double>::quiet_NaN()};
  return reals;
}

Tensor tensor_of_words(const Shape& shape, const std::vector<std::string>& words) {
  Texts texts = empty_array<std::string>(shape);
  std::copy(words.begin(), words.end(), texts.begin());
  return Tensor::of(DType::string, texts);
}

}  // namespace etalon::rules
