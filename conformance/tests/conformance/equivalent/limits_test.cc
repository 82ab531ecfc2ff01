// What a comparison of models says when a limit ends it or one of its pieces; exit codes; lengths
// against what the models declare.

#include "conformance/common/paths.h"
#include "conformance/common/usage_error.h"
#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/fail_on.h"
#include "conformance/equivalent/lengths.h"
#include "conformance/equivalent/texts.h"
#include "conformance/generate/case_files.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/file.h"
#include "engine/values/json.h"

namespace etalon::test::equivalent_limits_test {
namespace {

using equivalent::Equivalence;
using equivalent::EquivalenceRequest;
using equivalent::Subject;

constexpr int mismatch = 1, usage = 2, stopped = 124;

Equivalence compared(const SmallModel& before, const SmallModel& after,
                     const EquivalenceRequest& request = {}) {
  return equivalence(Subject(before.bytes()), Subject(after.bytes()), request);
}

// r = Relu(x) and p, Softmax of x: by its operator, or written.
SmallModel relu_and_softmax(bool written) {
  SmallModel model(17);
  model.input("x", floats({1, 2, 4})).node("Relu", {"x"}, {"r"});
  if (written) {
    model.node("ReduceMax", {"x"}, {"m"}).node("Sub", {"x", "m"}, {"d"}).node("Exp", {"d"}, {"e"});
    model.node("ReduceSum", {"e"}, {"s"}).node("Div", {"e", "s"}, {"p"});
  } else {
    model.node("Softmax", {"x"}, {"p"});
  }
  return model.output("r").output("p");
}

// Both as files; `words` follow them.
struct Files {
  TemporaryFolder folder;
  Files(const SmallModel& before, const SmallModel& after) {
    write_file(name("before"), before.bytes());
    write_file(name("after"), after.bytes());
  }
  std::string name(const std::string& stem) const {
    return (folder.path() / (stem + ".onnx")).string();
  }
  Outcome compare(std::vector<std::string> words) const {
    words.insert(words.begin(), {"equivalent", name("before"), name("after")});
    return etalon_command(words);
  }
};

// x, or x up to `most`; an operator of x and a constant.
SmallModel unary(const char* op_type) {
  return SmallModel(17).input("x", floats({1, 2, 3})).node(op_type, {"x"}, {"y"}).output("y");
}
SmallModel binary(const char* op_type, double constant) {
  SmallModel model(17);
  model.input("x", floats({1, 2, 3})).initializer("k", floats({constant}));
  return model.node(op_type, {"x", "k"}, {"y"}).output("y");
}
// x − x, and x · 0: −0 for x below 0.
SmallModel zero_of(bool product) {
  if (product) return binary("Mul", 0);
  return SmallModel(17).input("x", floats({1, 2, 3})).node("Sub", {"x", "x"}, {"y"}).output("y");
}

}  // namespace

TEST_CASE("A limit before the first comparison leaves the outputs not shown", "[equivalent]") {
  EquivalenceRequest request;
  request.evaluation.limits.max_steps = 1;
  const Equivalence found = compared(relu_and_softmax(false), relu_and_softmax(true), request);
  CHECK(found.inputs == 0);
  CHECK(has(found.stopped, "more than 1 steps"));
  CHECK(found.worst().verdict.grade == Grade::unknown);
  CHECK(equivalent::failures(found, equivalent::usual_failures()).empty());
  CHECK(has(equivalence_text(found), "not finished: input 1 of 16"));
  const Files files(relu_and_softmax(false), relu_and_softmax(true));
  const Outcome outcome = files.compare({"--max-steps", "1", "--format", "json"});
  CHECK(outcome.code == stopped);
  const auto document = nlohmann::json::parse(outcome.out);
  CHECK(document.at("pass") == false);
  CHECK(document.at("verdict") == "not_shown");
  CHECK(has(document.at("stopped").get<std::string>(), "more than 1 steps"));
}

TEST_CASE("A model that does not fit the memory ends with 124 and a document", "[equivalent]") {
  const Files files(unary("Relu"), unary("Relu"));
  const Outcome outcome = files.compare({"--max-memory", "1KB", "--format", "json"});
  CHECK(outcome.code == stopped);
  CHECK(nlohmann::json::parse(outcome.out).contains("stopped"));
}

TEST_CASE("A piece that takes too long does not end the comparison", "[equivalent]") {
  EquivalenceRequest request;
  request.judging.seconds = 1e-9;
  const Equivalence found = compared(relu_and_softmax(false), relu_and_softmax(true), request);
  CHECK(found.stopped.empty());
  CHECK(found.inputs > 16);
  CHECK(word_of(found.outputs.at(0).judged) == "identical");
  const equivalent::Judged& late = found.outputs.at(1).judged;
  CHECK(late.verdict.grade == Grade::unknown);
  CHECK(has(late.verdict.reason, "it is not judged"));
  request.judging.seconds = 30;
  CHECK(agrees(compared(relu_and_softmax(false), relu_and_softmax(true), request).worst()));
}

TEST_CASE("Verdicts that fail are chosen by words", "[equivalent]") {
  CHECK(equivalent::fail_on({"not-shown", "special"}) ==
        equivalent::FailOn{"not_shown", "special"});
  CHECK_THROWS_AS(equivalent::fail_on({"loud"}), UsageError);
  SmallModel less(17);  // x − 0 · x: x, but for ∞, NaN and −0
  less.input("x", floats({1, 2, 3})).initializer("0", floats({0})).node("Mul", {"x", "0"}, {"z"});
  const Files infinite(unary("Identity"), less.node("Sub", {"x", "z"}, {"y"}).output("y"));
  CHECK(infinite.compare({}).code == mismatch);
  const Outcome usual = infinite.compare({"--fail-on", "different,not-shown", "--format", "json"});
  CHECK(usual.code == 0);
  CHECK(nlohmann::json::parse(usual.out).at("pass") == true);
  const Files softmax(relu_and_softmax(false), relu_and_softmax(true));
  CHECK(softmax.compare({}).code == 0);
  CHECK(softmax.compare({"--fail-on", "equal-up-to-rounding,exactly-equal"}).code == mismatch);
  check_fails({"equivalent", infinite.name("before"), infinite.name("after"), "--fail-on", "bad"},
              usage, "--fail-on bad: a verdict is one of different, not-shown");
}

TEST_CASE("Differences of the sign of zeros are ignored if asked for", "[equivalent]") {
  CHECK(word_of(compared(zero_of(false), zero_of(true)).worst()) == "different");
  EquivalenceRequest request;
  request.judging.signed_zeros = false;
  const Equivalence found = compared(zero_of(false), zero_of(true), request);
  CHECK(word_of(found.worst()) == "exactly equal");
  CHECK(has(sentence(found.outputs.at(0).judged), "zeros have the other sign, which is ignored"));
  CHECK(word_of(compared(zero_of(false), binary("Mul", 1), request).worst()) == "different");
}

TEST_CASE("Findings are printed as annotations", "[equivalent]") {
  const Files files(unary("Relu"), unary("Neg"));
  const Outcome outcome = files.compare({"--annotations", "github"});
  CHECK(outcome.code == mismatch);
  CHECK(has(outcome.out, "::error title=output 'y'::different (wrong)"));
  const Files equal(unary("Relu"), unary("Relu"));
  CHECK(!has(equal.compare({"--annotations", "github"}).out, "::error"));
}

TEST_CASE("Several sets of inputs are compared", "[equivalent]") {
  const Files files(unary("Identity"), binary("Min", 1000));
  CaseFiles sets;
  sets.model = unary("Identity").bytes();
  sets.sets = {{{{"x", floats({1, 2, 3})}}, {}}, {{{"x", floats({1, 2001, 3})}}, {}}};
  write_case(files.folder.path() / "case", sets);
  const std::string first = (files.folder.path() / "case/test_data_set_0").string();
  const std::string second = (files.folder.path() / "case/test_data_set_1").string();
  CHECK(files.compare({"--count", "0", "--inputs", first}).code == 0);
  const Outcome both = files.compare({"--count", "0", "--inputs", first, "--inputs", second});
  CHECK(both.code == mismatch);
  CHECK(has(both.out, "on given input 2"));
}

TEST_CASE("Lengths may contradict what is declared", "[equivalent]") {
  const auto rows = [](const std::string& length) {
    SmallModel model(17);
    model.input("x", floats({1, 2, 3, 4, 5, 6, 7, 8})).node("Relu", {"x"}, {"y"}).output("y");
    auto& dims = *model.proto()
                      .mutable_graph()
                      ->mutable_input(0)
                      ->mutable_type()
                      ->mutable_tensor_type()
                      ->mutable_shape();
    if (length == "N") dims.mutable_dim(0)->set_dim_param(length);
    return model.bytes();
  };
  Subject eight(rows("8")), other(rows("8")), any(rows("N"));
  Dimensions dimensions = {{"x[0]", 5}};
  const auto warnings = equivalent::declare_lengths(eight, other, dimensions);
  CHECK(dimensions.empty());
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0] == "warning: BEFORE declares 8 for axis 0 of input 'x'; --dim takes 5");
  const Equivalence found = equivalence(eight, other, {});
  CHECK(found.refused == 0);
  CHECK(word_of(found.worst()) == "identical");
  Subject fixed(rows("8"));
  Dimensions symbols = {{"N", 5}};
  CHECK(equivalent::declare_lengths(any, fixed, symbols).size() == 1);
  CHECK(symbols.size() == 1);
  Dimensions wrong = {{"x[1]", 5}};
  CHECK_THROWS_AS(equivalent::declare_lengths(any, fixed, wrong), UsageError);
}

