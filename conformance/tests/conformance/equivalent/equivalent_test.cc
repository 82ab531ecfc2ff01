#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <optional>

#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/inputs.h"
#include "conformance/equivalent/texts.h"
#include "conformance/equivalent/within.h"
#include "conformance/generate/case_files.h"
#include "conformance/tests/conformance/equivalent/rewrites.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::test::equivalent_test {
namespace {

using equivalent::Equivalence;

Equivalence compared(const std::string& before, const std::string& after) {
  return equivalence(equivalent::Subject(before), equivalent::Subject(after),
                     equivalent::EquivalenceRequest());
}

std::string piece_of(const Equivalence& found) {
  const auto& piece = found.outputs.at(0).piece;
  if (!piece) return "";
  return fmt::format("{} → {}", fmt::join(piece->before_nodes, ", "),
                     fmt::join(piece->after_nodes, ", "));
}

// Of the output on one input.
equivalent::Judged on(const Tensor& x, const SmallModel& before, const SmallModel& after) {
  equivalent::EquivalenceRequest request;
  request.given = {{{"x", x}}};
  request.drawn = 0;
  const equivalent::Subject one(before.bytes()), other(after.bytes());
  return equivalence(one, other, request).outputs.at(0).judged;
}

void check(const std::vector<Rewrite>& rewrites) {
  for (const Rewrite& rewrite : rewrites) {
    INFO(rewrite.name);
    const Equivalence found = compared(rewrite.before, rewrite.after);
    INFO(equivalence_text(found));
    CHECK(word_of(found.worst()) == rewrite.verdict);
    CHECK(piece_of(found) == rewrite.piece);
  }
}

}  // namespace

