#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scatter_nd_test {

TEST_CASE("ScatterND writes elements or slices at index tuples") {
  CHECK(show(OneNode("ScatterND", 11)
                 .run({f32({8}, {1, 2, 3, 4, 5, 6, 7, 8}), i64({4, 1}, {4, 3, 1, -1}),
                       f32({4}, {9, 10, 11, 12})})) == "float[8] 1 11 3 10 9 6 7 12");
  const Tensor data = i64({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("ScatterND", 13).run({data, i64({1, 1}, {1}), i64({1, 2}, {7, 8})})) ==
        "int64[2, 2] 1 2 7 8");
  CHECK(show(OneNode("ScatterND", 13).run({data, i64({2}, {0, 1}), i64({}, {9})})) ==
        "int64[2, 2] 1 9 3 4");
  CHECK(show(OneNode("ScatterND", 13).run({data, i64({1, 0}, {}), i64({1, 2, 2}, {5, 6, 7, 8})})) ==
        "int64[2, 2] 5 6 7 8");
  CHECK(show(OneNode("ScatterND", 13).run({data, i64({0, 1}, {}), i64({0, 2}, {})})) ==
        "int64[2, 2] 1 2 3 4");
}

TEST_CASE("ScatterND reduces by version") {
  const Tensor data = f32({3}, {1, 2, 3});
  const Tensor indices = i64({2, 1}, {2, 2});
  const Tensor updates = f32({2}, {4, -5});
  const auto reduced = [&](int64_t opset, const char* reduction) {
    return show(
        OneNode("ScatterND", opset).set("reduction", reduction).run({data, indices, updates}));
  };
  CHECK(reduced(16, "add") == "float[3] 1 2 2");
  CHECK(reduced(16, "mul") == "float[3] 1 2 -60");
  CHECK(reduced(18, "max") == "float[3] 1 2 4");
  CHECK(reduced(18, "min") == "float[3] 1 2 -5");
  CHECK(OneNode("ScatterND", 16).set("reduction", "min").error({data, indices, updates}) ==
        "InvalidInput: ScatterND-16 (output 'y0'): reduction is 'min'; it may be none, add, mul");
}

TEST_CASE("ScatterND leaves two different values for one element unspecified") {
  const Tensor data = f32({2}, {1, 2});
  const Tensor twice = i64({2, 1}, {0, -2});
  CHECK(OneNode("ScatterND", 11).error({data, twice, f32({2}, {5, 6})}).starts_with("Unspecified"));
  CHECK(show(OneNode("ScatterND", 11).run({data, twice, f32({2}, {5, 5})})) == "float[2] 5 2");
}

TEST_CASE("ScatterND refuses tuples and updates that do not fit") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  const std::string place = "InvalidInput: ScatterND-18 (output 'y0'): ";
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 2}, {0, 2}), f32({1}, {9})}) ==
        place + "index 2 is outside [-2, 1]");
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 1}, {0}), f32({1}, {9})}) ==
        place + "updates has the shape [1], not [1, 2]");
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 3}, {0, 0, 0}), f32({1}, {9})}) ==
        place + "indices' shape [1, 3] does not fit data's [2, 2] with 0 batch axes");
}

}  // namespace etalon::test::scatter_nd_test
