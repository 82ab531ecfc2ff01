// What equivalent sees of two models before it evaluates them, and at which inputs it aims.
#include <algorithm>
#include <cmath>

#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/initializers.h"
#include "conformance/equivalent/texts.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::test::look_test {
namespace {

using equivalent::Equivalence;
using equivalent::Subject;

Equivalence compared(const SmallModel& before, const SmallModel& after,
                     equivalent::EquivalenceRequest request = {}) {
  return equivalence(Subject(before.bytes()), Subject(after.bytes()), request);
}

std::string word(const Equivalence& found) { return std::string(word_of(found.worst())); }

// y = Relu(x) with these names and this dimension, a symbol or a number.
SmallModel relu(const std::string& x, const std::string& y, const std::string& rows,
                const std::string& columns) {
  SmallModel model(17);
  model.input(x, floats({1, 2}).reshaped({1, 2}));
  auto& shape = *model.proto().mutable_graph()->mutable_input(0)->mutable_type();
  auto& dims = *shape.mutable_tensor_type()->mutable_shape();
  dims.clear_dim();
  for (const std::string& dim : {rows, columns}) {
    const bool number = dim.find_first_not_of("0123456789") == std::string::npos;
    if (number) dims.add_dim()->set_dim_value(std::stoll(dim));
    if (!number) dims.add_dim()->set_dim_param(dim);
  }
  return model.node("Relu", {x}, {y}).output(y);
}

std::vector<std::string> differences(const SmallModel& before, const SmallModel& after,
                                     equivalent::InterfaceRule rule) {
  std::vector<std::string> texts;
  for (const auto& found : interfaces(before.model(), after.model(), rule).differences) {
    texts.push_back((found.grade == Grade::same ? "accepted: " : "different: ") + found.what);
  }
  return texts;
}

using Texts = std::vector<std::string>;
constexpr auto strict = equivalent::InterfaceRule::strict;
constexpr auto named = equivalent::InterfaceRule::named;
constexpr auto shape = equivalent::InterfaceRule::shape;

}  // namespace

TEST_CASE("Names count unless only shapes do", "[equivalent]") {
  const SmallModel before = relu("x", "y", "N", "2"), after = relu("x", "z", "N", "2");
  CHECK(differences(before, before, strict).empty());
  const std::string renamed = "output 'y' of BEFORE is 'z' of AFTER, by its position";
  CHECK(differences(before, after, strict) == Texts{"different: " + renamed});
  CHECK(differences(before, after, named) == Texts{"different: " + renamed});
  CHECK(differences(before, after, shape) == Texts{"accepted: " + renamed});
  const Equivalence found = compared(before, after);
  CHECK(word(found) == "different");
  CHECK(word_of(found.worst_of_outputs()) == "identical");
  CHECK(has(equivalence_text(found), "interface: different: " + renamed));
}

TEST_CASE("The order of inputs counts for callers by position", "[equivalent]") {
  const auto difference = [](bool turned) {
    SmallModel model(17);
    for (const char* name : {turned ? "b" : "a", turned ? "a" : "b"})
      model.input(name, floats({1}));
    return model.node("Sub", {"a", "b"}, {"y"}).output("y");
  };
  const std::string order = "the inputs of AFTER have another order";
  CHECK(differences(difference(false), difference(true), strict) == Texts{"different: " + order});
  CHECK(differences(difference(false), difference(true), named) == Texts{"accepted: " + order});
}

TEST_CASE("AFTER has to take all lengths that BEFORE declares", "[equivalent]") {
  const SmallModel any = relu("x", "y", "N", "M"), square = relu("x", "y", "N", "N");
  const SmallModel one = relu("x", "y", "1", "M"), four = relu("x", "y", "N", "4");
  CHECK(differences(any, one, shape) ==
        Texts{"different: axis 0 of input 'x' has to be 1 in AFTER, any N in BEFORE"});
  CHECK(differences(any, square, shape) ==
        Texts{"different: axis 1 of input 'x' has to be as long as axis 0 of input 'x' in AFTER "
              "(N)"});
  CHECK(differences(square, any, strict).empty());
  CHECK(differences(any, relu("x", "y", "B", "S"), strict).empty());
  CHECK(differences(four, relu("x", "y", "N", "5"), shape) ==
        Texts{"different: axis 1 of input 'x' has to be 5 in AFTER, 4 in BEFORE"});
}