namespace {

// Y is the Sum of so many inputs.
std::string sum_of(size_t inputs) {
  SmallModel model(13);
  std::vector<std::string> names;
  for (size_t i = 0; i < inputs; ++i) {
    names.push_back(fmt::format("x{}", i));
    model.input(names.back(), floats({1, 2}));
  }
  return model.node("Sum", names, {"y"}).output("y").bytes();
}

double processor_seconds(size_t inputs) {
  const std::string bytes = sum_of(inputs);
  const std::clock_t begin = std::clock();
  equivalent::EquivalenceRequest request;
  request.drawn = 1;
  const equivalent::Subject before(bytes), after(bytes);
  CHECK(equivalence(before, after, request).worst().verdict.grade == Grade::same);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("Models of many inputs are compared in time that grows as they do", "[equivalent]") {
  const double some = processor_seconds(2'000);
  CHECK(processor_seconds(32'000) < 16 * 4 * some + 0.5);  // squared, 256 times as long
}

TEST_CASE("A limit of time ends what prepares models of many inputs", "[equivalent]") {
  const std::string bytes = sum_of(100);
  const BoundModel model = parse_model(bytes);
  Limits limits;
  limits.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  const LimitScope scope(limits);
  CHECK_THROWS_AS(parse_model(bytes), LimitExceeded);
  CHECK_THROWS_AS(equivalent::interfaces(model, model), LimitExceeded);
  CHECK_THROWS_AS(equivalent::drawn_inputs(model, {}, {}, 0, 0, 0), LimitExceeded);
  const TemporaryFolder folder;
  CaseFiles files;
  files.sets.push_back({{{"x", floats({1})}}, {}});
  CHECK_THROWS_AS(write_case(folder.path() / "case", files), LimitExceeded);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("Ten sound rewrites are not different and their pieces are named", "[equivalent]") {
  check(sound_rewrites());
}

TEST_CASE("Ten unsound rewrites are different and their pieces are named", "[equivalent]") {
  check(unsound_rewrites());
}

TEST_CASE("A constant that was folded in float16 is named", "[equivalent]") {
  const Tensor x = floats({1, 2, 3, 4, 5});
  SmallModel before(17), after(17);
  before.input("x", x).initializer("k", floats({1.1, 1.3, 1.7, 1.9, 2.3}));
  before.node("Sqrt", {"k"}, {"c"}).node("Mul", {"x", "c"}, {"y"}).output("y");
  std::vector<double> folded;  // float16 has eleven digits in base 2
  for (const double k : {1.1F, 1.3F, 1.7F, 1.9F, 2.3F}) {
    folded.push_back(std::rint(std::sqrt(k) * 1024) / 1024);
  }
  after.input("x", x).initializer("c", floats(folded)).node("Mul", {"x", "c"}, {"y"}).output("y");
  const Equivalence found = compared(before.bytes(), after.bytes());
  CHECK(differs(found.worst()));
  REQUIRE(found.folds.size() == 1);
  CHECK(found.folds[0].how == "was folded in float16");
  CHECK(found.folds[0].nodes == std::vector<std::string>{"Sqrt-13 (output 'c')"});
}

TEST_CASE("A difference of NaN is shown at its place", "[equivalent]") {
  const Tensor x = floats({0, 200});
  SmallModel before(17), after(17);
  before.input("x", x).node("Relu", {"x"}, {"y"}).output("y");
  after.input("x", x).node("Exp", {"x"}, {"e"}).node("Exp", {"x"}, {"f"});
  after.node("Sub", {"e", "f"}, {"y"}).output("y");  // ∞ − ∞: e^200 is ∞ in float32
  const equivalent::Judged judged = on(x, before, after);
  CHECK(judged.verdict.reason == "NaN on one side in 1 of 2 elements");
  CHECK(judged.verdict.where == "[1]");
  CHECK(judged.verdict.expected == "200");
  CHECK(judged.verdict.got == "nan");
}

TEST_CASE("What is open does not hide what else differs nor make it different", "[equivalent]") {
  // Softmax written out: where its exponential overflows the atlas leaves Softmax open.
  SmallModel before(17), after(17), shifted(17);
  const Tensor x = floats({0, 200}), alone = floats({0.1, 0.7});
  before.input("x", x).node("Softmax", {"x"}, {"y"}).output("y");
  after.input("x", x).node("Exp", {"x"}, {"e"}).node("ReduceSum", {"e"}, {"s"});
  after.node("Div", {"e", "s"}, {"y"}).output("y");
  CHECK(on(x, before, after).verdict.grade == Grade::open);
  CHECK(on(alone, before, after).verdict.grade <= Grade::rounding);
  const Tensor zero = floats({-0.0, 1});  // Relu's zero may have either sign
  SmallModel relu(14), maximum(14);
  relu.input("x", zero).node("Relu", {"x"}, {"y"}).output("y");
  maximum.input("x", zero).initializer("0", floats({0, 0})).node("Max", {"x", "0"}, {"y"});
  CHECK(agrees(on(zero, relu, maximum.output("y"))));
  shifted.input("x", x).node("Softmax", {"x"}, {"z"}).initializer("k", floats({1, 0}));
  shifted.node("Add", {"z", "k"}, {"y"}).output("y");
  CHECK(differs(on(x, before, shifted)));
}

TEST_CASE("A product with a power of two is rounded where it underflows", "[equivalent]") {
  const Tensor x = floats({1, 0x1p-149});
  SmallModel before(17), product(17), quotient(17);
  before.input("x", x).node("Identity", {"x"}, {"y"}).output("y");
  product.input("x", x).initializer("half", floats({0.5, 0.5})).initializer("two", floats({2, 2}));
  quotient = product;
  product.node("Mul", {"x", "half"}, {"h"}).node("Mul", {"h", "two"}, {"y"}).output("y");
  quotient.node("Div", {"x", "two"}, {"h"}).node("Div", {"h", "half"}, {"y"}).output("y");
  CHECK(on(x, before, product).verdict.grade <= Grade::rounding);
  CHECK(on(x, before, quotient).verdict.grade <= Grade::rounding);
}

TEST_CASE("Where a written formula overflows; sampled evaluations of the operator do",
          "[equivalent]") {
  // Layer normalization by the mean of squares less the square of the mean: ∞ − ∞.
  const Tensor x = floats({1e30, 2e30, -4e30}), usual = floats({1, 2, -4});
  SmallModel before(17), after(17);
  before.input("x", x).initializer("one", floats({1, 1, 1}));
  before.node("LayerNormalization", {"x", "one"}, {"y"}).set("axis", int64_t{0}).output("y");
  after.input("x", x).initializer("e", floats({1e-5})).node("ReduceMean", {"x"}, {"m"});
  after.node("Mul", {"x", "x"}, {"q"}).node("ReduceMean", {"q"}, {"n"});
  after.node("Mul", {"m", "m"}, {"o"})
      .node("Sub", {"n", "o"}, {"v"})
      .node("Add", {"v", "e"}, {"w"});
  after.node("Sqrt", {"w"}, {"s"}).node("Sub", {"x", "m"}, {"d"});
  after.node("Div", {"d", "s"}, {"y"}).output("y");
  CHECK(agrees(on(x, before, after)));
  CHECK(on(usual, before, after).verdict.grade <= Grade::rounding);
  // ∞ − ∞ in place of 0: in a sum of products, too.
  const Tensor a = floats({1e30, 1e30});
  SmallModel product(17), written(17);
  for (SmallModel* model : {&product, &written}) {
    model->input("x", a).initializer("k", floats({1e30, -1e30}));
  }
  product.node("MatMul", {"x", "k"}, {"y"}).output("y");
  written.node("Mul", {"x", "k"}, {"p"})
      .node("ReduceSum", {"p"}, {"y"})
      .set("keepdims", int64_t{0});
  const equivalent::Judged judged = on(a, product, written.output("y"));
  CHECK(agrees(judged));
}

TEST_CASE("An overflow that no evaluation of BEFORE has is different", "[equivalent]") {
  const Tensor x = floats({1e20, 2});
  SmallModel before(17), after(17);
  before.input("x", x).node("Identity", {"x"}, {"y"}).output("y");
  after.input("x", x).initializer("k", floats({1e30, 1e30})).node("Mul", {"x", "k"}, {"h"});
  after.node("Div", {"h", "k"}, {"y"}).output("y");
  CHECK(differs(on(x, before, after)));
}

TEST_CASE("What Etalon does not evaluate is not shown and no difference", "[equivalent]") {
  const Tensor x = floats({1, 2});
  SmallModel before(17), after(17);
  before.input("x", x).node("Relu", {"x"}, {"y"}).output("y");
  after.input("x", x).node("EPContext", {"x"}, {"y"}).output("y");
  after.proto().mutable_graph()->mutable_node(0)->set_domain("com.microsoft");
  onnx::OperatorSetIdProto& opset = *after.proto().add_opset_import();
  opset.set_domain("com.microsoft");
  opset.set_version(1);
  equivalent::EquivalenceRequest request;
  request.given = {{{"x", x}}};
  request.drawn = 0;
  const equivalent::Subject one(before.bytes()), other(after.bytes());
  const Equivalence found = equivalence(one, other, request);
  CHECK(found.worst().verdict.grade == Grade::unknown);
  CHECK(equivalence_text(found).starts_with(
      "not shown: 1 of 1 output, first 'y', on given input 1: AFTER is not evaluated: "
      "com.microsoft.EPContext"));
}

TEST_CASE("A difference inside that the outputs hide is remarked", "[equivalent]") {
  const Tensor x = floats({1, 2, 3, 4, 5});
  SmallModel before(17), after(17);
  for (SmallModel* model : {&before, &after}) {
    model->input("x", x).initializer("k",
                                     floats(std::vector<double>(5, model == &before ? 0.5 : 0.25)));
    model->initializer("no", floats({0, 0, 0, 0, 0})).node("Mul", {"x", "k"}, {"h"});
    model->node("Mul", {"h", "no"}, {"z"}).node("Add", {"x", "z"}, {"y"}).output("y");
  }
  const Equivalence hidden = compared(before.bytes(), after.bytes());
  CHECK(hidden.worst_of_outputs().verdict.grade == Grade::same);
  CHECK(hidden.worst().verdict.grade == Grade::unknown);  // k is not BEFORE's
  REQUIRE(hidden.remarks.size() == 1);
  CHECK(has(hidden.remarks[0], "all outputs agree, but 'h' inside does not"));
  CHECK(compared(before.bytes(), before.bytes()).remarks.empty());
}

namespace {

// Conv c, BatchNormalization, Sin s and Exp y; with an epsilon, Conv does the first two, by weights
// and outputs of the names that Conv's had.
std::string normalized(std::optional<double> folded_with) {
  const std::vector<double> scale = {1.5, -0.75}, bias = {0.25, -1}, mean = {0.5, -0.25},
                            variance = {1, 0.5};
  std::vector<double> weights = {0.5, 1.25, -2, 0.75}, added = {0, 0};
  SmallModel model(17);
  for (size_t c = 0; folded_with && c < 2; ++c) {
    const double factor = scale[c] / std::sqrt(variance[c] + *folded_with);
    for (size_t i = 0; i < 2; ++i) weights[c * 2 + i] *= factor;
    added[c] = bias[c] - mean[c] * factor;
  }
  model.input("x", floats({1, 2, 3, 4, 5, 6, 7, 8}).reshaped({1, 2, 2, 2}));
  model.initializer("W", floats(weights).reshaped({2, 2, 1, 1}));
  if (folded_with) {
    model.initializer("b", floats(added)).node("Conv", {"x", "W", "b"}, {"c"});
  } else {
    model.initializer("scale", floats(scale)).initializer("bias", floats(bias));
    model.initializer("mean", floats(mean)).initializer("variance", floats(variance));
    model.node("Conv", {"x", "W"}, {"c"});
    model.node("BatchNormalization", {"c", "scale", "bias", "mean", "variance"}, {"n"});
    model.set("epsilon", double(1e-3F));
  }
  model.node("Sin", {folded_with ? "c" : "n"}, {"s"}).node("Exp", {"s"}, {"y"});
  return model.output("y").bytes();
}

// Relu(x + 1), by way of a multiple t of x + 1.
std::string by_multiple(double factor, double divisor) {
  SmallModel model(17);
  model.input("x", floats({1, 2, 3, 4, 5})).initializer("one", floats({1}));
  if (factor == 1)
    return model.node("Add", {"x", "one"}, {"t"}).node("Relu", {"t"}, {"y"}).output("y").bytes();
  model.initializer("f", floats({factor})).initializer("d", floats({divisor}));
  model.node("Add", {"x", "one"}, {"a"}).node("Mul", {"a", "f"}, {"t"});
  model.node("Relu", {"t"}, {"r"}).node("Div", {"r", "d"}, {"y"});
  return model.output("y").bytes();
}

}  // namespace

TEST_CASE("A name that went to another value makes no difference nor does it hide one",
          "[equivalent]") {
  CHECK(compared(normalized({}), normalized(1e-3F)).worst().verdict.grade <= Grade::rounding);
  CHECK(differs(compared(normalized({}), normalized(2e-3)).worst()));
  CHECK(compared(by_multiple(1, 1), by_multiple(3, 3)).worst().verdict.grade <= Grade::rounding);
  CHECK(differs(compared(by_multiple(1, 1), by_multiple(3, 3.0001)).worst()));
}

TEST_CASE("A rewrite may rely on the shape that a model declares", "[equivalent]") {
  const auto expanded = [](bool is_constant, bool declares) {
    SmallModel model(17);
    model.input("x", floats({2})).input("s", vector_of({3})).initializer("three", vector_of({3}));
    model.node("Expand", {"x", is_constant ? "three" : "s"}, {"y"}).output("y");
    if (declares) {
      auto& type = *model.proto().mutable_graph()->mutable_output(0)->mutable_type();
      type.mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(3);
    }
    return model.bytes();
  };
  const auto found = [&](bool declares) {
    equivalent::EquivalenceRequest request;
    request.given = {{{"x", floats({2})}, {"s", vector_of({3})}}};
    const equivalent::Subject before(expanded(false, declares)), after(expanded(true, declares));
    return equivalence(before, after, request);
  };
  CHECK(found(true).worst().verdict.grade == Grade::same);
  CHECK(found(true).refused > 0);
  CHECK(differs(found(false).worst()));
}

TEST_CASE("Models with other inputs are different on all values", "[equivalent]") {
  const auto model = [](bool asks_more) {
    SmallModel one(17);
    one.input("x", floats({1, 2}));
    if (asks_more) one.input("unused", floats({1}));
    return one.node("Relu", {"x"}, {"y"}).output("y").bytes();
  };
  const Equivalence found = compared(model(false), model(true));
  CHECK(differs(found.worst()));
  CHECK(!found.outputs.at(0).special_only());
  CHECK(equivalence_text(found).starts_with("different (wrong): AFTER has 2 inputs, BEFORE 1\n"));
}

TEST_CASE("Classes and counts are drawn so that models accept them", "[equivalent]") {
  SmallModel loss(17), range(17);
  loss.input("x", Tensor::of(DType::float32, Reals(xt::zeros<double>({4, 2}))));
  loss.input("t", Tensor::of(DType::int64, Ints(xt::zeros<int64_t>({4}))))
      .node("NegativeLogLikelihoodLoss", {"x", "t"}, {"y"})
      .output("y");
  CHECK(compared(loss.bytes(), loss.bytes()).refused == 0);
  const Tensor scalar = Tensor::of(DType::float32, Reals(xt::zeros<double>(std::vector<size_t>())));
  range.input("a", scalar).input("b", scalar).input("c", scalar);
  range.node("Range", {"a", "b", "c"}, {"y"}).output("y");
  for (size_t number = 0; number < equivalent::input_classes(); ++number) {
    const equivalent::InputSet set = equivalent::drawn_inputs(range.model(), {}, {}, number, 0, 0);
    INFO(set.what);
    CHECK(set.values.at("b").tensor().as<double>()() <= 6);
  }
}

TEST_CASE("Within a rule; what has no numbers has to be the same", "[equivalent]") {
  const auto sequence = [](const char* second) {
    SmallModel model(17);
    const Tensor x = floats({1, 2});
    model.input("x", x).node("Neg", {"x"}, {"n"}).node("SequenceConstruct", {"x", second}, {"y"});
    onnx::ValueInfoProto& output = *model.proto().mutable_graph()->add_output();
    output.set_name("y");
    output.mutable_type()
        ->mutable_sequence_type()
        ->mutable_elem_type()
        ->mutable_tensor_type()
        ->set_elem_type(onnx::TensorProto::FLOAT);
    return model.bytes();
  };
  equivalent::EquivalenceRequest request;
  request.drawn = 1;
  const equivalent::Subject one(sequence("x")), other(sequence("n"));
  const equivalent::WithinRule rule = equivalent::rule_of("snr=30");
  CHECK(equivalent::within(one, one, request, rule).holds());
  const equivalent::Within differs = equivalent::within(one, other, request, rule);
  CHECK(!differs.holds());
  CHECK(differs.values.at(0).mismatch == "another value, of a kind that has no measure");
}

TEST_CASE("Within a rule; draws outside the models' domain are drawn again", "[equivalent]") {
  // Dynamic quantization, which has no result for a tensor that contains NaN: of √x and x < 0.
  SmallModel model(13);
  model.input("x", Tensor::zeros(DType::float32, {64}))
      .initializer("shift", floats({0.99}))
      .node("Add", {"x", "shift"}, {"s"})
      .node("Sqrt", {"s"}, {"r"})
      .node("DynamicQuantizeLinear", {"r"}, {"q", "scale", "zero"})
      .node("DequantizeLinear", {"q", "scale", "zero"}, {"y"})
      .output("y");
  equivalent::EquivalenceRequest request;
  request.drawn = 4;
  const equivalent::Subject subject(model.bytes());
  const equivalent::Within found =
      equivalent::within(subject, subject, request, equivalent::rule_of("snr=30"));
  CHECK(found.holds());
  CHECK(found.inputs == 4);
}

TEST_CASE("Within a rule; constants are last among what loses most", "[equivalent]") {
  // AFTER rounds its weight by 0.5 of 1.5, and the sum by less.
  const auto sum = [](double weight, double more) {
    SmallModel model(13);
    model.input("x", Tensor::zeros(DType::float32, {4}))
        .initializer("w", floats({weight}))
        .initializer("m", floats({more}))
        .node("Neg", {"w"}, {"n"})
        .node("Mul", {"x", "m"}, {"p"})
        .node("Add", {"p", "n"}, {"y"})
        .output("y");
    return model.bytes();
  };
  equivalent::EquivalenceRequest request;
  request.drawn = 1;
  const equivalent::Within found =
      equivalent::within(equivalent::Subject(sum(1.5, 1)), equivalent::Subject(sum(1, 1.125)),
                         request, equivalent::rule_of("snr=1"));
  REQUIRE(found.entering.size() == 2);
  CHECK(found.values.at(found.entering[0]).after == "p");
  const equivalent::ValueError& constant = found.values.at(found.entering[1]);
  CHECK(constant.after == "n");
  CHECK(constant.constant);
  CHECK(constant.introduced > found.values.at(found.entering[0]).introduced);
  // One element, -1.5: between the greatest and half of it.
  CHECK(constant.greatest == 1.5);
  CHECK(constant.halves[0] == 1);
}

TEST_CASE("Rules of --within are read and others refused", "[equivalent]") {
  CHECK(equivalent::rule_of("snr=30").least == 30);
  CHECK(equivalent::rule_of("rtol=0.5,atol=2").atol == 2);
  CHECK_THROWS(equivalent::rule_of("snr"));
  CHECK_THROWS(equivalent::rule_of("snr=30,rtol=1"));
  CHECK_THROWS(equivalent::rule_of("loudness=1"));
}

}  // namespace etalon::test::equivalent_test
