#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bit_cast_test {

TEST_CASE("BitCast reads the bits as another type") {
  CHECK(show(OneNode("BitCast", 26).set("to", 6).run({f32({2}, {1, -0.0})})) ==
        "int32[2] 1065353216 -2147483648");
  CHECK(show(OneNode("BitCast", 26).set("to", 1).run({tensor(DType::int32, {}, {1065353216})})) ==
        "float[] 1");
  CHECK(show(OneNode("BitCast", 26).set("to", 3).run({tensor(DType::uint8, {2}, {200, 1})})) ==
        "int8[2] -56 1");
  CHECK(show(OneNode("BitCast", 26).set("to", 7).run({tensor(DType::float64, {0, 2}, {})})) ==
        "int64[0, 2]");
  const Tensor complex = OneNode("BitCast", 26)
                             .set("to", static_cast<int64_t>(DType::complex64))
                             .run({integers(DType::uint64, {1}, {0x40000000'3F800000})})
                             .tensor();
  CHECK(show(complex) == "complex64[1] 1+2i");
}

TEST_CASE("BitCast of types narrower than a byte") {
  const Tensor nibbles = tensor(DType::int4, {3}, {-1, -8, 7});
  CHECK(show(OneNode("BitCast", 26).set("to", 23).run({nibbles})) == "float4e2m1[3] -6 -0 6");
}

TEST_CASE("BitCast requires equal widths") {
  CHECK(OneNode("BitCast", 26).set("to", 7).error({f32({2}, {1, 2})}) ==
        "InvalidInput: BitCast-26 (output 'y0'): an element of tensor(float) has 32 bits, one of "
        "tensor(int64) has 64");
  CHECK(OneNode("BitCast", 26).set("to", 8).error({f32({2}, {1, 2})}) ==
        "InvalidInput: BitCast-26 (output 'y0'): attribute 'to' is 8, which is not a type that it "
        "may "
        "name");
}

}  // namespace etalon::test::bit_cast_test
