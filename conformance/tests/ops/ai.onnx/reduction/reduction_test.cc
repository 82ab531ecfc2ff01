#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduction_test {
namespace {

const std::vector<std::string> all_reductions = {
    "ReduceL1",   "ReduceL2",  "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
    "ReduceMean", "ReduceMin", "ReduceProd",   "ReduceSum",       "ReduceSumSquare"};

// The first opset at which the axes are an input.
int64_t axes_input(const std::string& op_type) { return op_type == "ReduceSum" ? 13 : 18; }

}  // namespace

TEST_CASE("Reductions whose axes are an input reduce all axes when these are absent or empty") {
  const Tensor x = f32({2, 2}, {1, 2, 3, 4});
  for (const std::string& op_type : all_reductions) {
    const int64_t opset = axes_input(op_type);
    const Tensor absent = OneNode(op_type, opset).run({x}).tensor();
    const Tensor empty = OneNode(op_type, opset).run({x, i64({0}, {})}).tensor();
    CHECK(absent.shape() == Shape{1, 1});
    CHECK(identical(absent, empty));
    CHECK(OneNode(op_type, opset).set("keepdims", 0).run({x, i64({1}, {1})}).tensor().shape() ==
          Shape{2});
  }
}

// "Reduction over an empty set of axes means that the reduction step behaves like a no-op, but
// composite-reduction operators will still perform the non-reduction steps as needed."
TEST_CASE("noop_with_empty_axes leaves out the reduction not what surrounds it") {
  const Tensor x = f32({2}, {-2, 3});
  const auto noop = [&](const std::string& op_type, const Tensor& data) {
    return OneNode(op_type, axes_input(op_type)).set("noop_with_empty_axes", 1).run({data});
  };
  for (const char* op_type : {"ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum"}) {
    CHECK(show(noop(op_type, x)) == "float[2] -2 3");
  }
}

TEST_CASE("Reductions propagate NaN and keep infinities") {
  const Tensor x = f32({3}, {1, NAN, INFINITY});
  for (const std::string& op_type : all_reductions) {
    CHECK(show(OneNode(op_type, 18).set("keepdims", 0).run({x})) == "float[] nan");
  }
}

TEST_CASE("Reductions accept rank 0") {
  for (const std::string& op_type : all_reductions) {
    CHECK(OneNode(op_type, 18).run({f32({}, {2})}).tensor().shape().empty());
  }
}

TEST_CASE("Reductions refuse axes outside the rank or named twice") {
  CHECK(OneNode("ReduceMin", 18).error({f32({1}, {1}), i64({1}, {1})}) ==
        "InvalidInput: ReduceMin-18 (output 'y0'): axis 1 is outside [-1, 0]");
  CHECK(OneNode("ReduceSum", 13).error({f32({1}, {1}), i64({2}, {0, -1})}) ==
        "InvalidInput: ReduceSum-13 (output 'y0'): axis -1 is named twice");
  CHECK(OneNode("ReduceProd", 1).set("axes", std::vector<int64_t>{0}).error({f32({}, {1})}) ==
        "InvalidInput: ReduceProd-1 (output 'y0'): axis 0 is outside [0, -1]");
}

}  // namespace etalon::test::reduction_test
