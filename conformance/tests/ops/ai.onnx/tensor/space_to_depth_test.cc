#include "conformance/tests/ops/one_node.h"

namespace etalon::test::space_to_depth_test {

TEST_CASE("SpaceToDepth undoes DepthToSpace") {
  const Tensor input = counted(DType::float32, {2, 3, 4, 6});
  for (const char* mode : {"DCR", "CRD"}) {
    const Value depth =
        OneNode("SpaceToDepth", 28).set("blocksize", 2).set("mode", mode).run({input});
    CHECK(to_string(depth.tensor().shape()) == "[2, 12, 2, 3]");
    const Value back =
        OneNode("DepthToSpace", 28).set("blocksize", 2).set("mode", mode).run({depth});
    CHECK(identical(back.tensor(), input));
  }
}

TEST_CASE("SpaceToDepth gathers blocks into channels") {
  const Tensor input = counted(DType::int8, {1, 2, 2, 2});
  CHECK(show(OneNode("SpaceToDepth", 1).set("blocksize", 2).run({input})) ==
        "int8[1, 8, 1, 1] 0 4 1 5 2 6 3 7");
  CHECK(show(OneNode("SpaceToDepth", 13).set("blocksize", 1).run({input})) ==
        "int8[1, 2, 2, 2] 0 1 2 3 4 5 6 7");
  CHECK(show(OneNode("SpaceToDepth", 28).set("blocksize", 2).set("mode", "CRD").run({input})) ==
        "int8[1, 8, 1, 1] 0 1 2 3 4 5 6 7");
  CHECK(OneNode("SpaceToDepth", 13).set("blocksize", 3).error({input}) ==
        "InvalidInput: SpaceToDepth-13 (output 'y0'): blocksize 3 does not divide 2 by 2 pixels");
  CHECK(OneNode("SpaceToDepth", 28).set("blocksize", 2).set("mode", "").error({input}) ==
        "InvalidInput: SpaceToDepth-28 (output 'y0'): mode is ''; it may be DCR, CRD");
}

}  // namespace etalon::test::space_to_depth_test
