// The wrong node inside of an If, Loop, Scan or SequenceMap, or of a function.
#include "conformance/bisect/descent.h"

#include <cmath>

#include "conformance/bisect/bisect_text.h"
#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/conformance/wrong_backend.h"
#include "conformance/tests/text.h"
#include "engine/interpreter/substitute.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"

namespace etalon::descent_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::floats;
using test::has;
using test::SmallModel;
using test::wrong_backend;
using Outcome = Bisection::Outcome;

bool is_of(const Value& value, double element) {
  return value.is_tensor() && value.tensor().dtype() == DType::float32 &&
         value.tensor().as<double>().data()[0] == element;
}

// The least float32 that is not below the product, which double has exactly.
double next_up(double product) {
  const auto nearest = static_cast<float>(product);
  return nearest < product ? std::nextafter(nearest, HUGE_VALF) : nearest;
}

Tensor rounded_up(const Values& factors) {
  Reals product = factors.at(0).tensor().as<double>() * factors.at(1).tensor().as<double>();
  for (double& element : product) element = next_up(element);
  return Tensor::of(DType::float32, product);
}

// Etalon, with 1 added to the first output of the nodes of this name for which `when` holds.
class Planted : public Runtime {
 public:
  using When = std::function<bool(const Values& inputs)>;
  Planted(std::string name, When when) : name_(std::move(name)), when_(std::move(when)) {}

  RuntimeAnswer run(const fs::path& file, const Model& model, const Bindings& inputs,
                    const StoredInputs&, std::optional<double> limit) override {
    return run(file_text(file.string()), model, inputs, limit);
  }
  RuntimeAnswer run(const std::string& bytes, const Model&, const Bindings& inputs,
                    std::optional<double>) override {
    if (inputs.contains("a")) begins.push_back(inputs.at("a").tensor().as<double>().data()[0]);
    calls_ = 0;
    const SubstituteScope scope([&](const Node& node, const Values& given, const Ordinary& plain) {
      Values outputs = plain(node, given);
      if (rounds_up && node.name == "scale") outputs[0] = rounded_up(given);
      if (node.name == name_ && calls_++ >= skipped && when_(given)) {
        const Tensor right = outputs[0].tensor();
        outputs[0] = Tensor::of(right.dtype(), Array<double>(right.as<double>() + 1.0));
      }
      return outputs;
    });
    RuntimeAnswer answer;
    answer.outputs = evaluate(parse_model(bytes), inputs);
    return answer;
  }
  double timeout() const override { return 60; }

  size_t skipped = 0;          // calls in each run that are right
  bool rounds_up = false;      // the products of the node "scale"
  std::vector<double> begins;  // what the runs of bodies are given for a: the first elements

 private:
  const std::string name_;
  const When when_;
  size_t calls_ = 0;
};

const Planted::When always = [](const Values&) { return true; };
// The second input's elements, which is the iteration where a body adds that.
Planted::When second_is(double element) {
  return [=](const Values& inputs) { return is_of(inputs.at(1), element); };
}

SmallModel& named(SmallModel& model, const std::string& name) {
  onnx::GraphProto& graph = *model.proto().mutable_graph();
  graph.mutable_node(graph.node_size() - 1)->set_name(name);
  return model;
}

// Gives the last node this graph.
SmallModel& hold(SmallModel& model, const std::string& name, SmallModel body) {
  onnx::GraphProto& graph = *model.proto().mutable_graph();
  onnx::AttributeProto& attribute = *graph.mutable_node(graph.node_size() - 1)->add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::GRAPH);
  *attribute.mutable_g() = body.proto().graph();
  return model;
}

Tensor of_bool(bool value) { return Tensor::of(DType::boolean, scalar_array(value)); }
Tensor of_int(int64_t value) { return Tensor::of(DType::int64, scalar_array(value)); }

// a ← (a + i)·w, with w from outside; each sum is given, too.
SmallModel loop_body() {
  SmallModel body(16);
  body.input("i", of_int(0)).input("go", of_bool(true)).input("a", floats({0, 0}));
  body.node("Cast", {"i"}, {"f"}).set("to", int64_t{1});
  named(body.node("Add", {"a", "f"}, {"s"}), "add");
  named(body.node("Mul", {"s", "w"}, {"next"}), "scale");
  body.node("Identity", {"go"}, {"on"});
  return body.output("on", DType::boolean).output("next").output("s");
}