TEST_CASE("A default that became a constant is a difference", "[equivalent]") {
  const auto scaled = [](bool is_input, double k) {
    SmallModel model(17);
    model.input("x", floats({1}));
    if (is_input) model.input("k", floats({k}));
    return model.initializer("k", floats({k})).node("Mul", {"x", "k"}, {"y"}).output("y");
  };
  CHECK(differences(scaled(true, 2), scaled(false, 2), strict) ==
        Texts{"different: AFTER has no input 'k', which has a default in BEFORE"});
  CHECK(differences(scaled(true, 2), scaled(true, 3), shape) ==
        Texts{"different: input 'k' has another default in AFTER"});
  CHECK(differences(scaled(false, 2), scaled(true, 2), strict).empty());
}

namespace {

// Row `i` of a table of which one row is multiplied.
SmallModel row_of_table(size_t rows, size_t changed, float factor) {
  std::vector<double> table(rows * 2);
  for (size_t i = 0; i < table.size(); ++i) table[i] = 1 + static_cast<double>(i % 97);
  for (size_t i = 0; i < 2; ++i) table[changed * 2 + i] *= double{factor};
  SmallModel model(17);
  model.initializer("w", floats(table).reshaped({rows, 2})).input("i", vector_of({0, 1}));
  return model.node("Gather", {"w", "i"}, {"r"}).node("Neg", {"r"}, {"y"}).output("y");
}

}  // namespace

