// Operators that write by index: Scatter, ScatterElements, ScatterND, TensorScatter.
#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scatter_test {
namespace {}  // namespace

TEST_CASE("Scatter writes updates at indices along an axis") {
  const Tensor data = f32({3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0});
  const Tensor indices = i64({2, 3}, {1, 0, 2, 0, 2, 1});
  const Tensor updates = f32({2, 3}, {1, 1.1, 1.2, 2, 2.1, 2.2});
  for (const auto& [name, opset] : {std::pair{"Scatter", 9}, {"ScatterElements", 11}}) {
    CHECK(show(OneNode(name, opset).run({data, indices, updates})) ==
          "float[3, 3] 2 1.1 0 1 0 2.2 0 2.1 1.2");
  }
  CHECK(show(OneNode("Scatter", 9)
                 .set("axis", 1)
                 .run({f32({1, 5}, {1, 2, 3, 4, 5}), i64({1, 2}, {1, 3}),
                       f32({1, 2}, {1.1, 2.1})})) == "float[1, 5] 1 1.1 3 2.1 5");
}

TEST_CASE("Scatter-11 counts negative indices from the end, Scatter-9 has none") {
  const Tensor data = f32({3}, {1, 2, 3});
  CHECK(show(OneNode("Scatter", 11).run({data, i64({1}, {-1}), f32({1}, {9})})) ==
        "float[3] 1 2 9");
  CHECK(OneNode("Scatter", 9).error({data, i64({1}, {-1}), f32({1}, {9})}) ==
        "InvalidInput: Scatter-9 (output 'y0'): index -1 is negative");
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
        place + "updates' shape is [2], not [1]");
  CHECK(OneNode("ScatterElements", 13).error({f32({}, {1}), i64({}, {0}), f32({}, {1})}) ==
        place + "axis 0 is outside [0, -1]");
}

TEST_CASE("Two different values for one element are unspecified") {
  const Tensor data = f32({2}, {1, 2});
  const Tensor twice = i64({2}, {1, -1});
  CHECK(OneNode("ScatterElements", 18).error({data, twice, f32({2}, {5, 6})}) ==
        "Unspecified: ScatterElements-18 (output 'y0'): element 1 of data is updated twice, with "
        "different values");
  CHECK(show(OneNode("ScatterElements", 18).run({data, twice, f32({2}, {5, 5})})) ==
        "float[2] 1 5");
  CHECK(OneNode("ScatterND", 11)
            .error({data, i64({2, 1}, {0, 0}), f32({2}, {5, 6})})
            .starts_with("Unspecified"));
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
        "InvalidInput: ScatterElements-16 (output 'y0'): reduction is 'max'");
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
        "InvalidInput: ScatterElements-18 (output 'y0'): there is no reduction 'mean' of this "
        "type");
}

TEST_CASE("Scatter reductions wrap integers, round floats once, and take bools and complex") {
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

TEST_CASE("ScatterND writes elements or slices at index tuples") {
  CHECK(show(OneNode("ScatterND", 11)
                 .run({f32({8}, {1, 2, 3, 4, 5, 6, 7, 8}), i64({4, 1}, {4, 3, 1, -1}),
                       f32({4}, {9, 10, 11, 12})})) == "float[8] 1 11 3 10 9 6 7 12");
  const Tensor data = i64({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("ScatterND", 13).run({data, i64({1, 1}, {1}), i64({1, 2}, {7, 8})})) ==
        "int64[2, 2] 1 2 7 8");
  CHECK(show(OneNode("ScatterND", 13).run({data, i64({2}, {0, 1}), i64({}, {9})})) ==
        "int64[2, 2] 1 9 3 4");
  CHECK(show(OneNode("ScatterND", 13).run({data, i64({1, 0}, {}), i64({1, 2, 2}, {5, 6, 7, 8})})) ==
        "int64[2, 2] 5 6 7 8");
  CHECK(show(OneNode("ScatterND", 13).run({data, i64({0, 1}, {}), i64({0, 2}, {})})) ==
        "int64[2, 2] 1 2 3 4");
}

TEST_CASE("ScatterND reduces by version") {
  const Tensor data = f32({3}, {1, 2, 3});
  const Tensor indices = i64({2, 1}, {2, 2});
  const Tensor updates = f32({2}, {4, -5});
  const auto reduced = [&](int64_t opset, const char* reduction) {
    return show(
        OneNode("ScatterND", opset).set("reduction", reduction).run({data, indices, updates}));
  };
  CHECK(reduced(16, "add") == "float[3] 1 2 2");
  CHECK(reduced(16, "mul") == "float[3] 1 2 -60");
  CHECK(reduced(18, "max") == "float[3] 1 2 4");
  CHECK(reduced(18, "min") == "float[3] 1 2 -5");
  CHECK(OneNode("ScatterND", 16).set("reduction", "min").error({data, indices, updates}) ==
        "InvalidInput: ScatterND-16 (output 'y0'): reduction is 'min'");
}

TEST_CASE("ScatterND refuses tuples and updates that do not fit") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  const std::string place = "InvalidInput: ScatterND-18 (output 'y0'): ";
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 2}, {0, 2}), f32({1}, {9})}) ==
        place + "index 2 is outside [-2, 1]");
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 1}, {0}), f32({1}, {9})}) ==
        place + "updates' shape is [1], not [1, 2]");
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 3}, {0, 0, 0}), f32({1}, {9})}) ==
        place + "indices' shape [1, 3] does not fit data's [2, 2] with 0 batch axes");
}

