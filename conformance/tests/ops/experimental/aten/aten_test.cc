#include "conformance/tests/ops/experimental/aten/aten.h"
#include "conformance/tests/ops/experimental/old_models.h"

namespace etalon::test::aten_test {

TEST_CASE("ATen names a function that it does not have and outputs that a function has not") {
  const Tensor x = f32({1}, {1});
  CHECK(aten("embedding_bag").error({x}) ==
        "Unsupported: ATen-1 (output 'y0'): ATen's function 'embedding_bag' is not known");
  CHECK(aten("exp").outputs(2).error({x}) ==
        aten_place + "'exp' gives 1 outputs, but the node has 2");
  CHECK(aten("exp").error({}) == aten_place + "input 0 is missing");
}

TEST_CASE("ATen takes numbers as integer; real; list of one or tensor") {
  const Tensor x = f32({2}, {1, 2});
  CHECK(show(aten("add").set("other", 3).run({x})) == "float[2] 4 5");
  CHECK(show(aten("add").set("other", 0.5).run({x})) == "float[2] 1.5 2.5");
  CHECK(show(aten("add").set("other", f64({}, {0.25})).run({x})) == "float[2] 1.25 2.25");
  CHECK(show(aten("add").set("other", Integers{7}).run({x})) == "float[2] 8 9");
  CHECK(show(aten("add").set("other", 2.0).run({i64({1}, {5})})) == "int64[1] 7");
  CHECK(aten("add").set("other", 0.5).error({i64({1}, {5})}) ==
        "Unspecified: ATen-1 (output 'y0'): attribute 'other' is 0.5 where an integer is needed");
  CHECK(aten("add").set("other", Integers{1, 2}).error({i64({1}, {5})}) ==
        aten_place + "attribute 'other' holds 2 numbers, not 1");
  CHECK(aten("add").set("other", "one").error({x}) ==
        aten_place + "attribute 'other' is not a list of integers");
  CHECK(aten("add").error({x}) == aten_place + "'other' is neither an input nor an attribute");
}

TEST_CASE("ATen's attributes of any name load; another operator's do not") {
  const auto with_dim = [](const std::string& op_type) {
    return "node { op_type: '" + op_type +
           "' input: 'x' output: 'y' attribute { name: 'operator' s: 'softmax' }"
           " attribute { name: 'dim' i: 0 } }";
  };
  CHECK(show(evaluate(oldest(with_dim("ATen")), {{"x", f32({2}, {1, 1})}}).at(0)) ==
        "float[2] 0.5 0.5");
  CHECK(refusal([&] { oldest(with_dim("Scale")); }).starts_with("InvalidModel: "));
}

}  // namespace etalon::test::aten_test
