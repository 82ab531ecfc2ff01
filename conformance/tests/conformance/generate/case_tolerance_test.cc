#include "conformance/generate/case_tolerance.h"

#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/interpreter/interpreter.h"

namespace etalon::case_tolerance_test {
namespace {

using test::f32;
using test::SmallModel;
using test::tensor;

CaseTolerance of(const SmallModel& model, const Bindings& inputs) {
  CaseFiles files;
  files.model = model.bytes();
  files.sets.emplace_back();
  files.sets[0].inputs.assign(inputs.begin(), inputs.end());
  const BoundModel bound = model.model();
  const Values outputs = evaluate(bound, inputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    files.sets[0].outputs.emplace_back(bound.graph.outputs[i].name, outputs[i]);
  }
  return tolerance_of(files);
}

CaseTolerance of_one(const char* op, const Tensor& x, DType type) {
  SmallModel model(21);
  return of(model.input("x", x).node(op, {"x"}, {"y"}).output("y", type), {{"x", x}});
}

}  // namespace

// What only moves values, or selects among them, is exact in every type.
TEST_CASE("a case of which nothing is rounded has no tolerance") {
  const auto check = [](const CaseTolerance& tolerance) {
    CHECK(tolerance.rtol == 0);
    CHECK(tolerance.atol == 0);
    CHECK(tolerance.reason == "nothing is rounded");
  };
  check(of_one("Transpose", tensor(DType::float8e4m3fn, {1, 2}, {1, 2}), DType::float8e4m3fn));
  check(of_one("Flatten", tensor(DType::float16, {1, 2}, {1, 2}), DType::float16));
  check(of_one("Relu", f32({2}, {-1, 2}), DType::float32));
  check(of_one("ReduceMax", f32({2}, {-1, 2}), DType::float32));
  check(of_one("ArgMax", f32({2}, {-1, 2}), DType::int64));
}

// The type of the outputs counts, not that of the inputs.
TEST_CASE("DequantizeLinear of float8 to float32 has the tolerance of float32") {
  const Tensor x = tensor(DType::float8e5m2, {2}, {1, 1.5});
  SmallModel model(21);
  model.input("x", x).initializer("scale", f32({}, {0.1}));
  model.node("DequantizeLinear", {"x", "scale"}, {"y"}).output("y");
  const CaseTolerance tolerance = of(model, {{"x", x}});
  CHECK(tolerance.rtol == 1e-3);
  CHECK(tolerance.atol == 1e-7);
  CHECK(tolerance.reason == "ONNX's own");
}

// float16 has 11 bits and steps of 2^-24 below its normal numbers, bfloat16 8 bits.
TEST_CASE("results of narrow types have two units in the last place") {
  const CaseTolerance half = of_one("Exp", tensor(DType::float16, {2}, {1, 2}), DType::float16);
  CHECK(half.rtol == 0x1p-9);
  CHECK(half.atol == 0x1p-23);
  CHECK(half.reason == "two units in the last place of float16");
  const CaseTolerance brain = of_one("Exp", tensor(DType::bfloat16, {2}, {1, 2}), DType::bfloat16);
  CHECK(brain.rtol == 0x1p-6);
  CHECK(brain.atol == 1e-7);
}

TEST_CASE("the output with the largest tolerance counts") {
  const Tensor x = tensor(DType::float16, {1, 2}, {1, 3});
  SmallModel model(17);
  model.input("x", x).initializer("scale", tensor(DType::float16, {2}, {1, 1}));
  model.node("LayerNormalization", {"x", "scale"}, {"y", "mean"});
  model.output("y", DType::float16).output("mean", DType::float32);
  CHECK(of(model, {{"x", x}}).reason == "two units in the last place of float16");
}

}  // namespace etalon::case_tolerance_test
