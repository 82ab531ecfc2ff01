#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"

namespace etalon::test::old_models_test {
namespace {

// A model as ONNX's first releases wrote it: no opset imports, and attributes without a type.
Model oldest(const std::string& nodes) {
  const std::string type = "type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } } }";
  return parse_model(message<onnx::ModelProto>("ir_version: 1 graph { input { name: 'x' " + type +
                                               " } " + nodes + " output { name: 'y' " + type +
                                               " } }")
                         .SerializeAsString());
}

}  // namespace

TEST_CASE("a model of the first IR version without opset runs experimental operators") {
  const Model model = oldest(
      "node { op_type: 'Scale' input: 'x' output: 'a' attribute { name: 'scale' f: 2 } }"
      "node { op_type: 'ConstantFill' input: 'a' output: 'b' attribute { name: 'value' f: 0.5 } }"
      "node { op_type: 'Add' input: 'a' input: 'b' output: 'c' }"
      "node { op_type: 'ThresholdedRelu' input: 'c' output: 'y' attribute { name: 'alpha' f: 3 } "
      "}");
  CHECK(show(evaluate(model, {{"x", f32({2}, {1, 2})}}).at(0)) == "float[2] 0 4.5");
}

TEST_CASE("ATen's attributes of any name load; another operator's do not") {
  const auto with_dim = [](const std::string& op_type) {
    return "node { op_type: '" + op_type +
           "' input: 'x' output: 'y' attribute { name: 'operator' s: 'softmax' }"
           " attribute { name: 'dim' i: 0 } }";
  };
  CHECK(show(evaluate(oldest(with_dim("ATen")), {{"x", f32({2}, {1, 1})}}).at(0)) ==
        "float[2] 0.5 0.5");
  CHECK(refusal([&] { oldest(with_dim("Scale")); }).starts_with("InvalidModel: "));
}

}  // namespace etalon::test::old_models_test
