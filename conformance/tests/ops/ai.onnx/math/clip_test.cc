#include "conformance/tests/ops/one_node.h"
#include "engine/operators/choice_scope.h"

namespace etalon::test::clip_test {
namespace {

const Tensor x = f32({5}, {-2, -0.5, 0.5, 2, NAN});

}  // namespace

TEST_CASE("Clip-1 has no bounds by default; Clip-6 has float32's") {
  const Tensor wide = tensor(DType::float64, {2}, {1e300, -1e300});
  CHECK(show(OneNode("Clip", 6).run({wide})) ==
        "double[2] 3.4028234663852886e+38 -3.4028234663852886e+38");
}

TEST_CASE("Clip-12 takes integers") {
  CHECK(OneNode("Clip", 11).error({i64({1}, {1})}).starts_with("InvalidInput"));
}

TEST_CASE("Clip keeps rank 0 and empty shapes and requires a single bound") {
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