void add_loop(SmallModel& model, const std::string& initial) {
  named(model.node("Loop", {"M", "", initial}, {"last", "sums"}), "loop");
  hold(model, "body", loop_body());
}

// y = |Loop(−x)|, five iterations, w = 0.5.
SmallModel loop_model() {
  SmallModel small(16);
  small.input("x", floats({1, 2})).initializer("M", of_int(5)).input("h", floats({1}));
  small.node("Mul", {"h", "h"}, {"w"}).node("Neg", {"x"}, {"n"});
  add_loop(small, "n");
  small.node("Abs", {"last"}, {"y"});
  return small.output("y").output("sums");
}
// w = h²
const Bindings loop_inputs = {{"x", floats({1, 2})}, {"h", floats({1})}};

Bisection bisected(SmallModel small, const Bindings& inputs, Runtime& runtime,
                   const std::function<void(const std::string&)>& on_progress = {}) {
  BisectRequest request;
  request.inputs = inputs;
  request.on_progress = on_progress;
  return bisect(request, small.bytes(), runtime);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// By hand, with w = 1: a is −1, −2; −1, −2; 0, −1; 2, 1; and at iteration 3 the sum 5, 4.
TEST_CASE("bisect descends into a Loop: the first iteration with wrong values and its node") {
  Planted runtime("add", second_is(3));
  std::set<std::string> announced;
  const Bisection found = bisected(loop_model(), loop_inputs, runtime,
                                   [&](const std::string& work) { announced.insert(work); });
  CHECK(found.outcome == Outcome::found);
  REQUIRE(found.fault);
  const NodeFault& fault = *found.fault;
  CHECK(whole_label(fault) == "Loop-16 'loop', iteration 3, body node Add-14 'add'");
  CHECK(conclusion_text(found) ==
        "Loop-16 'loop', iteration 3, body node Add-14 'add', is wrong in its body and when run "
        "alone\n");
  CHECK(fault.confirmed);
  CHECK(fault.position == 1);
  REQUIRE(fault.model.inputs.size() == 2);
  CHECK(identical(fault.model.inputs[0].second.tensor(), floats({2, 1})));
  REQUIRE(fault.model.outputs.size() == 1);
  CHECK(identical(fault.model.outputs[0].second.tensor(), floats({5, 4})));
  CHECK(announced.contains(
      "Loop-16 'loop', the body of iteration 3: node 2 of 4, Add-14 'add', alone"));
  const json inside = bisection_json(found).at("fault").at("inside");
  CHECK(inside == json::parse(R"([{"node": "Loop-16 'loop'", "position": 2, "body": "body",
                                   "iteration": 3}])"));
}

// a ← min(a + i, 1), from 5 and 6: whatever a sum above 1 is, the loop gives 1.
TEST_CASE("bisect searches a body with a wrong node whose loop gives the right outputs") {
  SmallModel body(16);
  body.input("i", of_int(0)).input("go", of_bool(true)).input("a", floats({0, 0}));
  body.node("Cast", {"i"}, {"f"}).set("to", int64_t{1});
  named(body.node("Add", {"a", "f"}, {"s"}), "add");
  body.node("Min", {"s", "one"}, {"next"}).node("Identity", {"go"}, {"on"});
  body.output("on", DType::boolean).output("next");
  SmallModel small(16);
  small.input("x", floats({5, 6})).initializer("M", of_int(3)).initializer("one", floats({1}));
  named(small.node("Loop", {"M", "", "x"}, {"y"}), "loop");
  hold(small, "body", body).output("y");
  const Bindings inputs = {{"x", floats({5, 6})}};
  Planted runtime("add", always);
  const Bisection found = bisected(small, inputs, runtime);
  CHECK(found.outcome == Outcome::found);
  REQUIRE(found.outputs.size() == 1);
  CHECK(found.outputs[0].passes());
  REQUIRE(found.fault);
  const std::string label = "Loop-16 'loop', iteration 0, body node Add-14 'add'";
  CHECK(whole_label(*found.fault) == label);
  CHECK(headline_text(found) == "fails (wrong): 1 of 4 nodes, on the runtime's own values, first " +
                                    label + "; the outputs pass");
  CHECK(identical(found.fault->model.outputs.at(0).second.tensor(), floats({5, 6})));
  Planted right("nothing", always);
  CHECK(bisected(small, inputs, right).outcome == Outcome::right);
}

