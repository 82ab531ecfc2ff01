#include "conformance/judge/exact.h"
#include "engine/values/json.h"

#include <cmath>

#include "conformance/check/check_text.h"
#include "conformance/common/paths.h"
#include "conformance/judge/judge.h"
#include "conformance/reports/json.h"
#include "conformance/reports/text.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/numbers.h"
#include "conformance/tests/text.h"

namespace etalon::exact_test {
namespace {

using nlohmann::json;
using test::floats;
using test::has;
using test::inf;
using test::reals;
using test::SmallModel;

constexpr double u = 0x1p-24;  // half the distance from 1 to the next float32

Reals exactly(const BoundModel& model, const Bindings& inputs) {
  return evaluate_exactly(model, inputs).outputs.at(0).tensor().as<double>();
}

// y = (a + b) − a. For a = 1 and b = 1.5·u, float32 rounds the sum to 1 + 2·u, so that a sound
// evaluation gives 2·u, which is 1/3 of the exact 1.5·u off.
BoundModel cancelling() {
  return SmallModel(13)
      .input("a", floats({1}))
      .input("b", floats({1}))
      .node("Add", {"a", "b"}, {"s"})
      .node("Sub", {"s", "a"}, {"y"})
      .output("y")
      .model();
}
const Bindings cancelling_inputs = {{"a", floats({1})}, {"b", floats({1.5 * u})}};

TEST_CASE("an exact evaluation does not round float32 between nodes") {
  const ExactOutputs exact = evaluate_exactly(cancelling(), cancelling_inputs);
  CHECK(identical(exact.outputs.at(0).tensor(), reals(DType::float64, {1.5 * u})));
  CHECK(exact.rounded.empty());
  const Values sound = evaluate(cancelling(), cancelling_inputs);
  CHECK(identical(sound.at(0).tensor(), floats({2 * u})));
}

std::vector<OutputReport> checked(const BoundModel& model, const Bindings& inputs,
                                  const Values& got) {
  CheckRequest request;
  request.tolerances.resize(got.size());
  return check_outputs(model, inputs, got, request).outputs;
}

TEST_CASE("a runtime's error is told relative to that of a sound evaluation") {
  const auto reports = checked(cancelling(), cancelling_inputs, {floats({0})});
  REQUIRE(reports.at(0).exact);
  const ExactError& error = *reports[0].exact;
  CHECK(error.scaled == 1);
  CHECK(error.sound == Approx(1.0 / 3));
  REQUIRE(error.factor());
  CHECK(*error.factor() == Approx(3));
  CHECK(has(report_text(reports[0]),
            "\n  exact       1 of the largest value; Etalon's own float32 evaluation 0.33\n"));
  const json document = report_json(reports[0]);
  CHECK(document.at("exact").at("factor").get<double>() == Approx(3));
  CHECK(document.at("exact").at("type") == "float");
}

TEST_CASE("a runtime that is right to the last bit has no distance from the exact result") {
  const auto reports = checked(cancelling(), cancelling_inputs, {floats({1.5 * u})});
  REQUIRE(reports.at(0).exact);
  CHECK(reports[0].exact->scaled == 0);
  CHECK(reports[0].exact->factor() == 0.0);
}

TEST_CASE("outputs that are identical are not evaluated exactly") {
  const auto reports = checked(cancelling(), cancelling_inputs, {floats({2 * u})});
  CHECK_FALSE(reports.at(0).exact);
  CHECK(report_json(reports[0]).at("exact").is_null());
}

// 1 + 2 has no rounding error; the runtime's is 2^-22 of 3.
TEST_CASE("where a sound evaluation is exact; there is no factor") {
  const BoundModel model =
      SmallModel(13).input("a", floats({1})).node("Add", {"a", "a"}, {"y"}).output("y").model();
  const auto reports = checked(model, {{"a", floats({1.5})}}, {floats({3 + 0x1p-22})});
  REQUIRE(reports.at(0).exact);
  CHECK(reports[0].exact->scaled == 0x1p-22 / 3);
  CHECK_FALSE(reports[0].exact->factor());
  CHECK(has(report_text(reports[0]), "; Etalon's own float32 evaluation 0\n"));
  CHECK(report_json(reports[0]).at("exact").at("factor").is_null());
}

TEST_CASE("an error is relative to the largest exact value of its tensor and may be infinite") {
  const Value sound = floats({4, 1});
  const Value exact = reals(DType::float64, {4 + u, 1});
  const auto error = [&](const std::vector<double>& got) {
    return exact_error(floats(got), sound, exact).value();
  };
  CHECK(error({4, 3}).scaled == Approx(0.5));
  CHECK(error({4, 3}).sound == Approx(u / 4));
  CHECK(error({4, inf}).scaled == inf);
  CHECK(error({4, test::nan}).scaled == inf);
  CHECK(to_string(error({4, inf})) == "not finite, where the exact result is");
}

TEST_CASE("elements that a sound evaluation cannot represent are left out") {
  const Value sound = floats({inf, 2});
  const Value exact = reals(DType::float64, {1e39, 2});
  const std::optional<ExactError> error = exact_error(floats({inf, 2}), sound, exact);
  REQUIRE(error);
  CHECK(error->scaled == 0);
}

TEST_CASE("integers and zeros and other shapes have no exact error") {
  CHECK_FALSE(exact_error(vector_of({1, 3}), vector_of({1, 2}), vector_of({1, 2})));
  CHECK_FALSE(exact_error(floats({1}), floats({0}), reals(DType::float64, {0})));
  CHECK_FALSE(exact_error(floats({1}), floats({2}), reals(DType::float64, {2, 2})));
  CHECK_FALSE(exact_error(floats({}), floats({}), reals(DType::float64, {})));
  CHECK_FALSE(exact_error(reals(DType::float64, {1}), reals(DType::float64, {2}),
                          reals(DType::float64, {2})));
}

TEST_CASE("maps and sequences are compared with the exact ones element by element") {
  const Type type = Type::tensor(DType::float32);
  const Type wide = Type::tensor(DType::float64);
  const Value sound = Map{vector_of({7, 8}), {floats({1}), floats({4})}, type};
  const Value got = Map{vector_of({8, 7}), {floats({6}), floats({1})}, type};
  const Value exact =
      Map{vector_of({7, 8}), {reals(DType::float64, {1 + u}), reals(DType::float64, {4})}, wide};
  const std::optional<ExactError> error = exact_error(got, sound, exact);
  REQUIRE(error);
  CHECK(error->scaled == 0.5);
  CHECK(error->sound == Approx(u));
  CHECK(exact_error(Sequence{type, {got}}, Sequence{type, {sound}}, Sequence{wide, {exact}})
            .value()
            .scaled == 0.5);
  CHECK_FALSE(exact_error(Sequence{type, {got}}, Sequence{type, {sound}}, Sequence{wide, {}}));
}

// 0.1 as float32 is not a float16.
TEST_CASE("a Cast to a narrower float does not round the exact result") {
  const BoundModel model = SmallModel(13)
                               .input("x", floats({0}))
                               .node("Cast", {"x"}, {"h"})
                               .set("to", int64_t(DType::float16))
                               .node("Cast", {"h"}, {"y"})
                               .set("to", int64_t(DType::float32))
                               .output("y")
                               .model();
  const float x = 0.1F;
  CHECK(exactly(model, {{"x", floats({x})}})(0) == double{x});
}

TEST_CASE("nodes without a float64 form are named and evaluated in a type that they have") {
  const BoundModel model = SmallModel(13)
                               .input("a", floats({1}))
                               .input("b", floats({1}))
                               .initializer("scale", scalar(DType::float32, 0.5))
                               .node("Add", {"a", "b"}, {"s"})
                               .node("QuantizeLinear", {"s", "scale"}, {"q"})
                               .node("DequantizeLinear", {"q", "scale"}, {"d"})
                               .node("Add", {"d", "b"}, {"y"})
                               .output("y")
                               .model();
  const ExactOutputs exact = evaluate_exactly(model, cancelling_inputs);
  CHECK(exact.outputs.at(0).tensor().as<double>()(0) == 1 + 1.5 * u);
  CHECK(exact.rounded == std::vector<std::string>{"QuantizeLinear-13 (output 'q')",
                                                  "DequantizeLinear-13 (output 'd')"});
}

// "If stash_type is 1, this operator casts all input variables to 32-bit float", where 1 and
// 1 + 2^-30 are the same. Exact: ±2^-31 / √(2^-62 + epsilon).
TEST_CASE("the exact result does not round to a stash type") {
  const Tensor x = reals(DType::float64, {1, 1 + 0x1p-30});
  const BoundModel model = SmallModel(17)
                               .input("x", x)
                               .initializer("scale", reals(DType::float64, {1, 1}))
                               .node("LayerNormalization", {"x", "scale"}, {"y"})
                               .output("y", DType::float64)
                               .model();
  CHECK(evaluate(model, {{"x", x}}).at(0).tensor().as<double>()(1) == 0);
  CHECK(exactly(model, {{"x", x}})(1) ==
        Approx(0x1p-31 / std::sqrt(0x1p-62 + double{1e-5F})).epsilon(1e-9));
}

TEST_CASE("sequences that begin empty hold the exact tensors") {
  const BoundModel model = SmallModel(13)
                               .input("a", floats({1}))
                               .input("b", floats({1}))
                               .node("Add", {"a", "b"}, {"s"})
                               .node("SequenceEmpty", {}, {"none"})
                               .set("dtype", int64_t(DType::float32))
                               .node("SequenceInsert", {"none", "s"}, {"one"})
                               .node("ConcatFromSequence", {"one"}, {"y"})
                               .set("axis", int64_t{0})
                               .output("y")
                               .model();
  CHECK(exactly(model, cancelling_inputs)(0) == 1 + 1.5 * u);
}

void add_body_node(onnx::GraphProto& body, const char* op_type,
                   const std::vector<std::string>& inputs, const char* output) {
  onnx::NodeProto& node = *body.add_node();
  node.set_op_type(op_type);
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(output);
}

// The body adds b, a value of the outer graph, to v.
onnx::GraphProto adding_body() {
  onnx::GraphProto body;
  body.set_name("body");
  for (const char* name : {"i", "more", "v"}) body.add_input()->set_name(name);
  add_body_node(body, "Identity", {"more"}, "again");
  add_body_node(body, "Add", {"v", "b"}, "sum");
  for (const char* name : {"again", "sum"}) body.add_output()->set_name(name);
  return body;
}

// Ten times 1 + 2^-25, which float32 rounds to 1 each time.
TEST_CASE("graphs inside nodes are evaluated exactly") {
  SmallModel small(13);
  small.input("a", floats({1}))
      .input("b", floats({1}))
      .initializer("n", scalar(DType::int64, int64_t{10}));
  small.node("Loop", {"n", "", "a"}, {"y"}).output("y");
  onnx::AttributeProto& attribute =
      *small.proto().mutable_graph()->mutable_node(0)->add_attribute();
  attribute.set_name("body");
  attribute.set_type(onnx::AttributeProto::GRAPH);
  *attribute.mutable_g() = adding_body();
  const Bindings inputs = {{"a", floats({1})}, {"b", floats({0x1p-25})}};
  CHECK(evaluate(small.model(), inputs).at(0).tensor().as<double>()(0) == 1);
  const ExactOutputs exact = evaluate_exactly(small.model(), inputs);
  CHECK(exact.outputs.at(0).tensor().as<double>()(0) == 1 + 10 * 0x1p-25);
  CHECK(exact.rounded.empty());
}

TEST_CASE("functions of the model are evaluated exactly") {
  SmallModel small(13);
  small.input("a", floats({1})).input("b", floats({1})).node("Twice", {"a", "b"}, {"y"});
  small.output("y");
  small.proto().mutable_graph()->mutable_node(0)->set_domain("own");
  onnx::OperatorSetIdProto& imported = *small.proto().add_opset_import();
  imported.set_domain("own");
  imported.set_version(1);
  onnx::FunctionProto& function = *small.proto().add_functions();
  function.set_domain("own");
  function.set_name("Twice");
  function.add_opset_import()->set_version(13);
  for (const char* name : {"v", "w"}) function.add_input(name);
  function.add_output("sum");
  onnx::GraphProto nodes;
  add_body_node(nodes, "Add", {"v", "w"}, "part");
  add_body_node(nodes, "Add", {"part", "w"}, "sum");
  *function.mutable_node() = nodes.node();
  CHECK(exactly(small.model(), {{"a", floats({1})}, {"b", floats({0x1p-25})}})(0) ==
        1 + 2 * 0x1p-25);
}

TEST_CASE("a node that reads the bits of a float has no exact result and the report says why") {
  const BoundModel model = SmallModel(26)
                               .input("a", floats({1}))
                               .node("BitCast", {"a"}, {"bits"})
                               .set("to", int64_t(DType::int32))
                               .node("Cast", {"bits"}, {"y"})
                               .set("to", int64_t(DType::float32))
                               .output("y")
                               .model();
  const auto reports = checked(model, {{"a", floats({1})}}, {floats({5})});
  CHECK_FALSE(reports.at(0).exact);
  CHECK(has(report_text(reports[0]),
            "  exact       not known: BitCast-26 (output 'bits'): the result depends on the bits "
            "of a float\n"));
}

// A runtime that always gives these outputs.
class Constantly : public Runtime {
 public:
  Constantly(Tensor output, double timeout) : timeout_(timeout) {
    answer_.outputs.push_back(std::move(output));
  }
  RuntimeAnswer run(const std::filesystem::path&, const Model&, const Bindings&,
                    const StoredInputs&, std::optional<double>) override {
    return answer_;
  }
  RuntimeAnswer run(const std::string&, const Model&, const Bindings&,
                    std::optional<double>) override {
    return answer_;
  }
  double timeout() const override { return timeout_; }

