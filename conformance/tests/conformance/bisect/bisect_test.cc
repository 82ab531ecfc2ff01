#include "conformance/bisect/bisect.h"

#include <cmath>

#include "conformance/bisect/bisect_text.h"
#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/conformance/wrong_backend.h"
#include "conformance/tests/text.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"

namespace etalon::bisect_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::floats;
using test::has;
using test::Outcome;
using test::SmallModel;
using test::wrong_backend;

// Etalon, with Cosh in place of Sinh; takes nodes in any order.
class Hyperbolic : public Runtime {
 public:
  RuntimeAnswer run(const fs::path& file, const Model& model, const Bindings& inputs,
                    const StoredInputs&, std::optional<double> timeout) override {
    return run(file_text(file.string()), model, inputs, timeout);
  }
  RuntimeAnswer run(const std::string& bytes, const Model&, const Bindings& inputs,
                    std::optional<double>) override {
    std::string wrong = bytes;
    for (size_t at = 0; (at = wrong.find("Sinh")) != std::string::npos;) {
      wrong.replace(at, 4, "Cosh");
    }
    RuntimeAnswer answer;
    answer.outputs = evaluate(parse_model(wrong, {}, {true, {}}), inputs);
    return answer;
  }
  double timeout() const override { return 60; }
};

// y = |sinh(−x)|, with its nodes in another order.
struct Unordered {
  Unordered() {
    request.model = folder.path() / "model.onnx";
    request.inputs = {{"x", floats({0.5, 1, 2})}};
    request.evaluation.lenient = true;
    SmallModel small(13);
    small.input("x", floats({0.5, 1, 2})).node("Abs", {"s"}, {"y"}).node("Sinh", {"n"}, {"s"});
    small.node("Neg", {"x"}, {"n"}).output("y");
    test::write_text(request.model, small.bytes());
  }
  Bisection bisected() {
    const BoundModel model = load_model(request.model, {}, SymbolicLinks::refused, {true, {}});
    Hyperbolic runtime;
    return bisect(request, model, runtime);
  }

  const TemporaryFolder folder;
  BisectRequest request;
};

TEST_CASE("bisect finds the wrong node of a model whose nodes are not in order") {
  const Bisection found = Unordered().bisected();
  CHECK(found.outcome == Bisection::Outcome::found);
  REQUIRE(found.fault);
  CHECK(found.fault->node == "Sinh-9 (output 's')");
}

// Etalon, with Cosh in place of Sinh; gives the Constant c, an output of int64, as int32, as it
// keeps it.
class Narrowing : public Hyperbolic {
 public:
  using Hyperbolic::run;
  RuntimeAnswer run(const std::string& bytes, const Model& model, const Bindings& inputs,
                    std::optional<double> limit) override {
    RuntimeAnswer answer = Hyperbolic::run(bytes, model, inputs, limit);
    for (size_t i = 0; i < answer.outputs.size(); ++i) {
      if (model.graph.outputs[i].name != "c") continue;
      std::vector<int64_t> shape = answer.outputs[i].tensor().ints();
      if (reversed) std::reverse(shape.begin(), shape.end());
      answer.outputs[i] = Tensor::of(DType::int32, vector_of(shape).as<int64_t>());
    }
    return answer;
  }
  bool reversed = false;
};

// y = sinh(x) in the shape c, a Constant [3, 1].
Bisection bisected_with_constant(Runtime& runtime) {
  const TemporaryFolder folder;
  BisectRequest request;
  request.model = folder.path() / "model.onnx";
  request.inputs = {{"x", floats({0.5, 1, 2})}};
  SmallModel small(13);
  small.input("x", floats({0.5, 1, 2})).node("Constant", {}, {"c"});
  small.set("value_ints", std::vector<int64_t>{3, 1});
  small.node("Sinh", {"x"}, {"s"}).node("Reshape", {"s", "c"}, {"y"}).output("y");
  test::write_text(request.model, small.bytes());
  return bisect(request, load_model(request.model), runtime);
}

