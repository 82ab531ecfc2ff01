#include <limits>

#include "conformance/judge/open.h"
#include "conformance/tests/ops/one_node.h"

namespace etalon::test::cast_test {
namespace {

// Cast at the newest opset.
Value to(DType type, const Tensor& input) {
  return OneNode("Cast", 25).set("to", static_cast<int64_t>(type)).run({input});
}

// Whether a text is permitted where x is cast to a string.
bool is_permitted(const Tensor& x, const std::string& text) {
  const ChoiceScope scope(Recording::on);
  const Value expected = to(DType::string, x);
  const Tensor got = texts(x.shape(), {text});
  return identical(settle(got, expected, expected, {}).value.tensor(), expected.tensor());
}

}  // namespace

TEST_CASE("Cast-1 takes the type's name") {
  const Tensor input = f32({3}, {-1.75, 0, 2.5});
  CHECK(OneNode("Cast", 1).set("to", "STRING").error({input}) ==
        "InvalidInput: Cast-1 (output 'y0'): attribute 'to' is 'STRING', which is not a type that "
        "it may name");
  CHECK(OneNode("Cast", 1).set("to", "nothing").error({input}) ==
        "InvalidInput: Cast-1 (output 'y0'): attribute 'to' is 'nothing', which is not a type that "
        "it may name");
}

TEST_CASE("Cast-6 accepts the numbers of its version's types") {
  CHECK(OneNode("Cast", 6).set("to", 16).error({f32({1}, {1})}) ==
        "InvalidInput: Cast-6 (output 'y0'): attribute 'to' is 16, which is not a type that it may "
        "name");
  CHECK(OneNode("Cast", 13).set("to", (int64_t{1} << 32) + 1).error({f32({1}, {1})}) ==
        "InvalidInput: Cast-13 (output 'y0'): attribute 'to' is 4294967297, which is not "
        "a type that it may name");
}

TEST_CASE("Cast from float to float rounds to nearest-even and to infinity beyond the range") {
  const Tensor doubles = tensor(DType::float64, {6}, {1e300, -1e300, nan, inf, -0.0, 0.1});
  CHECK(show(to(DType::float32, doubles)) == "float[6] inf -inf nan inf -0 0.1");
}

TEST_CASE("Cast from integer to float rounds once") {
  // 2^54 + 2^30 + 1 is just above the midpoint of two float32; its nearest double lies on it.
  const int64_t above = (int64_t{1} << 54) + (int64_t{1} << 30) + 1;
  CHECK(show(to(DType::float32, i64({2}, {above, -above}))) == "float[2] 1.80144e+16 -1.80144e+16");
  CHECK(show(to(DType::float32, i64({1}, {above - 1}))) == "float[1] 1.8014399e+16");
  const Tensor greatest = integers(DType::uint64, {1}, {-1});
  CHECK(show(to(DType::float64, greatest)) == "double[1] 1.8446744073709552e+19");
  CHECK(show(to(DType::float32, i64({1}, {INT64_MIN}))) == "float[1] -9.223372e+18");
}

TEST_CASE("Cast between integers keeps the low bits") {
  CHECK(show(to(DType::int8, tensor(DType::int16, {2}, {200, -200}))) == "int8[2] -56 56");
  CHECK(show(to(DType::uint64, i64({1}, {-1}))) == "uint64[1] 18446744073709551615");
  CHECK(show(to(DType::int64, integers(DType::uint64, {1}, {-1}))) == "int64[1] -1");
  CHECK(show(to(DType::int4, tensor(DType::uint8, {2}, {9, 16}))) == "int4[2] -7 0");
  CHECK(show(to(DType::int8, tensor(DType::int4, {2}, {-8, 7}))) == "int8[2] -8 7");
}

TEST_CASE("Cast to the same type keeps every bit") {
  const Tensor odd_nan = Tensor::zeros(DType::float32, {1});
  Tensor input = odd_nan;
  input.mutable_slots<uint32_t>()[0] = 0xFFA00001;
  CHECK(to(DType::float32, input).tensor().slots<uint32_t>()[0] == 0xFFA00001);
}

TEST_CASE("Cast-19 to float8 saturates") {
  const Tensor input = f32({7}, {1e6, -1e6, inf, -inf, nan, -0.0, 0.47});
  CHECK(show(to(DType::float8e4m3fn, input)) ==
        "float8e4m3fn[7] 4.5e+02 -4.5e+02 4.5e+02 -4.5e+02 nan -0 0.47");
  CHECK(show(to(DType::float8e5m2, input)) == "float8e5m2[7] 6e+04 -6e+04 6e+04 -6e+04 nan -0 0.5");
  CHECK(show(to(DType::float8e4m3fnuz, input)) ==
        "float8e4m3fnuz[7] 2.4e+02 -2.4e+02 2.4e+02 -2.4e+02 nan 0 0.47");
}

TEST_CASE("Cast-19 to float8 with saturate 0 gives infinity or NaN") {
  const auto unsaturated = [](DType type) {
    return show(OneNode("Cast", 19)
                    .set("to", static_cast<int64_t>(type))
                    .set("saturate", 0)
                    .run({f32({5}, {1e6, -1e6, inf, nan, 1.0625})}));
  };
  CHECK(unsaturated(DType::float8e5m2) == "float8e5m2[5] inf -inf inf nan 1");
}

TEST_CASE("Cast-23 to float4") {
  const Tensor input = f32({8}, {0.25, 0.75, 1.25, 2.5, 5, 100, -inf, nan});
  CHECK(show(to(DType::float4e2m1, input)) == "float4e2m1[8] 0 1 1 2 4 6 -6 -0");
}

TEST_CASE("Cast-24 to float8e8m0 rounds to powers of two by round_mode") {
  const auto rounded = [](const char* round_mode, int saturate, const std::vector<double>& values) {
    return show(OneNode("Cast", 24)
                    .set("to", static_cast<int64_t>(DType::float8e8m0))
                    .set("round_mode", round_mode)
                    .set("saturate", saturate)
                    .run({tensor(DType::float64, {values.size()}, values)}));
  };
  CHECK(rounded("up", 1, {0, 1e-60, 1e60, inf, nan}) ==
        "float8e8m0[5] 5.877e-39 5.877e-39 2e+38 2e+38 nan");
  CHECK(OneNode("Cast", 24).set("to", 24).set("round_mode", "odd").error({f32({1}, {1})}) ==
        "InvalidInput: Cast-24 (output 'y0'): round_mode is 'odd'; it may be up, down, nearest");
}

TEST_CASE("Cast to string writes no exponent; of a fraction the fewest digits that read back") {
  CHECK(show(to(DType::string, f32({6}, {0.1, 16777216, 1e-7, -2.5, 3e20, -0.0}))) ==
        "string[6] '0.1' '16777216' '0.0000001' '-2.5' '300000006012263202816' '-0'");
  CHECK(show(to(DType::string, tensor(DType::float64, {2}, {0.1, 314.15926}))) ==
        "string[2] '0.1' '314.15926'");
}

TEST_CASE("Cast to string: the number of digits is open not an exponent nor digits that are lost") {
  const Tensor tenth = f32({1}, {0.1}), large = f32({1}, {1e20});
  for (const char* text : {"0.1", "0.100000", "0.100000001", "0.100000001490116119384765625"}) {
    CHECK(is_permitted(tenth, text));
  }
  for (const char* text : {"1e-1", "0.10001", "0.2", ".1x"}) CHECK_FALSE(is_permitted(tenth, text));
  for (const char* text : {"100000000000000000000", "100000000000000000000.0",
                           "100000002004087734272", "100000002004087734272.0"}) {
    CHECK(is_permitted(large, text));
  }
  CHECK_FALSE(is_permitted(large, "1e+20"));
  CHECK_FALSE(is_permitted(f32({1}, {1e-10}), "0.000000"));
  CHECK(is_permitted(f32({1}, {-1}), "-1.000000"));
  CHECK(is_permitted(tensor(DType::float16, {1}, {65504}), "65500"));
  CHECK(is_permitted(i64({1}, {7}), "7.0"));
  CHECK_FALSE(is_permitted(tensor(DType::float64, {1}, {3.14159265358979}), "3.141593"));
}

TEST_CASE("Cast to string keeps the least double which has 1074 places") {
  const double least = std::numeric_limits<double>::denorm_min();
  const std::string text =
      to(DType::string, tensor(DType::float64, {1}, {least})).tensor().slots<std::string>()[0];
  CHECK(text == "0." + std::string(323, '0') + "5");
}

TEST_CASE("Cast from string reads decimals and infinities and NaN in any case") {
  CHECK(show(to(DType::float64, texts({3}, {"1e400", "-1e-400", "+INF"}))) ==
        "double[3] inf -0 inf");
}

TEST_CASE("Cast from a string beyond an integer type's range is open") {
  // 300 is 44 modulo 256. 250 stops at 127 before version 24; then it is -6 modulo 256.
  const auto cast_text = [](int opset, const std::string& text) {
    const ChoiceScope scope(Recording::on);
    const Value y =
        OneNode("Cast", opset).set("to", int64_t(DType::int8)).run({texts({1}, {text})});
    const std::vector<OpenUse> open = open_elements(y);
    REQUIRE(open.size() == 1);
    CHECK(open[0].point == "Cast.string_to_integer");
    return show(y);
  };
  CHECK(cast_text(13, "300") == "int8[1] 44");
  CHECK(cast_text(13, "2.5e2") == "int8[1] 127");
  CHECK(cast_text(24, "2.5e2") == "int8[1] -6");
}

TEST_CASE("Cast from a string that is not a number is unspecified") {
  for (const char* text : {"Hello", "", " 1", "0x10", "1e", "infinity", "--1", "1.2.3", "."}) {
    INFO(text);
    CHECK(OneNode("Cast", 9).set("to", 1).error({texts({1}, {text})}) ==
          fmt::format("Unspecified: Cast-9 (output 'y0'): the string '{}' is not a number", text));
  }
}

}  // namespace etalon::test::cast_test