 private:
  RuntimeAnswer answer_;
  double timeout_;
};

// Of the case [1, 2] + [10, 20].
CaseResult judged(const std::vector<double>& sum, double timeout = 60) {
  const TemporaryFolder folder;
  test::write_add_folder(folder.path() / "case", {11, 22});
  Constantly runtime(floats(sum), timeout);
  JudgeOptions options;
  options.backend = &runtime;
  return judge(discover(folder.path() / "case").at(0), options);
}

TEST_CASE("a case of a backend has its distance from the exact result and keeps it in JSON") {
  const CaseResult passed = judged({11, 22 + 0x1p-19});
  CHECK(passed.status == Status::pass);
  REQUIRE(passed.exact);
  CHECK(passed.exact->scaled == 0x1p-19 / 22);
  CHECK(passed.message.empty());
  const CaseResult failed = judged({11, 23});
  CHECK(failed.status == Status::fail);
  CHECK(test::ends(failed.message,
                   "; 0.045 of the largest value; Etalon's own float32 evaluation 0"));
  const CaseResult wild = judged({11, inf});
  const CaseResult read = result_from_json(json::parse(to_json(wild).dump()));
  REQUIRE(read.exact);
  CHECK(read.exact->scaled == inf);
  CHECK(to_json(*read.exact) == to_json(*wild.exact));
}

TEST_CASE("reports have the distance of each case and name the pass that is furthest off") {
  CaseResult near, far;
  near.name = "near";
  near.exact = ExactError{2 * u, u, DType::float32, {}};
  far.name = "far";
  far.exact = ExactError{u, u / 4, DType::float32, {"Cast-1 (output 'c')"}};
  RunReport report;
  report.results = {near, far};
  CHECK(has(text_report(report),
            "Furthest from the exact result, of the passes: 6e-08 of the largest value; Etalon's "
            "own float32 evaluation 1.5e-08 (/far)\n"));
  const json cases = json::parse(json_report(report)).at("cases");
  CHECK(cases.at(0).at("exact").at("factor") == 2.0);
  CHECK(cases.at(1).at("exact").at("rounded").at(0) == "Cast-1 (output 'c')");
}

TEST_CASE("identical outputs and a case without time; have no distance") {
  CHECK_FALSE(judged({11, 22}).exact);
  CHECK_FALSE(to_json(judged({11, 22})).contains("exact"));
  const CaseResult late = judged({11, 22 + 0x1p-19}, 1e-9);
  CHECK(late.status == Status::pass);
  CHECK_FALSE(late.exact);
}

}  // namespace
}  // namespace etalon::exact_test
