#include "conformance/tests/ops/one_node.h"

namespace etalon::test::unique_test {
namespace {

std::vector<std::string> uniques(const Tensor& X, OneNode node = OneNode("Unique", 11)) {
  std::vector<std::string> shown;
  for (const Value& value : node.outputs(4).run_all({X})) shown.push_back(show(value));
  return shown;
}

}  // namespace

TEST_CASE("Unique sorts or keeps the order of first occurrence") {
  const Tensor X = f32({6}, {2, 1, 1, 3, 4, 3});
  CHECK(uniques(X) == Strings{"float[4] 1 2 3 4", "int64[4] 1 0 3 4", "int64[6] 1 0 0 2 3 2",
                              "int64[4] 2 1 2 1"});
  CHECK(
      uniques(X, OneNode("Unique", 11).set("sorted", 0)) ==
      Strings{"float[4] 2 1 3 4", "int64[4] 0 1 3 4", "int64[6] 0 1 1 2 3 2", "int64[4] 1 2 2 1"});
  CHECK(OneNode("Unique", 11).set("sorted", 2).error({X}) ==
        "InvalidInput: Unique-11 (output 'y0'): sorted is 2, neither 0 nor 1");
}

TEST_CASE("Unique without axis flattens") {
  CHECK(uniques(i64({2, 2}, {1, 3, 2, 3})) ==
        Strings{"int64[3] 1 2 3", "int64[3] 0 2 1", "int64[4] 0 2 1 2", "int64[3] 1 1 2"});
  CHECK(uniques(f32({}, {7})) == Strings{"float[1] 7", "int64[1] 0", "int64[1] 0", "int64[1] 1"});
  CHECK(uniques(f32({0, 3}, {})) == Strings{"float[0]", "int64[0]", "int64[0]", "int64[0]"});
}

TEST_CASE("Unique along an axis compares subtensors") {
  const Tensor X = f32({3, 3}, {1, 0, 0, 1, 0, 0, 2, 3, 3});
  CHECK(uniques(X, OneNode("Unique", 11).set("axis", 0)) ==
        Strings{"float[2, 3] 1 0 0 2 3 3", "int64[2] 0 2", "int64[3] 0 0 1", "int64[2] 2 1"});
  CHECK(uniques(X, OneNode("Unique", 11).set("axis", -1)) ==
        Strings{"float[3, 2] 0 1 0 1 3 2", "int64[2] 1 0", "int64[3] 1 0 0", "int64[2] 2 1"});
  CHECK(OneNode("Unique", 11).set("axis", 2).error({X}) ==
        "InvalidInput: Unique-11 (output 'y0'): axis 2 is outside [-2, 1]");
}

TEST_CASE("Unique counts NaNs as equal and greatest and both zeros as equal") {
  CHECK(uniques(f32({6}, {NAN, 0, -INFINITY, NAN, -0.0, INFINITY})) ==
        Strings{"float[4] -inf 0 inf nan", "int64[4] 2 1 5 0", "int64[6] 3 1 0 3 1 2",
                "int64[4] 1 2 1 2"});
}

TEST_CASE("Unique of strings; bools; complex numbers and bfloat16") {
  CHECK(uniques(texts({3}, {"b", "a", "b"}))[0] == "string[2] 'a' 'b'");
  CHECK(uniques(tensor(DType::boolean, {3}, {1, 0, 1}))[0] == "bool[2] false true");
  CHECK(uniques(complexes({{1, 2}, {1, -2}, {0, 9}, {1, 2}}))[0] == "complex64[3] 0+9i 1-2i 1+2i");
  CHECK(uniques(tensor(DType::bfloat16, {3}, {2, -1, 2}), OneNode("Unique", 28))[0] ==
        "bfloat16[2] -1 2");
}

TEST_CASE("Unique gives just the outputs named") {
  const Values outputs = OneNode("Unique", 11)
                             .outputs_wanted({true, false, false, true})
                             .run_all({i64({3}, {5, 5, 4})});
  CHECK(show(outputs.at(0)) == "int64[2] 4 5");
  CHECK(show(outputs.at(1)) == "int64[2] 1 2");
}

}  // namespace etalon::test::unique_test
