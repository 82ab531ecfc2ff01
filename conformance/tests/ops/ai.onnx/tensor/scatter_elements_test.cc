#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scatter_elements_test {

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
}

TEST_CASE("ScatterElements-16 adds and multiplies; all duplicates in turn") {
  const Tensor data = f32({3}, {1, 2, 3});
  const Tensor indices = i64({3}, {1, 1, 0});
  const Tensor updates = f32({3}, {10, 20, 30});
  CHECK(OneNode("ScatterElements", 16).set("reduction", "max").error({data, indices, updates}) ==
        "InvalidInput: ScatterElements-16 (output 'y0'): reduction is 'max'; it may be none, "
        "add, mul");
}

TEST_CASE("ScatterElements-18 takes maxima and minima; NaN if any is NaN") {
  const Tensor data = f32({3}, {1, 2, NAN});
  const Tensor indices = i64({4}, {0, 0, 1, 2});
  const Tensor updates = f32({4}, {5, 3, NAN, 7});
  CHECK(OneNode("ScatterElements", 18).set("reduction", "mean").error({data, indices, updates}) ==
        "InvalidInput: ScatterElements-18 (output 'y0'): reduction is 'mean'; it may be none, "
        "add, mul, min, max");
}

TEST_CASE(
    "ScatterElements reductions wrap integers; round floats once and take bools and complex") {
  const Tensor i = complexes({{0, 1}});
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