// A runtime that rounds products up is right.
TEST_CASE("bisect: the values that an iteration begins with are the runtime's own") {
  const auto h = 1.1f;
  const double w = static_cast<float>(static_cast<double>(h) * h);
  const double product = -h * w;
  REQUIRE(next_up(product) != static_cast<float>(product));
  Planted runtime("add", second_is(3));
  runtime.rounds_up = true;
  const Bisection found =
      bisected(loop_model(), {{"x", floats({h, 2})}, {"h", floats({h})}}, runtime);
  REQUIRE(found.fault);
  CHECK(whole_label(*found.fault) == "Loop-16 'loop', iteration 3, body node Add-14 'add'");
  REQUIRE(runtime.begins.size() > 1);
  CHECK(runtime.begins[0] == -h);
  CHECK(runtime.begins[1] == next_up(product));
}

TEST_CASE("bisect: where only a loop's own control is wrong; no node of its body is") {
  Planted control("loop", always);
  const Bisection found = bisected(loop_model(), loop_inputs, control);
  CHECK(found.outcome == Outcome::found);
  REQUIRE(found.fault);
  CHECK(whole_label(*found.fault) == "Loop-16 'loop'");
  CHECK(found.fault->inside.empty());
  CHECK(found.fault->bodies ==
        "no node of the body is wrong by itself, in any of 5 iterations; nor in the loop");
  CHECK(has(bisection_text(found), "\n  no node of the body is wrong by itself, in any of 5"));
  CHECK(bisection_json(found).at("fault").at("bodies") == found.fault->bodies);
  // Right for the first three times in a run: a body alone adds once.
  Planted later("add", always);
  later.skipped = 3;
  const Bisection in_loop = bisected(loop_model(), loop_inputs, later);
  REQUIRE(in_loop.fault);
  CHECK(whole_label(*in_loop.fault) == "Loop-16 'loop'");
  CHECK(in_loop.fault->bodies ==
        "no node of the body is wrong by itself, in any of 5 iterations; in the loop, Add-14 'add' "
        "is, and iteration 3 is the first");
  Planted right("nothing", always);
  CHECK(bisected(loop_model(), loop_inputs, right).outcome == Outcome::right);
}

TEST_CASE("bisect descends into a Scan") {
  SmallModel body(16);
  body.input("a", floats({0})).input("e", floats({0}));
  named(body.node("Add", {"a", "e"}, {"s"}), "add").node("Mul", {"s", "w"}, {"t"});
  body.output("s").output("t");
  SmallModel small(16);
  const Tensor elements = floats({7, 5, 3, 1}).reshaped({4, 1});
  small.input("x", floats({1})).input("e", elements).initializer("w", floats({2}));
  named(small.node("Scan", {"x", "e"}, {"last", "all"}), "scan");
  small.set("num_scan_inputs", int64_t{1}).set("scan_input_directions", std::vector<int64_t>{1});
  hold(small, "body", body).output("last").output("all");
  Planted runtime("add", second_is(5));  // the third element from behind
  const Bisection found = bisected(small, {{"x", floats({1})}, {"e", elements}}, runtime);
  REQUIRE(found.fault);
  CHECK(whole_label(*found.fault) == "Scan-16 'scan', iteration 2, body node Add-14 'add'");
}

// y = −(c ? sinh w : cosh w), with w = 2 x.
SmallModel if_model() {
  SmallModel small(16);
  small.input("c", of_bool(true)).input("x", floats({1}));
  named(small.node("Add", {"x", "x"}, {"w"}).node("If", {"c"}, {"i"}), "choice");
  for (const char* branch : {"then", "else"}) {
    SmallModel body(16);
    const std::string own = std::string(branch) + "_y";
    body.node(branch == std::string("then") ? "Sinh" : "Cosh", {"w"}, {own + "s"});
    named(body, branch).node("Identity", {own + "s"}, {own}).output(own);
    hold(small, std::string(branch) + "_branch", body);
  }
  return small.node("Neg", {"i"}, {"y"}).output("y");
}