TEST_CASE("a Constant that the runtime keeps in another type is not the wrong node") {
  Narrowing runtime;
  const Bisection found = bisected_with_constant(runtime);
  CHECK(found.outcome == Bisection::Outcome::found);
  REQUIRE(found.fault);
  CHECK(found.fault->node == "Sinh-9 (output 's')");
  REQUIRE(found.node_check);
  CHECK(found.node_check->count(Grade::wrong) == 1);
  runtime.reversed = true;  // other numbers, though
  const Bisection wrong = bisected_with_constant(runtime);
  REQUIRE(wrong.fault);
  CHECK(wrong.fault->node == "Constant-13 (output 'c')");
}

// Etalon, with ConvTranspose as release 1.9.0 and those before it had it.
class Older : public Runtime {
 public:
  RuntimeAnswer run(const fs::path& file, const Model& model, const Bindings& inputs,
                    const StoredInputs&, std::optional<double> limit) override {
    return run(file_text(file.string()), model, inputs, limit);
  }
  RuntimeAnswer run(const std::string& bytes, const Model&, const Bindings& inputs,
                    std::optional<double>) override {
    Options options;
    options.as_released = {"convtranspose-same-lower"};
    RuntimeAnswer answer;
    answer.outputs = evaluate(parse_model(bytes), inputs, options);
    return answer;
  }
  double timeout() const override { return 60; }
};

TEST_CASE("bisect tells which release meant what the runtime gives") {
  const TemporaryFolder folder;
  const Tensor x = floats({1, 2}).reshaped({1, 1, 2});
  const Tensor w = floats({1, 1, 1}).reshaped({1, 1, 3});
  BisectRequest request;
  request.model = folder.path() / "model.onnx";
  request.inputs = {{"x", x}, {"w", w}};
  SmallModel small(11);
  small.input("x", x).input("w", w).node("ConvTranspose", {"x", "w"}, {"y"}).output("y");
  small.set("auto_pad", "SAME_LOWER").set("strides", std::vector<int64_t>{2});
  test::write_text(request.model, small.bytes());
  Older runtime;
  const Bisection found = bisect(request, load_model(request.model), runtime);
  REQUIRE(found.fault);
  CHECK(found.fault->as_of == "1.9.0");
  CHECK(has(bisection_text(found),
            "the runtime's answer is ConvTranspose-11's as release 1.9.0 defined it (--as-of "
            "1.9.0)\n"));
  CHECK(bisection_json(found).at("fault").at("as_of") == "1.9.0");
}

TEST_CASE("bisect that is stopped tells what it knows") {
  Unordered unordered;
  std::string end = "alone";
  unordered.request.on_progress = [&](const std::string& work) {
    if (work.ends_with(end)) throw LimitExceeded("stopped by SIGINT");
  };
  const Bisection stopped = unordered.bisected();
  CHECK(stopped.outcome == Bisection::Outcome::stopped);
  REQUIRE(stopped.outputs.size() == 1);
  CHECK(stopped.outputs[0].fails());
  CHECK_FALSE(stopped.fault);
  CHECK(has(bisection_text(stopped), "y: fails ("));
  CHECK(
      has(bisection_text(stopped),
          "\nnot searched further: node 2 of 3, Sinh-9 (output 's'), alone: stopped by SIGINT\n"));
  CHECK(bisection_json(stopped).at("outcome") == "stopped");
  end = "the runtime runs the model";
  CHECK_THROWS_AS(unordered.bisected(), LimitExceeded);
}

TEST_CASE("bisect announces nodes by their place in the model; those of derived models by name") {
  Unordered right;  // y = |−x|, which the runtime computes rightly
  SmallModel small(13);
  small.input("x", floats({0.5, 1, 2})).node("Neg", {"x"}, {"n"}).node("Abs", {"n"}, {"y"});
  test::write_text(right.request.model, small.output("y").bytes());
  std::set<std::string> announced;
  right.request.on_progress = [&](const std::string& work) { announced.insert(work); };
  CHECK(right.bisected().outcome == Bisection::Outcome::right);
  CHECK(announced == std::set<std::string>{"Abs-13 (output 'y')", "Neg-13 (output 'n')",
                                           "node 1 of 2, Neg-13 (output 'n')",
                                           "node 2 of 2, Abs-13 (output 'y')",
                                           "the runtime runs the model",
                                           "the runtime runs the model with more outputs"});
}

