#include "conformance/tests/ops/one_node.h"

namespace etalon::test::feature_vectorizer_test {
namespace {

OneNode vectorizer(const std::vector<int64_t>& inputdimensions) {
  return OneNode("FeatureVectorizer", 1, "ai.onnx.ml").set("inputdimensions", inputdimensions);
}

}  // namespace

TEST_CASE("FeatureVectorizer joins its inputs row by row") {
  CHECK(show(vectorizer({2, 1}).run({f32({2, 2}, {1, 2, 3, 4}), f32({2, 1}, {NAN, -0.0})})) ==
        "float[2, 3] 1 2 nan 3 4 -0");
}

TEST_CASE("FeatureVectorizer rounds once to float") {
  const int64_t just_above_half = (int64_t{1} << 60) + (int64_t{1} << 36) + 1;
  CHECK(show(vectorizer({1}).run({i64({1}, {just_above_half})})) == "float[1, 1] 1.1529216e+18");
}

TEST_CASE("FeatureVectorizer requires inputs of the given sizes with equal numbers of rows") {
  const std::string place = "InvalidInput: ai.onnx.ml.FeatureVectorizer-1 (output 'y0'): ";
  const Tensor pair = f32({1, 2}, {1, 2});
  CHECK(vectorizer({3}).error({pair}) ==
        place + "input 0 has 2 features where inputdimensions says 3");
  CHECK(vectorizer({2, 1}).error({pair}) == place + "there are 2 inputdimensions for 1 inputs");
  CHECK(vectorizer({2}).error({f32({1, 1, 2}, {1, 2})}) ==
        place + "input 0 has the shape [1, 1, 2]; it must be [N, C] or [C]");
  CHECK(vectorizer({2, 1}).error({pair, f32({2, 1}, {1, 2})}).starts_with(place));
}

}  // namespace etalon::test::feature_vectorizer_test