TEST_CASE("A batch that became fixed stays a difference where --dim takes another",
          "[equivalent]") {
  const auto rows = [](bool any) {
    SmallModel model = unary("Relu");
    auto& type = *model.proto().mutable_graph()->mutable_input(0)->mutable_type();
    if (any) {
      type.mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_param("N");
    }
    return model;
  };
  const Files files(rows(true), rows(false));
  const Outcome outcome = files.compare({"--dim", "N=5"});
  CHECK(outcome.code == mismatch);
  CHECK(outcome.out.starts_with(
      "different: axis 0 of input 'x' has to be 3 in AFTER, any N in BEFORE; otherwise identical"));
  CHECK(has(outcome.out, "warning: AFTER declares 3 for axis 0 of input 'x'; --dim takes 5"));
}

namespace {

SmallModel of_bytes(const char* op_type) {
  SmallModel model(17);
  model.input("a", Tensor::of(DType::uint8, Naturals{1, 2, 3}));
  model.input("b", Tensor::of(DType::uint8, Naturals{1, 2, 3}));
  if (std::string(op_type) == "Max") {
    model.node("Max", {"a", "b"}, {"m"}).node("Sub", {"m", "b"}, {"y"});
  } else {
    model.node(op_type, {"a", "b"}, {"y"});
  }
  return model.output("y", DType::uint8);
}

}  // namespace