TEST_CASE("bisect descends into the branch that an If takes") {
  for (const bool condition : {true, false}) {
    const Bindings inputs = {{"c", of_bool(condition)}, {"x", floats({1})}};
    Planted runtime(condition ? "then" : "else", always);
    const Bisection found = bisected(if_model(), inputs, runtime);
    REQUIRE(found.fault);
    CHECK(whole_label(*found.fault) == (condition
                                            ? "If-16 'choice', then_branch node Sinh-9 'then'"
                                            : "If-16 'choice', else_branch node Cosh-9 'else'"));
    REQUIRE(found.fault->model.inputs.size() == 1);
    CHECK(identical(found.fault->model.inputs[0].second.tensor(), floats({2})));
    Planted other(condition ? "else" : "then", always);
    CHECK(bisected(if_model(), inputs, other).outcome == Outcome::right);
  }
}

TEST_CASE("bisect descends into a Loop in an If which reads values of the outermost graph") {
  SmallModel branch(16);
  add_loop(branch, "n");
  branch.output("last").output("sums");
  SmallModel other(16);
  other.node("Identity", {"n"}, {"same"}).node("Identity", {"n"}, {"same_again"});
  other.output("same").output("same_again");
  SmallModel small(16);
  small.input("x", floats({1, 2})).input("c", of_bool(true)).initializer("M", of_int(5));
  small.initializer("w", floats({1})).node("Neg", {"x"}, {"n"});
  named(small.node("If", {"c"}, {"y", "z"}), "choice");
  hold(small, "then_branch", branch);
  hold(small, "else_branch", other).output("y").output("z");
  Planted runtime("add", second_is(3));
  const Bisection found = bisected(small, {{"x", floats({1, 2})}, {"c", of_bool(true)}}, runtime);
  REQUIRE(found.fault);
  CHECK(whole_label(*found.fault) ==
        "If-16 'choice', then_branch node Loop-16 'loop', iteration 3, body node Add-14 'add'");
  CHECK(identical(found.fault->model.outputs.at(0).second.tensor(), floats({5, 4})));
}

// The elements have different shapes.
TEST_CASE("bisect descends into a SequenceMap") {
  SmallModel body(17);
  body.input("e", floats({0, 0})).input("k", floats({0, 0}));
  body.proto()
      .mutable_graph()
      ->mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->clear_shape();
  named(body.node("Mul", {"k", "e"}, {"p"}), "product").output("p");
  SmallModel small(17);
  small.input("a", floats({1, 2})).input("b", floats({3}));
  small.node("SequenceConstruct", {"a", "b"}, {"q"});
  named(small.node("SequenceMap", {"q", "a"}, {"m"}), "map");
  hold(small, "body", body).node("ConcatFromSequence", {"m"}, {"y"}).set("axis", int64_t{0});
  Planted runtime("product", second_is(3));
  const Bisection found =
      bisected(small.output("y"), {{"a", floats({1, 2})}, {"b", floats({3})}}, runtime);
  REQUIRE(found.fault);
  CHECK(whole_label(*found.fault) ==
        "SequenceMap-17 'map', iteration 1, body node Mul-14 'product'");
}

TEST_CASE("bisect descends into an If that gives a sequence which its Identity would not take") {
  SmallModel small(13);
  small.input("c", of_bool(true)).input("x", floats({1})).initializer("first", of_int(0));
  named(small.node("If", {"c"}, {"q"}), "choice");
  for (const char* branch : {"then", "else"}) {
    SmallModel body(13);
    const std::string own = std::string(branch) + "_q";
    named(body.node("Sinh", {"x"}, {own + "s"}), branch);
    body.node("SequenceConstruct", {own + "s"}, {own});
    body.proto().mutable_graph()->add_output()->set_name(own);
    hold(small, std::string(branch) + "_branch", body);
  }
  small.node("SequenceAt", {"q", "first"}, {"y"}).output("y");
  const Bindings inputs = {{"c", of_bool(true)}, {"x", floats({1})}};
  Planted runtime("then", always);
  const Bisection found = bisected(small, inputs, runtime);
  REQUIRE(found.fault);
  CHECK(whole_label(*found.fault) == "If-13 'choice', then_branch node Sinh-9 'then'");
  Planted right("nothing", always);
  CHECK(bisected(small, inputs, right).outcome == Outcome::right);
}

