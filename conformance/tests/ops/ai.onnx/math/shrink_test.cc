#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::shrink_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Shrink moves values beyond lambd by bias, and makes the rest 0") {
  CHECK(show(OneNode("Shrink", 9).run({f32({5}, {-2, -0.5, 0.25, 0.5, 2})})) ==
        "float[5] -2 0 0 0 2");
  CHECK(show(OneNode("Shrink", 9).set("lambd", 1.5).set("bias", 1.0).run({edges})) ==
        "float[6] -1 0 2 inf -inf 0");
}

TEST_CASE("Shrink of integers compares with lambd as it is, and wraps") {
  const Tensor input = tensor(DType::int8, {5}, {-128, -1, 0, 1, 2});
  CHECK(show(OneNode("Shrink", 9).set("lambd", 1.5).set("bias", 1.0).run({input})) ==
        "int8[5] -127 0 0 0 1");
  CHECK(show(OneNode("Shrink", 9).set("lambd", 0.0).set("bias", -1.0).run({input})) ==
        "int8[5] 127 -2 0 2 3");
  CHECK(show(OneNode("Shrink", 9).set("bias", 2.0).run({tensor(DType::uint8, {3}, {0, 1, 3})})) ==
        "uint8[3] 0 255 1");
  // 2^53 + 1 is above 2^53, though the nearest double is not.
  CHECK(show(OneNode("Shrink", 9)
                 .set("lambd", 0x1p53)
                 .run({i64({2}, {0x20000000000001, 0x20000000000000})})) ==
        "int64[2] 9007199254740993 0");
  // -127.5, -0.5, 0, 0.5, 1.5, truncated
  CHECK(show(OneNode("Shrink", 9).set("bias", 0.5).run({input})) == "int8[5] -127 0 0 0 1");
  CHECK(show(OneNode("Shrink", 9)
                 .set("bias", 0.5)
                 .run({i64({2}, {0x20000000000001, -0x20000000000001})})) ==
        "int64[2] 9007199254740992 -9007199254740992");
  CHECK(OneNode("Shrink", 9).set("bias", -0.5).error({input}).empty());
  CHECK(
      OneNode("Shrink", 9).set("bias", -1.5).error({input}) ==
      "Unspecified: Shrink-9 (output 'y0'): a result is NaN or outside the range of tensor(int8)");
  CHECK(OneNode("Shrink", 9).set("bias", INFINITY).error({input}).starts_with("Unspecified"));
  // A bias that no element uses does not matter.
  CHECK(show(OneNode("Shrink", 9).set("bias", 0.5).run({i8({2}, {0, 0})})) == "int8[2] 0 0");
  CHECK(show(OneNode("Shrink", 9).set("bias", 0.5).run({i8({0}, {})})) == "int8[0]");
}

TEST_CASE("Shrink keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Shrink", 9).run({f32({}, {2})})) == "float[] 2");
  CHECK(show(OneNode("Shrink", 9).run({f32({0}, {})})) == "float[0]");
}

}  // namespace etalon::test::shrink_test