// y = |sinh(−x)·w|, computed by four nodes.
class Chain {
 public:
  Chain() {
    const Tensor x = floats({0.5, 1, 2});
    SmallModel small(13);
    small.input("x", x).initializer("w", floats({3, 3, 3}));
    small.node("Neg", {"x"}, {"n"}).node("Sinh", {"n"}, {"s"}).node("Mul", {"s", "w"}, {"m"});
    small.node("Abs", {"m"}, {"y"}).output("y");
    test::write_text(path("model.onnx"), small.bytes());
    write_value(path("x.npy"), x, "x");
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  Outcome bisect(const std::string& wishes, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"bisect",      path("model.onnx"), "--inputs",
                                      path("x.npy"), "--backend",        wrong_backend(wishes)};
    words.insert(words.end(), more.begin(), more.end());
    return etalon_command(words);
  }

 private:
  TemporaryFolder folder_;
};

TEST_CASE("bisect: a right runtime has no wrong node") {
  const Outcome outcome = Chain().bisect("");
  INFO(outcome.err);
  CHECK(outcome.code == exit_ok);
  CHECK(has(outcome.out, "wrong 1.0 on "));
  CHECK(
      has(outcome.out,
          "y: passes: identical, bit for bit\nnothing is wrong\nnodes: of 4, on the runtime's own "
          "values: 4 same\n"));
}

TEST_CASE("bisect: the branch of an If is judged node by node") {
  TemporaryFolder folder;
  const std::string file = (folder.path() / "model.onnx").string();
  const std::string inputs = (folder.path() / "x.npy").string();
  const Tensor x = floats({0.5, 1, 2});
  SmallModel small(13);
  small.input("x", x).initializer("c", Tensor::of(DType::boolean, scalar_array(true)));
  small.node("If", {"c"}, {"i"});
  onnx::NodeProto& node = *small.proto().mutable_graph()->mutable_node(0);
  for (const char* branch : {"then_branch", "else_branch"}) {
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(branch);
    attribute.set_type(onnx::AttributeProto::GRAPH);
    const std::string own = std::string(branch) + "_y";
    onnx::NodeProto& inner = *attribute.mutable_g()->add_node();
    inner.set_op_type(branch == std::string_view("then_branch") ? "Sinh" : "Cosh");
    inner.add_input("x");
    inner.add_output(own);
    attribute.mutable_g()->set_name(branch);
    attribute.mutable_g()->add_output()->set_name(own);
  }
  small.node("Abs", {"i"}, {"y"}).output("y");
  test::write_text(file, small.bytes());
  write_value(inputs, x, "x");
  const Outcome outcome =
      etalon_command({"bisect", file, "--inputs", inputs, "--backend", wrong_backend("")});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == exit_ok);
  // Sinh, the Identity that gives its result, and Abs.
  CHECK(has(outcome.out, "nodes: of 3, on the runtime's own values: 3 same\n"));
}

TEST_CASE("bisect: the first wrong node is named; confirmed alone and written as a case") {
  const Chain chain;
  const Outcome outcome = chain.bisect("--swap Sinh=Cosh", {"--output-dir", chain.path("case")});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == exit_mismatch);
  CHECK(has(outcome.out,
            "\nSinh-9 (output 's'), node 2 of 4, is wrong in the model and when run alone\n"
            "s: fails (unknown): outside rtol 0.001 of the largest value and atol 1e-07; "));
  CHECK(has(outcome.out, "\nalone, with the right inputs:\ns: fails (wrong): "));
  CHECK(has(outcome.out, "the node is written as a case to " + chain.path("case")));
  const BoundModel model = load_model(chain.path("case/model.onnx"));
  REQUIRE(model.graph.nodes.size() == 1);
  CHECK(model.graph.nodes[0].op_type == "Sinh");
  CHECK(etalon_command({"test", chain.path("case")}).code == exit_ok);
  CHECK(etalon_command({"test", chain.path("case"), "--backend", wrong_backend("--swap Sinh=Cosh")})
            .code == exit_mismatch);
}

