#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::standard_attributes_test {
namespace {}  // namespace

TEST_CASE("thinker's LRN has an alpha of 1e-5 by default") {
  const Tensor X = f32({1, 1, 1, 1}, {1000});
  CHECK(near(thinker("LRN", 13).set("size", 1).run({X}),
             f32({1, 1, 1, 1}, {1000 / std::pow(11, 0.75)})));
  CHECK(near(thinker("LRN", 13).set("size", 1).set("alpha", 1e-4).run({X}),
             f32({1, 1, 1, 1}, {1000 / std::pow(101, 0.75)})));
}

TEST_CASE("thinker's Selu has the document's rounded alpha and gamma") {
  const double y = 1.0507F * (1.67326F * std::exp(-1.0) - 1.67326F);
  CHECK(near(thinker("Selu", 6).run({f32({2}, {-1, 1})}), f32({2}, {y, 1.0507F})));
}

TEST_CASE("thinker's ScatterElements scatters along the last axis by default") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  const Tensor indices = i64({2, 1}, {1, 0});
  const Tensor updates = f32({2, 1}, {9, 8});
  CHECK(show(thinker("ScatterElements", 13).run({data, indices, updates})) ==
        "float[2, 2] 1 9 8 4");
  CHECK(show(thinker("ScatterElements", 13).set("axis", 0).run({data, indices, updates})) ==
        "float[2, 2] 8 2 9 4");
}

TEST_CASE("thinker's TopK ranks along the first axis by default and takes K of rank 0") {
  const Tensor X = f32({2, 2}, {1, 5, 3, 2});
  const Values outputs = thinker("TopK", 11).outputs(2).run_all({X, i64({}, {1})});
  CHECK(show(outputs[0]) == "float[1, 2] 3 5");
  CHECK(show(outputs[1]) == "int64[1, 2] 1 0");
  CHECK(show(thinker("TopK", 11)
                 .set("axis", -1)
                 .set("largest", 0)
                 .outputs(2)
                 .run({X, i64({1}, {1})})) == "float[2, 1] 1 2");
}

TEST_CASE("thinker's Shrink spells its threshold lamda") {
  const Tensor X = f32({5}, {-2, -1, 0, 1, 2});
  CHECK(show(thinker("Shrink", 9).set("lamda", 1.0).set("bias", 0.5).run({X})) ==
        "float[5] -1.5 0 0 0 1.5");
  CHECK(show(thinker("Shrink", 9).run({X})) == "float[5] -2 -1 0 1 2");
}

TEST_CASE("thinker's RoiAlign calls its scale spatial_ratio") {
  // One sample, at the middle of the scaled region: (½, ½) and (1, 1).
  const Values given{f32({1, 1, 2, 2}, {1, 2, 3, 4}), f32({1, 4}, {0, 0, 4, 4}), i64({1}, {0})};
  const auto align = [](double ratio) {
    return thinker("RoiAlign", 10).set("sampling_ratio", 1).set("spatial_ratio", ratio);
  };
  CHECK(show(align(0.25).run(given)) == "float[1, 1, 1, 1] 2.5");
  CHECK(show(align(0.5).run(given)) == "float[1, 1, 1, 1] 4");
}

TEST_CASE("thinker's MeanVarianceNormalization has no epsilon") {
  CHECK(show(thinker("MeanVarianceNormalization", 6).run({f32({1, 2, 1, 2}, {1, 3, 5, 5})})) ==
        "float[1, 2, 1, 2] -1 1 nan nan");
  CHECK(show(thinker("MeanVarianceNormalization", 6)
                 .set("axes", Integers{1})
                 .run({f32({1, 2}, {-4, 4})})) == "float[1, 2] -1 1");
}

TEST_CASE("thinker's Slice runs along one axis") {
  const Tensor data = f32({4}, {0, 1, 2, 3});
  const auto one = [](int64_t value) { return i64({1}, {value}); };
  CHECK(show(thinker("Slice", 13).run({data, one(1), one(3)})) == "float[2] 1 2");
  CHECK(show(thinker("Slice", 13)
                 .run({data, i64({}, {-1}), i64({}, {-5}), i64({}, {0}), i64({}, {-2})})) ==
        "float[2] 3 1");
  CHECK(show(thinker("Slice", 13).run({data, one(3), one(1)})) == "float[0]");
  CHECK(thinker("Slice", 13).error({f32({1, 1}, {1}), i64({2}, {0, 0}), i64({2}, {1, 1})}) ==
        "InvalidInput: thinker.Slice-13 (output 'y0'): starts has the shape [2] where one element "
        "is needed: a slice is along one axis");
  CHECK(thinker("Slice", 13).error({data, one(0), one(1), one(0), i64({0}, {})}) ==
        "InvalidInput: thinker.Slice-13 (output 'y0'): steps has the shape [0] where one element "
        "is needed: a slice is along one axis");
}

TEST_CASE("thinker's Split takes its lengths from an attribute in 11, from an input in 13") {
  const Tensor input = f32({3}, {1, 2, 3});
  const Values old = thinker("Split", 11).set("split", Integers{1, 2}).outputs(2).run_all({input});
  CHECK(show(old[0]) == "float[1] 1");
  CHECK(show(old[1]) == "float[2] 2 3");
  const Values now = thinker("Split", 13).outputs(2).run_all({input, i64({2}, {2, 1})});
  CHECK(show(now[0]) == "float[2] 1 2");
  CHECK(show(now[1]) == "float[1] 3");
  CHECK(thinker("Split", 11)
            .set("split", Integers{1, 1})
            .outputs(2)
            .error({input})
            .starts_with("InvalidInput: thinker.Split-11 (output 'y0'): "));
}

TEST_CASE("thinker's random generators give floats alone") {
  const Tensor like = tensor(DType::int8, {2}, {1, 2});
  CHECK(thinker("RandomNormalLike", 1).error({like}) ==
        "InvalidInput: thinker.RandomNormalLike-1 (output 'y0'): the output cannot have the "
        "element type int8");
  CHECK(thinker("RandomUniform", 1).set("shape", Integers{1}).set("dtype", 11).error({}) ==
        "InvalidInput: thinker.RandomUniform-1 (output 'y0'): the output cannot have the element "
        "type double");
  CHECK(thinker("RandomUniformLike", 1).set("dtype", 1).run({like}).tensor().shape() == Shape{2});
}

}  // namespace etalon::test::standard_attributes_test
