#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gather_nd_test {

TEST_CASE("GatherND takes elements or slices at index tuples") {
  const Tensor data = f32({2, 2}, {0, 1, 2, 3});
  CHECK(show(OneNode("GatherND", 11).run({data, i64({2, 2}, {0, 0, 1, -1})})) == "float[2] 0 3");
  CHECK(show(OneNode("GatherND", 11).run({data, i64({2, 1}, {1, 0})})) == "float[2, 2] 2 3 0 1");
  CHECK(show(OneNode("GatherND", 11).run({data, i64({2}, {1, 0})})) == "float[] 2");
  CHECK(show(OneNode("GatherND", 13).run({f32({3, 0}, {}), i64({1, 1}, {2})})) == "float[1, 0]");
  CHECK(show(OneNode("GatherND", 13).run({data, i64({0, 2}, {})})) == "float[0]");
}

TEST_CASE("GatherND-12 keeps batch axes apart") {
  const Tensor data = f32({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(show(OneNode("GatherND", 12).set("batch_dims", 1).run({data, i64({2, 1}, {1, 0})})) ==
        "float[2, 2] 2 3 4 5");
  CHECK(
      show(
          OneNode("GatherND", 12).set("batch_dims", 2).run({data, i64({2, 2, 1}, {1, 0, 0, 1})})) ==
      "float[2, 2] 1 2 4 7");
  CHECK(OneNode("GatherND", 12).set("batch_dims", 1).error({data, i64({1, 1}, {0})}) ==
        "InvalidInput: GatherND-12 (output 'y0'): the first 1 axes of indices' shape [1, 1] and "
        "data's [2, 2, 2] differ");
  CHECK(OneNode("GatherND", 12).set("batch_dims", -1).error({data, i64({1}, {0})}) ==
        "InvalidInput: GatherND-12 (output 'y0'): batch_dims is -1");
}

TEST_CASE("GatherND refuses tuples that do not fit") {
  const Tensor data = f32({2, 2}, {0, 1, 2, 3});
  const std::string place = "InvalidInput: GatherND-13 (output 'y0'): ";
  CHECK(OneNode("GatherND", 13).error({data, i64({1, 2}, {0, 2})}) ==
        place + "index 2 is outside [-2, 1]");
  CHECK(OneNode("GatherND", 13).error({data, i64({1, 3}, {0, 0, 0})}) ==
        place + "indices' shape [1, 3] does not fit data's [2, 2] with 0 batch axes");
  CHECK(OneNode("GatherND", 13).error({data, i64({1, 0}, {})}) ==
        place + "indices' last axis, the length of a tuple, is 0");
  CHECK(OneNode("GatherND", 13).error({data, i64({}, {0})}) == place + "indices is a scalar");
}

}  // namespace etalon::test::gather_nd_test