TEST_CASE("bisect: a node that is wrong only among others is reported as such") {
  const Outcome among = Chain().bisect("--swap Sinh=Cosh --beside Abs");
  INFO(among.out << among.err);
  CHECK(among.code == exit_mismatch);
  CHECK(has(among.out,
            "Sinh-9 (output 's'), node 2 of 4, is the first node with a wrong output and right "
            "inputs, but it is right when run alone"));
  const Outcome hidden = Chain().bisect("--swap Sinh=Cosh --beside Abs --most-outputs 2");
  INFO(hidden.out << hidden.err);
  CHECK(hidden.code == exit_mismatch);
  CHECK(has(hidden.out,
            "Sinh-9 (output 's'), node 2 of 4, is the first node whose value is wrong when it is "
            "an output of the model, but it is right when run alone and when all values are"));
}

// The runtime computes Neg and Sinh by one faulty kernel unless the value n between them is an
// output. Then all values are right, except for m, which it returns 1 % off.
TEST_CASE("bisect: an error that vanishes when all values are outputs is that of a fused pair") {
  const Outcome outcome =
      Chain().bisect("--swap Sinh=Cosh --beside Neg --unless-output n --nudge m");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == exit_mismatch);
  CHECK(has(outcome.out,
            "Sinh-9 (output 's'), node 2 of 4, is the first node whose value is wrong when it is "
            "an output of the model, but it is right when run alone and when all values are "
            "outputs: the error comes with the fusion of Neg-13 (output 'n') and Sinh-9 (output "
            "'s')\n"));
}

// The value m, 1 % off, is an output beside y, which is right: but not the absolute value of that
// m.
TEST_CASE("bisect: a node that is wrong though all outputs are right is found") {
  const Outcome outcome = Chain().bisect("--nudge m");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == exit_mismatch);
  CHECK(outcome.out.starts_with(
      "fails (wrong): 2 of 4 nodes, on the runtime's own values, first Mul-13 (output 'm'); "
      "the outputs pass\nwrong 1.0 on "));
  CHECK(has(outcome.out, "y: passes: identical, bit for bit\n"));
  CHECK(has(outcome.out,
            "\nMul-13 (output 'm'), node 3 of 4, is wrong in the model and when run alone\n"));
}

// y = relu(x·w + b). The runtime rounds up in place of Relu, unless the sum is an output.
TEST_CASE("bisect: a group that is wrong when it is fused is named and written as a case") {
  const TemporaryFolder folder;
  const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
  const Tensor x = floats({0.5, 1.25}).reshaped({1, 2});
  SmallModel small(13);
  small.input("x", x).initializer("w", floats({3, 3}).reshaped({2, 1}));
  small.initializer("b", floats({0.1})).node("MatMul", {"x", "w"}, {"p"});
  small.node("Add", {"p", "b"}, {"a"}).node("Relu", {"a"}, {"r"}).node("Abs", {"r"}, {"y"});
  small.output("y");
  test::write_text(path("model.onnx"), small.bytes());
  write_value(path("x.npy"), x, "x");
  const std::string backend = wrong_backend("--swap Relu=Ceil --beside MatMul --unless-output a");
  std::vector<std::string> words = {"bisect",       path("model.onnx"), "--inputs",
                                    path("x.npy"),  "--backend",        backend,
                                    "--output-dir", path("case")};
  const Outcome text = etalon_command(words);
  INFO(text.out << text.err);
  CHECK(text.code == exit_mismatch);
  CHECK(has(text.out,
            "\nthe group MatMul-13 (output 'p'), Add-13 (output 'a') and Relu-13 (output 'r'), 3 "
            "nodes, is wrong in the model and when run alone\n  MatMul-13 (output 'p')\n"));
  CHECK(has(text.out, "\nalone, with the runtime's inputs:\nr: fails (wrong): "));
  CHECK(has(text.out, " same, 1 wrong, "));
  CHECK(has(text.out, "the group is written as a case to "));
  CHECK(load_model(path("case/model.onnx")).graph.nodes.size() == 3);
  CHECK(etalon_command({"test", path("case")}).code == exit_ok);
  CHECK(etalon_command({"test", path("case"), "--backend", backend}).code == exit_mismatch);
  words.resize(6);
  words.insert(words.end(), {"--format", "json"});
  const json document = json::parse(etalon_command(words).out);
  CHECK(document.at("outcome") == "found");
  CHECK(document.at("fault").at("group").size() == 3);
  CHECK(document.at("fault").at("node") == "Relu-13 (output 'r')");
  CHECK(document.at("fault").at("position") == 2);
  CHECK(document.at("node_check").at("wrong") == 1);
}