// f(p, absent) = leaky(p + p), whose alpha is an attribute of the call; y = |f(x)|.
SmallModel function_model() {
  SmallModel small(16);
  small.input("x", floats({-1})).node("f", {"x"}, {"c"}).node("Abs", {"c"}, {"y"}).output("y");
  onnx::ModelProto& proto = small.proto();
  proto.mutable_graph()->mutable_node(0)->set_domain("own");
  proto.mutable_graph()->mutable_node(0)->set_name("call");
  onnx::AttributeProto& alpha = *proto.mutable_graph()->mutable_node(0)->add_attribute();
  alpha.set_name("slope");
  alpha.set_type(onnx::AttributeProto::FLOAT);
  alpha.set_f(0.25f);
  proto.add_opset_import()->set_domain("own");
  proto.mutable_opset_import(1)->set_version(1);
  SmallModel body(15);
  named(body.node("Add", {"p", "p"}, {"s"}), "twice");
  named(body.node("LeakyRelu", {"s"}, {"l"}), "leaky");
  named(body.node("Clip", {"l", "low"}, {"r"}), "clip");
  onnx::AttributeProto& reference = *body.proto().mutable_graph()->mutable_node(1)->add_attribute();
  reference.set_name("alpha");
  reference.set_type(onnx::AttributeProto::FLOAT);
  reference.set_ref_attr_name("slope");
  onnx::FunctionProto& function = *proto.add_functions();
  function.set_name("f");
  function.set_domain("own");
  function.add_input("p");
  function.add_input("low");
  function.add_output("r");
  function.add_attribute("slope");
  *function.mutable_node() = body.proto().graph().node();
  *function.mutable_opset_import() = body.proto().opset_import();
  return small;
}

// leaky(−2) = −0.5
TEST_CASE("bisect descends into a function; with the call's attributes") {
  Planted runtime("leaky", always);
  const Bisection found = bisected(function_model(), {{"x", floats({-1})}}, runtime);
  REQUIRE(found.fault);
  CHECK(whole_label(*found.fault) == "own.f 'call', body node LeakyRelu-6 'leaky'");
  CHECK(identical(found.fault->model.outputs.at(0).second.tensor(), floats({-0.5})));
  CHECK(identical(evaluate(parse_model(found.fault->model.model),
                           {found.fault->model.inputs.begin(), found.fault->model.inputs.end()})
                      .at(0)
                      .tensor(),
                  floats({-0.5})));
  Planted clip("clip", always);
  const Bisection last = bisected(function_model(), {{"x", floats({-1})}}, clip);
  REQUIRE(last.fault);
  CHECK(whole_label(*last.fault) == "own.f 'call', body node Clip-13 'clip'");
}

TEST_CASE("bisect that is stopped in a body keeps the node that has it") {
  Planted runtime("add", second_is(3));
  const Bisection found =
      bisected(loop_model(), loop_inputs, runtime, [&](const std::string& work) {
        if (has(work, "iteration 1")) throw LimitExceeded("stopped by SIGINT");
      });
  CHECK(found.outcome == Outcome::found);
  REQUIRE(found.fault);
  CHECK(whole_label(*found.fault) == "Loop-16 'loop'");
  CHECK(has(found.fault->bodies, "its body is not searched further: "));
  CHECK(has(found.fault->bodies, "stopped by SIGINT"));
}

