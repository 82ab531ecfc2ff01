#include "conformance/tests/ops/one_node.h"

namespace etalon::test::group_norm_test {

namespace {

OneNode norm() { return OneNode("GroupNorm", 1, "com.microsoft"); }

}  // namespace

TEST_CASE("GroupNorm is ai.onnx's with the channels last") {
  const Tensor X = counted({1, 2, 3, 4}), one = f32({4}, {1, 2, 3, 4}),
               two = f32({4}, {0, 1, 0, 1});
  const Tensor first = OneNode("Transpose", 13).set("perm", Integers{0, 3, 1, 2}).run({X}).tensor();
  const Value Y = OneNode("GroupNormalization", 21).set("num_groups", 2).run({first, one, two});
  // ONNX's rounds in between.
  const Value last = OneNode("Transpose", 13).set("perm", Integers{0, 2, 3, 1}).run({Y});
  OneNode norm_of_two = norm().set("groups", 2).set("activation", 0);
  CHECK(near(norm_of_two.run({X, one, two}), last.tensor(), 8));
  CHECK(near(norm_of_two.set("channels_last", 0).run({first, one, two}), Y.tensor(), 8));
}

TEST_CASE("GroupNorm refuses groups and activations and shapes that do not fit") {
  const std::string place = "InvalidInput: com.microsoft.GroupNorm-1 (output 'y0'): ";
  const Tensor X = zeros({1, 1, 1, 3}), C = zeros({3});
  CHECK(norm().set("groups", 2).set("activation", 0).error({X, C, C}) ==
        place + "2 groups do not divide 3 channels");
  CHECK(norm().set("groups", 1).set("activation", 2).error({X, C, C}) == place + "activation is 2");
  CHECK(norm().set("groups", 1).set("activation", 0).error({X, zeros({1}), C}) ==
        place + "gamma has the shape [1], not [3]");
  CHECK(norm().set("groups", 1).set("activation", 0).error({C, C, C}) ==
        place + "X has rank 1, not 4");
}

}  // namespace etalon::test::group_norm_test