TEST_CASE("Integers that wrap in one model alone are different", "[equivalent]") {
  // a − b wraps or saturates where a < b; max(a, b) − b is 0 there by either reading.
  CHECK(word_of(compared(of_bytes("Sub"), of_bytes("Max")).worst()) == "different");
  CHECK(word_of(compared(of_bytes("Max"), of_bytes("Sub")).worst()) == "different");
  CHECK(word_of(compared(of_bytes("Sub"), of_bytes("Sub")).worst()) == "identical");
}

TEST_CASE("A division by zero that BEFORE avoids is not shown", "[equivalent]") {
  // 7 where b = 0; of a / 0 the text says nothing.
  const auto quotient = [](bool avoids) {
    SmallModel model(17);
    const Tensor some = vector_of({4, 6});
    model.input("a", some).input("b", some);
    if (!avoids) return model.node("Div", {"a", "b"}, {"y"}).output("y", DType::int64);
    model.initializer("0", vector_of({0})).initializer("1", vector_of({1}));
    model.initializer("7", vector_of({7})).node("Equal", {"b", "0"}, {"c"});
    model.node("Where", {"c", "1", "b"}, {"m"}).node("Div", {"a", "m"}, {"d"});
    return model.node("Where", {"c", "7", "d"}, {"y"}).output("y", DType::int64);
  };
  EquivalenceRequest request;
  request.drawn = 0;
  request.given = {{{"a", vector_of({4, 6})}, {"b", vector_of({0, 3})}}};
  CHECK(word_of(compared(quotient(true), quotient(false), request).worst()) == "not shown");
}

TEST_CASE("An integer is steered to both sides of a comparison", "[equivalent]") {
  // x + 3 against a great number.
  SmallModel model(17);
  model.input("x", vector_of({4, 6})).initializer("3", vector_of({3}));
  model.node("Add", {"x", "3"}, {"s"});
  model.node("Cast", {"s"}, {"f"}).set("to", int64_t{1}).initializer("great", floats({0x1p40}));
  model.node("Max", {"f", "great"}, {"y"}).output("y");
  CHECK(word_of(compared(model, model).worst()) == "identical");
}