// |s| for the wrong s = cosh −x ≥ 1 is off by more than 100 % of the largest value, and the product
// by no more than that.
TEST_CASE("bisect: nodes are ranked by the error that they introduce") {
  const Outcome outcome = Chain().bisect("--swap Sinh=Cosh", {"--format", "json"});
  const json introduced = json::parse(outcome.out).at("introduced");
  REQUIRE(introduced.size() == 3);
  CHECK(introduced[0].at("node") == "Sinh-9 (output 's')");
  // cosh(2) − sinh(−2) = e² over |sinh(−2)|.
  CHECK(introduced[0].at("error").get<double>() == Approx(std::exp(2.0) / std::sinh(2.0)));
  CHECK(introduced[1].at("error").get<double>() < 1e-6);
}

TEST_CASE("bisect: a fault that only the unchanged model shows is that of its output") {
  const Outcome outcome = Chain().bisect("--swap Sinh=Cosh --beside Abs --most-outputs 1");
  CHECK(outcome.code == exit_mismatch);
  INFO(outcome.out << outcome.err);
  CHECK(has(outcome.out, "y: fails (wrong): "));
  CHECK(has(outcome.out,
            "Abs-13 (output 'y'), node 4 of 4, is the first node whose value is wrong when "));
}

// 1e8 + 1 − 1e8 is 1, and 0 in float32 when added in turn.
TEST_CASE("bisect: outputs that are off by what rounding allows are not wrong as check says") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "model.onnx").string();
  const Tensor a = floats({1e8, 1, -1e8}).reshaped({1, 3});
  const Tensor ones = floats({1, 1, 1}).reshaped({3, 1});
  SmallModel small(13);
  small.input("a", a).initializer("b", ones).node("MatMul", {"a", "b"}, {"p"});
  small.node("Atan", {"p"}, {"y"}).output("y");
  test::write_text(file, small.bytes());
  write_value(folder.path() / "a.npy", a, "a");
  const Outcome outcome =
      etalon_command({"bisect", file, "--inputs", (folder.path() / "a.npy").string(), "--backend",
                      wrong_backend("--zero MatMul"), "--format", "json"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == exit_ok);
  const json document = json::parse(outcome.out);
  CHECK(document.at("outcome") == "right");
  CHECK(document.at("outputs").at(0).at("verdict") == "rounding");
}

