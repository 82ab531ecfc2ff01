#include "conformance/tests/ops/one_node.h"

namespace etalon::test::depth_to_space_test {

TEST_CASE("DepthToSpace orders a block's channels depth-column-row by default") {
  const Tensor input = counted(DType::float32, {1, 8, 1, 1});
  CHECK(show(OneNode("DepthToSpace", 1).set("blocksize", 2).run({input})) ==
        "float[1, 2, 2, 2] 0 2 4 6 1 3 5 7");
  CHECK(show(OneNode("DepthToSpace", 11).set("blocksize", 2).run({input})) ==
        "float[1, 2, 2, 2] 0 2 4 6 1 3 5 7");
  CHECK(show(OneNode("DepthToSpace", 13).set("blocksize", 2).set("mode", "CRD").run({input})) ==
        "float[1, 2, 2, 2] 0 1 2 3 4 5 6 7");
}

TEST_CASE("DepthToSpace spreads channels between pixels") {
  const Tensor input = counted(DType::int8, {1, 4, 1, 2});
  CHECK(show(OneNode("DepthToSpace", 28).set("blocksize", 2).run({input})) ==
        "int8[1, 1, 2, 4] 0 2 1 3 4 6 5 7");
  CHECK(show(OneNode("DepthToSpace", 28).set("blocksize", 2).run({f32({0, 4, 1, 1}, {})})) ==
        "float[0, 1, 2, 2]");
}

TEST_CASE("DepthToSpace refuses block sizes that do not divide") {
  const Tensor input = counted(DType::float32, {1, 8, 1, 1});
  const std::string place = "InvalidInput: DepthToSpace-13 (output 'y0'): ";
  CHECK(OneNode("DepthToSpace", 13).set("blocksize", 3).error({input}) ==
        place + "blocksize 3 does not divide 8 channels");
  CHECK(OneNode("DepthToSpace", 13).set("blocksize", 0).error({input}) ==
        place + "blocksize 0 does not divide 8 channels");
  CHECK(OneNode("DepthToSpace", 13)
            .set("blocksize", int64_t{1} << 32)
            .error({input})
            .starts_with("LimitExceeded"));
  CHECK(OneNode("DepthToSpace", 13).set("blocksize", 1).set("mode", "RCD").error({input}) ==
        place + "mode is 'RCD'; it may be DCR, CRD");
  CHECK(OneNode("DepthToSpace", 13).set("blocksize", 1).error({f32({1}, {1})}) ==
        place + "input has rank 1, not 4");
}

}  // namespace etalon::test::depth_to_space_test
