#include "conformance/tests/ops/one_node.h"

namespace etalon::test::imputer_test {
namespace {

OneNode imputer() { return {"Imputer", 1, "ai.onnx.ml"}; }

OneNode of_floats(const std::vector<double>& imputed, double replaced) {
  return imputer().set("imputed_value_floats", imputed).set("replaced_value_float", replaced);
}

}  // namespace

TEST_CASE("Imputer replaces NaN by the feature's value") {
  const Tensor X = f32({2, 3}, {1, NAN, -0.0, NAN, 5, NAN});
  CHECK(show(of_floats({7, 8, 9}, NAN).run({X})) == "float[2, 3] 1 8 -0 7 5 9");
  CHECK(show(of_floats({7}, NAN).run({X})) == "float[2, 3] 1 7 -0 7 5 7");
}

TEST_CASE("Imputer compares values so that -0 is 0") {
  CHECK(show(of_floats({0.1}, 0.1).run({tensor(DType::float64, {2}, {0.1, 0.1F})})) ==
        "double[2] 0.1 0.10000000149011612");
}

TEST_CASE("Imputer refuses values that do not fit") {
  const std::string place = "InvalidInput: ai.onnx.ml.Imputer-1 (output 'y0'): ";
  const Tensor X = f32({1, 3}, {0, 1, 2});
  CHECK(of_floats({7, 8}, 0).error({X}) ==
        place + "there are 2 imputed values for X of shape [1, 3]");
  CHECK(imputer()
            .set("imputed_value_int64s", std::vector<int64_t>{int64_t{INT32_MAX} + 1})
            .error({tensor(DType::int32, {1}, {0})}) ==
        place + "the imputed value 2147483648 does not fit into int32");
  CHECK(imputer().error({X}) == place +
                                    "X is a tensor(float), for which there are 0 "
                                    "imputed_value_floats and 0 imputed_value_int64s");
  CHECK(of_floats({7}, 0).set("imputed_value_int64s", std::vector<int64_t>{1}).error({X}) ==
        place +
            "X is a tensor(float), for which there are 1 imputed_value_floats and 1 "
            "imputed_value_int64s");
}

}  // namespace etalon::test::imputer_test
