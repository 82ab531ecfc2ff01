#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scatter_elements_test {

TEST_CASE("ScatterElements writes updates at indices along an axis") {
  CHECK(show(OneNode("ScatterElements", 11)
                 .run({zeros({3, 3}), i64({2, 3}, {1, 0, 2, 0, 2, 1}),
                       f32({2, 3}, {1, 1.1, 1.2, 2, 2.1, 2.2})})) ==
        "float[3, 3] 2 1.1 0 1 0 2.2 0 2.1 1.2");
}

TEST_CASE("ScatterElements moves bits") {
  CHECK(show(OneNode("ScatterElements", 13)
                 .set("axis", -1)
                 .run({texts({1, 2}, {"a", "b"}), i64({1, 1}, {0}), texts({1, 1}, {"c"})})) ==
        "string[1, 2] 'c' 'b'");
  CHECK(show(OneNode("ScatterElements", 13).run({f32({2}, {1, 2}), i64({0}, {}), f32({0}, {})})) ==
        "float[2] 1 2");
  CHECK(show(OneNode("ScatterElements", 11)
                 .run({f32({2}, {1, 2}), tensor(DType::int32, {1}, {1}), f32({1}, {-0.0})})) ==
        "float[2] 1 -0");
}

TEST_CASE("ScatterElements refuses indices out of range and shapes that do not fit") {
  const Tensor data = f32({2}, {1, 2});
  const std::string place = "InvalidInput: ScatterElements-13 (output 'y0'): ";
  CHECK(OneNode("ScatterElements", 13).error({data, i64({1}, {2}), f32({1}, {9})}) ==
        place + "index 2 is outside [-2, 1]");
  CHECK(OneNode("ScatterElements", 13).error({data, i64({1}, {0}), f32({2}, {9, 9})}) ==
        place + "updates has the shape [2], not [1]");
  CHECK(OneNode("ScatterElements", 13).error({f32({}, {1}), i64({}, {0}), f32({}, {1})}) ==
        place + "axis 0 is outside [0, -1]");
}

TEST_CASE("ScatterElements leaves two different values for one element unspecified") {
  const Tensor data = f32({2}, {1, 2});
  const Tensor twice = i64({2}, {1, -1});
  CHECK(OneNode("ScatterElements", 18).error({data, twice, f32({2}, {5, 6})}) ==
        "Unspecified: ScatterElements-18 (output 'y0'): element 1 of data is updated twice, with "
        "different values");
  CHECK(show(OneNode("ScatterElements", 18).run({data, twice, f32({2}, {5, 5})})) ==
        "float[2] 1 5");
}

TEST_CASE("ScatterElements-16 adds and multiplies, all duplicates in turn") {
  const Tensor data = f32({3}, {1, 2, 3});
  const Tensor indices = i64({3}, {1, 1, 0});
  const Tensor updates = f32({3}, {10, 20, 30});
  CHECK(
      show(OneNode("ScatterElements", 16).set("reduction", "add").run({data, indices, updates})) ==
      "float[3] 31 32 3");
  CHECK(
      show(OneNode("ScatterElements", 16).set("reduction", "mul").run({data, indices, updates})) ==
      "float[3] 30 400 3");
  CHECK(OneNode("ScatterElements", 16).set("reduction", "max").error({data, indices, updates}) ==
        "InvalidInput: ScatterElements-16 (output 'y0'): reduction is 'max'; it may be none, "
        "add, mul");
}

TEST_CASE("ScatterElements-18 takes maxima and minima, NaN if any is NaN") {
  const Tensor data = f32({3}, {1, 2, NAN});
  const Tensor indices = i64({4}, {0, 0, 1, 2});
  const Tensor updates = f32({4}, {5, 3, NAN, 7});
  CHECK(
      show(OneNode("ScatterElements", 18).set("reduction", "max").run({data, indices, updates})) ==
      "float[3] 5 nan nan");
  CHECK(
      show(OneNode("ScatterElements", 18).set("reduction", "min").run({data, indices, updates})) ==
      "float[3] 1 nan nan");
  CHECK(OneNode("ScatterElements", 18).set("reduction", "mean").error({data, indices, updates}) ==
        "InvalidInput: ScatterElements-18 (output 'y0'): reduction is 'mean'; it may be none, "
        "add, mul, min, max");
}

TEST_CASE(
    "ScatterElements reductions wrap integers, round floats once, and take bools and complex") {
  const auto added = [](const Tensor& data, const Tensor& updates, const char* reduction) {
    std::vector<int64_t> zeros(updates.size());
    return show(OneNode("ScatterElements", 18)
                    .set("reduction", reduction)
                    .run({data, i64({zeros.size()}, zeros), updates}));
  };
  CHECK(added(tensor(DType::int8, {1}, {127}), tensor(DType::int8, {1}, {1}), "add") ==
        "int8[1] -128");
  CHECK(added(integers(DType::uint64, {1}, {-1}), integers(DType::uint64, {1}, {1}), "max") ==
        "uint64[1] 18446744073709551615");
  // 2^24 + 1 + 1: in float32, adding 1 twice would stay at 2^24.
  CHECK(added(f32({1}, {16777216}), f32({2}, {1, 1}), "add") == "float[1] 16777218");
  CHECK(added(tensor(DType::boolean, {1}, {1}), tensor(DType::boolean, {1}, {1}), "add") ==
        "bool[1] true");
  const Tensor i = complexes({{0, 1}});
  CHECK(added(i, i, "mul") == "complex64[1] -1+0i");
  CHECK(OneNode("ScatterElements", 18)
            .set("reduction", "min")
            .error({i, i64({1}, {0}), i})
            .starts_with("InvalidInput"));
  CHECK(OneNode("ScatterElements", 18)
            .set("reduction", "add")
            .error({texts({1}, {"a"}), i64({1}, {0}), texts({1}, {"b"})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::scatter_elements_test
