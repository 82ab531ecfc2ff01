#include "conformance/tests/ops/one_node.h"

namespace etalon::test::cast_like_test {

TEST_CASE("CastLike casts to the type of its second input") {
  const Tensor input = f32({2}, {-1.5, 300});
  CHECK(show(OneNode("CastLike", 15).run({input, tensor(DType::int8, {0}, {})})) ==
        "int8[2] -1 127");
  CHECK(show(OneNode("CastLike", 24).run({input, tensor(DType::int8, {}, {5})})) ==
        "int8[2] -1 44");
  const Tensor like = tensor(DType::float8e5m2, {1}, {1});
  CHECK(show(OneNode("CastLike", 19).set("saturate", 0).run({f32({1}, {1e6}), like})) ==
        "float8e5m2[1] inf");
  const Tensor power = tensor(DType::float8e8m0, {1}, {1});
  CHECK(show(OneNode("CastLike", 24).set("round_mode", "down").run({f32({1}, {3}), power})) ==
        "float8e8m0[1] 2");
  CHECK(show(OneNode("CastLike", 15).run({texts({1}, {"2"}), f32({}, {0})})) == "float[1] 2");
}

}  // namespace etalon::test::cast_like_test