TEST_CASE("bisect: a crash is traced to its node") {
  const Outcome outcome = Chain().bisect("--crash Mul", {"--format", "json"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == exit_mismatch);
  const json document = json::parse(outcome.out);
  CHECK(document.at("outcome") == "found");
  CHECK(has(document.at("refusal"), "crash: killed by signal 6"));
  CHECK(document.at("fault").at("node") == "Mul-13 (output 'm')");
  CHECK(document.at("fault").at("position") == 2);
  CHECK(document.at("fault").at("confirmed") == true);
  CHECK(has(document.at("fault").at("refusal"), "crash: killed by signal 6"));
}

TEST_CASE("bisect: an unsupported operator gives exit code 4") {
  const Outcome outcome = Chain().bisect("--unsupported Abs");
  CHECK(outcome.code == exit_unsupported);
  CHECK(has(outcome.out,
            "Abs-13 (output 'y'), node 4 of 4, is the first node that the runtime does not "
            "support\n"));
  CHECK(has(outcome.out, "unsupported: no kernel for Abs"));
}

TEST_CASE("bisect: bad input gives one sentence and its exit code") {
  const Chain chain;
  const auto fails = [](const std::vector<std::string>& words, int code) {
    const Outcome outcome = etalon_command(words);
    INFO(outcome.err);
    CHECK(outcome.code == code);
    CHECK(outcome.err.starts_with("etalon: "));
    CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
  };
  const std::string model = chain.path("model.onnx");
  const std::string x = chain.path("x.npy");
  fails({"bisect", model, "--inputs", x}, exit_usage);
  fails({"bisect", model, "--inputs", x, "--backend", "false"}, exit_invalid);
  fails({"bisect", model, "--backend", wrong_backend("")}, exit_invalid);
  fails({"bisect", model + "x", "--inputs", x, "--backend", wrong_backend("")}, exit_invalid);
  fails({"bisect", model, "--inputs", x, "--backend", wrong_backend(""), "--rtol", "-1"},
        exit_usage);
  fails({"bisect", model, "--inputs", x, "--backend", wrong_backend(""), "--output-dir",
         fs::path(model).parent_path().string()},
        exit_usage);
}

onnx::GraphProto branch_of(const std::string& captured) {
  onnx::GraphProto branch;
  branch.set_name("branch");
  branch.add_node()->set_op_type("Identity");
  branch.mutable_node(0)->add_input(captured);
  branch.mutable_node(0)->add_output("chosen");
  branch.add_output()->set_name("chosen");
  branch.mutable_output(0)->mutable_type()->mutable_tensor_type()->set_elem_type(1);
  return branch;
}

// y = sinh(x). A node and an output of another node, which nothing reads, are also sinh(x).
TEST_CASE("bisect: a value that no output of the graph is computed from is not a fault") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "model.onnx").string();
  const Tensor x = floats({0.5, 1});
  SmallModel small(13);
  small.input("x", x).initializer("c", scalar(true)).node("Sinh", {"x"}, {"unread"});
  small.node("If", {"c"}, {"same", "lost"}).node("Sinh", {"same"}, {"y"}).output("y");
  onnx::NodeProto& choice = *small.proto().mutable_graph()->mutable_node(1);
  for (const char* name : {"then_branch", "else_branch"}) {
    onnx::GraphProto branch = branch_of("x");
    onnx::NodeProto& node = *branch.add_node();
    node.set_op_type("Sinh");
    node.add_input("x");
    node.add_output("sinh");
    const onnx::ValueInfoProto chosen = branch.output(0);
    *branch.add_output() = chosen;
    branch.mutable_output(1)->set_name("sinh");
    onnx::AttributeProto& attribute = *choice.add_attribute();
    attribute.set_name(name);
    attribute.set_type(onnx::AttributeProto::GRAPH);
    *attribute.mutable_g() = branch;
  }
  test::write_text(file, small.bytes());
  write_value(folder.path() / "x.npy", x, "x");
  const Outcome outcome =
      etalon_command({"bisect", file, "--inputs", (folder.path() / "x.npy").string(), "--backend",
                      wrong_backend("--swap Sinh=Cosh")});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == exit_mismatch);
  CHECK(has(outcome.out, "Sinh-9 (output 'y'), node 3 of 3, is wrong in the model and "));
}

TEST_CASE(
    "one node as a model keeps initializers and has the values that its subgraphs read as inputs") {
  const Tensor x = floats({1, 2});
  SmallModel small(13);
  small.input("c", scalar(true)).input("x", x).initializer("w", floats({5, 6}));
  small.node("Mul", {"x", "w"}, {"p"}).node("If", {"c"}, {"y"}).output("y");
  onnx::NodeProto& node = *small.proto().mutable_graph()->mutable_node(1);
  for (const char* name : {"then_branch", "else_branch"}) {
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(onnx::AttributeProto::GRAPH);
    *attribute.mutable_g() = branch_of(std::string(name) == "then_branch" ? "p" : "w");
  }
  const Bindings values = {
      {"c", scalar(true)}, {"x", x}, {"p", floats({5, 12})}, {"y", floats({5, 12})}};
  const OneNodeModel product = one_node_model(small.proto(), 0, values, {});
  REQUIRE(product.inputs.size() == 1);
  CHECK(product.inputs[0].first == "x");
  CHECK(
      identical(evaluate(parse_model(product.model), {{"x", x}}).at(0).tensor(), floats({5, 12})));
  const OneNodeModel choice = one_node_model(small.proto(), 1, values, {"p", "w"});
  REQUIRE(choice.inputs.size() == 2);
  CHECK(choice.inputs[1].first == "p");
  CHECK(identical(
      evaluate(parse_model(choice.model), Bindings(choice.inputs.begin(), choice.inputs.end()))
          .at(0)
          .tensor(),
      floats({5, 12})));
}

}  // namespace
}  // namespace etalon::bisect_test