// z = 1 + 5e-8 v of the branch's value v, which makes no more than one rounding of it; and what a
// Loop of two iterations makes of x by sinh.
class Files {
 public:
  Files() {
    SmallModel choice = if_model();
    choice.initializer("tiny", floats({5e-8})).initializer("one", floats({1}));
    choice.node("Mul", {"y", "tiny"}, {"t"}).node("Sub", {"one", "t"}, {"z"});
    choice.proto().mutable_graph()->mutable_output(0)->set_name("z");
    test::write_text(path("if.onnx"), choice.bytes());
    SmallModel body(16);
    body.input("i", of_int(0)).input("go", of_bool(true)).input("a", floats({0, 0}));
    named(body.node("Sinh", {"a"}, {"s"}), "sinh").node("Identity", {"go"}, {"on"});
    body.output("on", DType::boolean).output("s");
    SmallModel loop(16);
    loop.input("x", floats({1})).initializer("M", of_int(2));
    named(loop.node("Loop", {"M", "", "x"}, {"y"}), "loop");
    test::write_text(path("loop.onnx"), hold(loop, "body", body).output("y").bytes());
    write_value(path("x.npy"), floats({0.5}), "x");
    write_value(path("c.npy"), of_bool(true), "c");
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  test::Outcome asked(const std::string& command, const std::string& model,
                      const std::string& wishes, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {
        command, path(model), "--input", "x=" + path("x.npy"), "--backend", wrong_backend(wishes)};
    if (model == "if.onnx") words.insert(words.end(), {"--input", "c=" + path("c.npy")});
    words.insert(words.end(), more.begin(), more.end());
    return etalon_command(words);
  }

 private:
  TemporaryFolder folder_;
};

// 5e-8 sinh 1 is less than half an ULP above 1, and 5e-8 cosh 1 is more than that.
TEST_CASE("bisect agrees with check about a node in a branch that is wrong while outputs pass") {
  const Files files;
  const test::Outcome check = files.asked("check", "if.onnx", "--swap Sinh=Cosh");
  const test::Outcome bisect = files.asked("bisect", "if.onnx", "--swap Sinh=Cosh");
  INFO(bisect.out << bisect.err);
  CHECK(bisect.code == exit_mismatch);
  CHECK(first_line(bisect.out) ==
        "fails (wrong): 1 of 7 nodes, on the runtime's own values, "
        "first Sinh-9 'then'; the outputs pass");
  CHECK(check.code == exit_mismatch);
  CHECK(first_line(check.out) == first_line(bisect.out));
  CHECK(has(bisect.out, "\nz: passes ("));
  CHECK(has(bisect.out,
            "\nIf-16 'choice', then_branch node Sinh-9 'then', is wrong in its body and when run "
            "alone\n"));
  const json document =
      json::parse(files.asked("bisect", "if.onnx", "--swap Sinh=Cosh", {"--format", "json"}).out);
  CHECK(document.at("outcome") == "found");
  CHECK(document.at("pass") == false);
  CHECK(document.at("headline") == first_line(bisect.out));
  CHECK(document.at("fault").at("inside").at(0).at("position") == 1);
  CHECK(document.at("fault").at("position") == 0);
}

TEST_CASE("bisect: the wrong node of a body is written as a case of its own") {
  const Files files;
  const test::Outcome outcome =
      files.asked("bisect", "loop.onnx", "--swap Sinh=Cosh", {"--output-dir", files.path("case")});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == exit_mismatch);
  CHECK(has(outcome.out,
            "\nLoop-16 'loop', iteration 0, body node Sinh-9 'sinh', is wrong in its body and when "
            "run alone\n"));
  CHECK(has(outcome.out, "the node is written as a case to " + files.path("case")));
  const BoundModel model = load_model(files.path("case/model.onnx"));
  REQUIRE(model.graph.nodes.size() == 1);
  CHECK(model.graph.nodes[0].op_type == "Sinh");
  CHECK(etalon_command({"test", files.path("case")}).code == exit_ok);
  CHECK(etalon_command({"test", files.path("case"), "--backend", wrong_backend("--swap Sinh=Cosh")})
            .code == exit_mismatch);
}

TEST_CASE("bisect: a crash or an operator that is not supported; is traced into the body") {
  const Files files;
  const test::Outcome crash = files.asked("bisect", "loop.onnx", "--crash Sinh");
  INFO(crash.out << crash.err);
  CHECK(crash.code == exit_mismatch);
  CHECK(has(crash.out,
            "Loop-16 'loop', iteration 0, body node Sinh-9 'sinh', is the first node "
            "that is wrong when run alone\n"));
  const test::Outcome unsupported = files.asked("bisect", "loop.onnx", "--unsupported Sinh");
  CHECK(unsupported.code == exit_unsupported);
  CHECK(has(unsupported.out,
            "Loop-16 'loop', iteration 0, body node Sinh-9 'sinh', is the first "
            "node that the runtime does not support\n"));
}

}  // namespace
}  // namespace etalon::descent_test