TEST_CASE("A row of a large table that is another is found and reached", "[equivalent]") {
  const SmallModel before = row_of_table(20'000, 0, 1), after = row_of_table(20'000, 15'001, 2);
  const Subject one(before.bytes()), other(after.bytes());
  const auto found =
      changed_constants(one, other, equivalent::interfaces(one.model(), other.model()));
  REQUIRE(found.findings.size() == 1);
  CHECK(found.findings[0].grade == Grade::unknown);
  CHECK(has(found.findings[0].what, "initializer 'w' is not BEFORE's: 2 of 40000 elements"));
  CHECK(found.rows == std::set<int64_t>{15'001});
  CHECK(word(compared(before, after)) == "different");
}

TEST_CASE("Weights that are off by a rounding are named", "[equivalent]") {
  const SmallModel before = row_of_table(8, 0, 1), after = row_of_table(8, 3, 1 + 0x1p-23F);
  const Equivalence found = compared(before, after);
  REQUIRE(found.initializers.size() == 1);
  CHECK(found.initializers[0].grade == Grade::same);
  CHECK(has(found.initializers[0].what, "2 of 16 elements, off by up to 2 ULP; at [3, 0]"));
}

TEST_CASE("A folded weight that kept its name is not reported", "[equivalent]") {
  SmallModel before(17), after(17);
  const Tensor x = floats({1, 2});
  before.input("x", x).initializer("w", floats({3, 5})).initializer("k", floats({2, 2}));
  before.node("Mul", {"x", "w"}, {"p"}).node("Mul", {"p", "k"}, {"y"}).output("y");
  after.input("x", x).initializer("w", floats({6, 10})).node("Mul", {"x", "w"}, {"y"}).output("y");
  const Equivalence found = compared(before, after);
  CHECK(found.initializers.empty());
  CHECK(agrees(found.worst()));
}

TEST_CASE("A declared shape that BEFORE contradicts hides no difference", "[equivalent]") {
  const auto model = [](const char* op_type) {
    SmallModel one(17);
    one.input("x", floats({1, 2, 3}));
    if (std::string(op_type) == "CumSum") {
      one.initializer("0", vector_of({0})).node(op_type, {"x", "0"}, {"y"});
    } else {
      one.node(op_type, {"x"}, {"y"});
    }
    one.output("y");
    auto& type = *one.proto().mutable_graph()->mutable_output(0)->mutable_type();
    type.mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(4);
    return one;
  };
  const Equivalence found = compared(model("CumSum"), model("Identity"));
  CHECK(word(found) == "different");
  REQUIRE(!found.interface.empty());
  CHECK(has(found.interface[0].what,
            "BEFORE contradicts what it declares: output 'y' has the shape [3]"));
}

namespace {

// A copy of x but where a comparison with the number holds; with an unlikely number, of x alone.
SmallModel but_at(const char* comparison, double number, double other) {
  SmallModel model(17);
  model.input("x", floats({1, 2, 3, 4, 5})).initializer("k", floats({number}));
  model.initializer("o", floats({other})).node(comparison, {"x", "k"}, {"c"});
  return model.node("Where", {"c", "o", "x"}, {"y"}).output("y");
}

SmallModel copy() {
  SmallModel model(17);
  return model.input("x", floats({1, 2, 3, 4, 5})).node("Identity", {"x"}, {"y"}).output("y");
}

}  // namespace

TEST_CASE("Inputs are aimed at constants and at their neighbors", "[equivalent]") {
  CHECK(word(compared(but_at("Equal", 0.3, 7), copy())) == "different");
  CHECK(word(compared(but_at("Equal", -250.5, 7), copy())) == "different");
  CHECK(word(compared(but_at("Greater", 37, 1), but_at("GreaterOrEqual", 37, 1))) == "different");
  CHECK(word(compared(but_at("Less", 37, 1), but_at("Less", std::nextafter(37.0F, 38.0F), 1))) ==
        "different");
  CHECK(word(compared(but_at("Greater", 37, 1), but_at("Greater", 37, 1))) == "identical");
}

TEST_CASE("What no input reaches is named", "[equivalent]") {
  // x · x is never below 0.
  const auto model = [](double other) {
    SmallModel one(17);
    one.input("x", floats({1, 2}))
        .initializer("zero", floats({0}))
        .initializer("o", floats({other}));
    one.node("Mul", {"x", "x"}, {"s"}).node("Less", {"s", "zero"}, {"c"});
    return one.node("Where", {"c", "o", "x"}, {"y"}).output("y");
  };
  const Equivalence found = compared(model(1), model(1));
  CHECK(found.unreached == Texts{"Less-13 (output 'c') true"});
  CHECK(found.reached == 2);  // false, in each model
  CHECK(found.sides == 4);
  CHECK(has(equivalence_text(found), "not reached: Less-13 (output 'c') true"));
}

TEST_CASE("Indices below 0 and at both ends are drawn", "[equivalent]") {
  const auto table = [](const char* op_type, int64_t bound) {
    SmallModel model(17);
    model.initializer("w", floats({1, 2, 3, 4, 5})).input("i", vector_of({0, 1}));
    model.initializer("k", vector_of({bound}));
    if (*op_type != 0) model.node(op_type, {"i", "k"}, {"j"});
    return model.node("Gather", {"w", *op_type != 0 ? "j" : "i"}, {"y"}).output("y");
  };
  CHECK(word(compared(table("", 0), table("Max", 0))) == "different");   // i < 0
  CHECK(word(compared(table("", 0), table("Max", -4))) == "different");  // i = -5
  CHECK(word(compared(table("", 0), table("Min", 3))) == "different");   // i = 4
  CHECK(word(compared(table("", 0), table("Min", 4))) == "identical");
}

TEST_CASE("Integers are drawn over the range of their type", "[equivalent]") {
  const auto through = [](DType type) {
    SmallModel model(17);
    model.input("x", vector_of({1, 2}));
    model.node("Cast", {"x"}, {"f"}).set("to", static_cast<int64_t>(type));
    model.node("Cast", {"f"}, {"y"}).set("to", static_cast<int64_t>(DType::int64));
    return model.output("y", DType::int64);
  };
  SmallModel same(17);
  same.input("x", vector_of({1, 2})).node("Identity", {"x"}, {"y"}).output("y", DType::int64);
  CHECK(!agrees(compared(same, through(DType::float32)).worst()));  // beyond 2^24
  CHECK(!agrees(compared(same, through(DType::float64)).worst()));  // beyond 2^53
  CHECK(!agrees(compared(same, through(DType::int32)).worst()));
  CHECK(word(compared(same, through(DType::int64))) == "identical");
}

}  // namespace etalon::test::look_test