TEST_CASE("An If that took one branch only is named in the first line", "[equivalent]") {
  // x · x is never below 0.
  SmallModel model(17);
  model.input("x", floats({3}).reshaped({})).initializer("0", floats({0}).reshaped({}));
  model.node("Mul", {"x", "x"}, {"s"}).node("Less", {"s", "0"}, {"c"}).node("If", {"c"}, {"y"});
  onnx::NodeProto& node = *model.proto().mutable_graph()->mutable_node(2);
  node.set_name("cache");
  for (const char* name : {"then_branch", "else_branch"}) {
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(onnx::AttributeProto::GRAPH);
    onnx::GraphProto& graph = *attribute.mutable_g();
    graph.set_name(name);
    onnx::NodeProto& inner = *graph.add_node();
    inner.set_op_type("Neg");
    inner.add_input("x");
    inner.add_output("r");
    graph.add_output()->set_name("r");
  }
  model.output("y");
  const Equivalence found = compared(model, model);
  CHECK(found.one_sided == std::vector<std::string>{"If-16 'cache' took one branch only"});
  CHECK(equivalence_text(found).find("; If-16 'cache' took one branch only\n") !=
        std::string::npos);
}

TEST_CASE("Lengths and sides in formulas are part of what is reached", "[equivalent]") {
  SmallModel model = unary("Relu");
  auto& type = *model.proto().mutable_graph()->mutable_input(0)->mutable_type();
  type.mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_param("N");
  const Equivalence found = compared(model, model);
  REQUIRE(found.lengths.size() == 1);
  CHECK(found.lengths[0].starts_with("N = 0, 1, 2, 3, 4, 5, 7, 8"));
  CHECK(found.sides >= 15 + 3);  // lengths; less than, equal to and greater than 0
  CHECK(found.unreached.empty());
}

TEST_CASE("Inputs are steered at the side of a comparison that none reached", "[equivalent]") {
  // 3 x is 12,345 where x is 4,115, which no constant tells.
  const auto model = [](bool compares) {
    SmallModel one(17);
    one.input("x", floats({1}));
    if (!compares) return one.node("Identity", {"x"}, {"y"}).output("y");
    one.initializer("three", floats({3})).initializer("that", floats({12345}));
    one.initializer("seven", floats({7})).node("Mul", {"x", "three"}, {"p"});
    one.node("Equal", {"p", "that"}, {"c"}).node("Where", {"c", "seven", "x"}, {"y"});
    return one.output("y");
  };
  EquivalenceRequest request;
  request.drawn = 1;
  const Equivalence found = compared(model(true), model(false), request);
  CHECK(word_of(found.worst()) == "different");
  CHECK(found.outputs.at(0).input == "values steered to where Equal-13 (output 'c') is true");
}

TEST_CASE("No defined value where BEFORE has one is not shown", "[equivalent]") {
  // Two updates of one element: their sum, or the last one, of which the text does not say which.
  const auto scattered = [](bool adds) {
    SmallModel model(16);
    model.input("x", floats({1, 2, 3, 4})).input("i", vector_of({0, 0})).input("v", floats({5, 6}));
    if (adds) {
      model.node("ScatterElements", {"x", "i", "v"}, {"y"}).set("reduction", "add");
    } else {
      model.node("GatherElements", {"x", "i"}, {"g"}).node("Add", {"g", "v"}, {"s"});
      model.node("ScatterElements", {"x", "i", "s"}, {"y"});
    }
    return model.output("y");
  };
  EquivalenceRequest request;
  request.drawn = 0;
  request.given = {{{"x", floats({1, 2, 3, 4})}, {"i", vector_of({2, 2})}, {"v", floats({5, 6})}}};
  const Equivalence found = compared(scattered(true), scattered(false), request);
  CHECK(found.worst().verdict.grade == Grade::unknown);
  CHECK(has(found.worst().verdict.reason, "AFTER has no defined value where BEFORE has"));
}

TEST_CASE("What is near a value by chance does not take its place", "[equivalent]") {
  // Relu(x) + 1.5 (e^min(x, 0) − 1): the second term is near Elu(x), but 0 where x > 0.
  const Tensor x = floats({0, 0x1p-22, -1});
  SmallModel before(17), after(17);
  before.input("x", x).node("Elu", {"x"}, {"y"}).set("alpha", 1.5).output("y");
  after.input("x", x).initializer("zero", floats({0})).initializer("one", floats({1}));
  after.initializer("k", floats({1.5})).node("Relu", {"x"}, {"r"});
  after.node("Min", {"x", "zero"}, {"n"})
      .node("Exp", {"n"}, {"e"})
      .node("Sub", {"e", "one"}, {"m"});
  after.node("Mul", {"m", "k"}, {"s"}).node("Add", {"r", "s"}, {"y"}).output("y");
  EquivalenceRequest request;
  request.drawn = 0;
  request.given = {{{"x", x}}};
  const Equivalence found = compared(before, after, request);
  INFO(equivalence_text(found));
  CHECK(agrees(found.worst()));
}

}  // namespace etalon::test::equivalent_limits_test
