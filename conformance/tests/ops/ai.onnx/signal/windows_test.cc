#include "conformance/tests/ops/one_node.h"

namespace etalon::test::windows_test {
namespace {

Value window(const char* name, int64_t size, bool periodic, DType type = DType::float32) {
  return OneNode(name, 17)
      .set("periodic", periodic ? 1 : 0)
      .set("output_datatype", static_cast<int64_t>(type))
      .run({i64({}, {size})});
}

}  // namespace

TEST_CASE("The windows at quarter turns") {
  CHECK(show(window("HannWindow", 4, true)) == "float[4] 0 0.5 1 0.5");
  CHECK(show(window("HannWindow", 5, false)) == "float[5] 0 0.5 1 0.5 0");
  CHECK(near(window("HammingWindow", 4, true), f32({4}, {4.0 / 46, 25.0 / 46, 1, 25.0 / 46})));
  CHECK(near(window("HammingWindow", 3, false), f32({3}, {4.0 / 46, 1, 4.0 / 46})));
  CHECK(near(window("BlackmanWindow", 4, true), f32({4}, {0, 0.34, 1, 0.34})));
  CHECK(near(window("BlackmanWindow", 3, false), f32({3}, {0, 1, 0})));
}

TEST_CASE("The windows at thirds, in double") {
  CHECK(near(window("HannWindow", 3, true, DType::float64),
             tensor(DType::float64, {3}, {0, 0.75, 0.75})));
  CHECK(near(window("BlackmanWindow", 3, true, DType::float64),
             tensor(DType::float64, {3}, {0, 0.63, 0.63})));
  CHECK(
      near(window("HammingWindow", 6, true, DType::float64),
           tensor(DType::float64, {6}, {4.0 / 46, 14.5 / 46, 35.5 / 46, 1, 35.5 / 46, 14.5 / 46})));
}

TEST_CASE("Windows of integers are cut") {
  CHECK(show(window("HannWindow", 4, true, DType::int8)) == "int8[4] 0 0 1 0");
  CHECK(show(window("BlackmanWindow", 3, false, DType::uint64)) == "uint64[3] 0 1 0");
}

TEST_CASE("Windows of few points") {
  for (const char* name : {"HannWindow", "HammingWindow", "BlackmanWindow"}) {
    CHECK(show(window(name, 0, true)) == "float[0]");
    CHECK(show(window(name, 0, false)) == "float[0]");
    CHECK(show(window(name, 1, false)) == "float[1] nan");  // 0 / 0 in the formula
  }
  CHECK(show(window("HannWindow", 1, true)) == "float[1] 0");
  CHECK(near(window("HammingWindow", 2, false, DType::float16),
             tensor(DType::float16, {2}, {4.0 / 46, 4.0 / 46}), 0));
}

TEST_CASE("Windows refuse negative sizes and types that they cannot return") {
  CHECK(OneNode("HannWindow", 17).error({i64({}, {-1})}) ==
        "InvalidInput: HannWindow-17 (output 'y0'): size is -1");
  CHECK(OneNode("HammingWindow", 17).set("output_datatype", 8).error({i64({}, {1})}) ==
        "InvalidInput: HammingWindow-17 (output 'y0'): the output cannot have the element type "
        "string");
}

}  // namespace etalon::test::windows_test
