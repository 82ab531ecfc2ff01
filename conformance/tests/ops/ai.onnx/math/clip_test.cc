#include "conformance/tests/ops/one_node.h"
#include "engine/operators/choice_scope.h"

namespace etalon::test::clip_test {
namespace {

const Tensor x = f32({5}, {-2, -0.5, 0.5, 2, NAN});

}  // namespace

TEST_CASE("Clip before 11 takes its bounds as attributes") {
  for (const int opset : {1, 6}) {
    CHECK(show(OneNode("Clip", opset).set("min", -1.0).set("max", 1.0).run({x})) ==
          "float[5] -1 -0.5 0.5 1 nan");
    CHECK(show(OneNode("Clip", opset).set("min", 0.0).run({x})) == "float[5] 0 0 0.5 2 nan");
  }
}

TEST_CASE("Clip-1 has no bounds by default, Clip-6 has float32's") {
  const Tensor wide = tensor(DType::float64, {2}, {1e300, -1e300});
  CHECK(show(OneNode("Clip", 1).run({wide})) == "double[2] 1e+300 -1e+300");
  CHECK(show(OneNode("Clip", 6).run({wide})) ==
        "double[2] 3.4028234663852886e+38 -3.4028234663852886e+38");
}

TEST_CASE("Clip from 11 on takes its bounds as optional inputs") {
  for (const int opset : {11, 12, 13}) {
    CHECK(show(OneNode("Clip", opset).run({x, f32({}, {-1}), f32({}, {1})})) ==
          "float[5] -1 -0.5 0.5 1 nan");
    CHECK(show(OneNode("Clip", opset).run({x, f32({}, {-1})})) == "float[5] -1 -0.5 0.5 2 nan");
    CHECK(show(OneNode("Clip", opset).run({x, Value(), f32({}, {1})})) ==
          "float[5] -2 -0.5 0.5 1 nan");
    CHECK(show(OneNode("Clip", opset).run({f32({2}, {INFINITY, -INFINITY})})) ==
          "float[2] inf -inf");
  }
}

TEST_CASE("Clip gives max where min is greater, and NaN for a NaN bound") {
  CHECK(show(OneNode("Clip", 13).run({f32({3}, {-2, 0, 6}), f32({}, {2}), f32({}, {1})})) ==
        "float[3] 1 1 1");
  CHECK(show(OneNode("Clip", 13).run({f32({2}, {-2, 6}), f32({}, {NAN})})) == "float[2] nan nan");
  CHECK(show(OneNode("Clip", 13).run({f32({2}, {-2, 6}), Value(), f32({}, {NAN})})) ==
        "float[2] nan nan");
}

TEST_CASE("Clip-12 takes integers") {
  CHECK(show(OneNode("Clip", 12)
                 .run({i64({2}, {INT64_MAX, INT64_MIN}), i64({}, {INT64_MIN + 1}),
                       i64({}, {INT64_MAX - 1})})) ==
        "int64[2] 9223372036854775806 -9223372036854775807");
  CHECK(show(OneNode("Clip", 12)
                 .run({integers(DType::uint64, {2}, {-1, 3}), Value(),
                       integers(DType::uint64, {}, {-2})})) == "uint64[2] 18446744073709551614 3");
  CHECK(OneNode("Clip", 11).error({i64({1}, {1})}).starts_with("InvalidInput"));
}

TEST_CASE("Clip keeps rank 0 and empty shapes, and requires a single bound") {
  CHECK(show(OneNode("Clip", 13).run({f32({}, {5}), Value(), f32({}, {1})})) == "float[] 1");
  CHECK(show(OneNode("Clip", 13).run({f32({0}, {}), f32({}, {1})})) == "float[0]");
  CHECK(OneNode("Clip", 13).error({x, f32({2}, {1, 2})}) ==
        "InvalidInput: Clip-13 (output 'y0'): a single element is needed, but the shape is [2]");
}

TEST_CASE("Clip of an infinity without a bound may give the type's greatest finite number") {
  const auto clipped = [](const Tensor& infinite, const Choices& choices) {
    const ChoiceScope scope(Recording::on, choices);
    return show(OneNode("Clip", 13).run({infinite}));
  };
  const Choices finite{{"Clip.inf_11", "finite"}};
  const Tensor wide = tensor(DType::float64, {2}, {INFINITY, -INFINITY});
  CHECK(clipped(wide, {}) == "double[2] inf -inf");
  CHECK(clipped(wide, finite) == "double[2] 1.7976931348623157e+308 -1.7976931348623157e+308");
  CHECK(clipped(f32({1}, {INFINITY}), finite).starts_with("float[1] 3.40282"));
}

}  // namespace etalon::test::clip_test
