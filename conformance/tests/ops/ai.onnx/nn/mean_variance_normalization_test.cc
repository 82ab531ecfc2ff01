#include "conformance/tests/ops/one_node.h"

namespace etalon::test::mean_variance_normalization_test {
namespace {

// Rows with the mean 2 and the variance 1, the mean 20 and the variance 100.
const Tensor rows = f32({2, 2}, {1, 3, 10, 30});

}  // namespace

TEST_CASE("MeanVarianceNormalization standardizes along axes") {
  for (const int64_t opset : {9, 13}) {
    CHECK(show(OneNode("MeanVarianceNormalization", opset).set("axes", Integers{1}).run({rows})) ==
          "float[2, 2] -1 1 -1 1");
    CHECK(show(OneNode("MeanVarianceNormalization", opset)
                   .run({f32({1, 2, 1, 2}, {1, 3, 10, 30})})) == "float[1, 2, 1, 2] -1 1 -1 1");
    CHECK(show(OneNode("MeanVarianceNormalization", opset)
                   .set("axes", Integers{-1})
                   .run({f32({1, 2}, {7, 7})})) == "float[1, 2] 0 0");
  }
  CHECK(show(OneNode("MeanVarianceNormalization", 13)
                 .set("axes", Integers{0})
                 .run({tensor(DType::bfloat16, {2}, {1, 3})})) == "bfloat16[2] -1 1");
  CHECK(show(OneNode("MeanVarianceNormalization", 13)
                 .set("axes", Integers{0})
                 .run({f32({0, 2}, {})})) == "float[0, 2]");
  CHECK(OneNode("MeanVarianceNormalization", 13)
            .error({rows})
            .ends_with("axis 2 is outside [-2, 1]"));
}

}  // namespace etalon::test::mean_variance_normalization_test