TEST_CASE("TensorScatter writes each batch from its own index on") {
  const Tensor past_cache = f32({2, 3, 1}, {1, 2, 3, 4, 5, 6});
  const Tensor update = f32({2, 1, 1}, {8, 9});
  CHECK(show(OneNode("TensorScatter", 24).run({past_cache, update})) ==
        "float[2, 3, 1] 8 2 3 9 5 6");
  CHECK(show(OneNode("TensorScatter", 24).run({past_cache, update, i64({2}, {2, 1})})) ==
        "float[2, 3, 1] 1 2 8 4 9 6");
  CHECK(show(OneNode("TensorScatter", 24).set("axis", 1).run({past_cache, f32({2, 0, 1}, {})})) ==
        "float[2, 3, 1] 1 2 3 4 5 6");
}

TEST_CASE("TensorScatter goes around in circular mode") {
  const Tensor past_cache = f32({1, 3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor update = f32({1, 2, 2}, {7, 8, 9, 10});
  CHECK(show(OneNode("TensorScatter", 24)
                 .set("mode", "circular")
                 .run({past_cache, update, i64({1}, {2})})) == "float[1, 3, 2] 9 10 3 4 7 8");
  CHECK(show(OneNode("TensorScatter", 24)
                 .set("mode", "circular")
                 .run({past_cache, update, i64({1}, {-1})})) == "float[1, 3, 2] 9 10 3 4 7 8");
  CHECK(OneNode("TensorScatter", 24).error({past_cache, update, i64({1}, {2})}) ==
        "InvalidInput: TensorScatter-24 (output 'y0'): write index 3 leaves [0, 2]");
  CHECK(OneNode("TensorScatter", 24).error({past_cache, update, i64({1}, {-1})}) ==
        "InvalidInput: TensorScatter-24 (output 'y0'): write index -1 leaves [0, 2]");
}

TEST_CASE("TensorScatter refuses axes and shapes that do not fit") {
  const Tensor past_cache = f32({1, 2}, {1, 2});
  const std::string place = "InvalidInput: TensorScatter-24 (output 'y0'): ";
  CHECK(OneNode("TensorScatter", 24).error({past_cache, past_cache}) ==
        place + "axis is 0, the batch's");
  CHECK(OneNode("TensorScatter", 24).set("axis", 1).error({past_cache, f32({1, 3}, {1, 2, 3})}) ==
        place + "update's shape [1, 3] does not fit past_cache's [1, 2]");
  CHECK(OneNode("TensorScatter", 24)
            .set("axis", 1)
            .error({past_cache, past_cache, i64({2}, {0, 0})}) ==
        place + "write_indices has the shape [2], not [1]");
  CHECK(OneNode("TensorScatter", 24)
            .set("axis", 1)
            .set("mode", "round")
            .error({past_cache, past_cache}) ==
        place + "mode is 'round'; it may be linear, circular");
}

}  // namespace etalon::test::scatter_test
