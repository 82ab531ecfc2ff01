// How wide the rounding bounds are, and that no sound evaluation is beyond them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "conformance/bounds/bounds.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/bounds/plain_floats.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/judged.h"
#include "engine/loader/loader.h"

namespace etalon::tightness_test {
namespace {

using plain_floats::PlainOperator;
using test::SmallModel;

// What is known of an operator's bounds.
struct Tally {
  explicit Tally(std::string of) : name(std::move(of)) {}

  std::string name;
  size_t elements = 0;
  size_t wrong = 0;            // calls with another verdict than `within`
  std::vector<double> ratios;  // bound / error of the elements with an error

  double median() {
    if (ratios.empty()) return 0;
    const auto middle = ratios.begin() + std::ptrdiff_t(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    return *middle;
  }
  void add(const Tally& other) {
    elements += other.elements;
    ratios.insert(ratios.end(), other.ratios.begin(), other.ratios.end());
  }
  std::string line() {
    return fmt::format("{:36} {:7} elements, {:7} with an error, median bound / error {:7.2f}",
                       name, elements, ratios.size(), median());
  }
};

Tensor tensor_of(const std::vector<float>& values, const Shape& shape) {
  Reals all = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), all.data());
  return Tensor::of(DType::float32, all);
}

void add_ratios(const Tensor& got, const Tensor& expected, const Bound& bound, Tally& tally) {
  if (bound.kind != Bound::Kind::known) return;
  const Reals x = got.as<double>(), y = expected.with_side(nullptr).as<double>();
  const Reals all = bound.error.as<double>();
  for (size_t i = 0; i < x.size(); ++i) {
    const double error = std::fabs(x.data()[i] - y.data()[i]);
    if (error > 0) tally.ratios.push_back(all.data()[i] / error);
  }
}

// One call, whose model has one node.
void add_call(const PlainOperator& op, const BoundModel& model, const Bindings& inputs, Draw& draw,
              Tally& tally, Roundings roundings = Roundings::any) {
  Tensor got;
  Options options;
  options.on_node = [&](const Node& node, const Values& values, const Values& outputs) {
    const Differences none;
    const Call call(node, model.graph, node.attributes, values, {}, none);
    const Shape& shape = outputs.at(0).tensor().shape();
    got = tensor_of(op.evaluate(call, shape, draw), shape);
  };
  const BoundedOutputs expected = evaluate_with_bounds(model, inputs, options, roundings);
  tally.elements += got.size();
  tally.wrong += rounding_verdict({got}, expected).grade > Grade::rounding;
  add_ratios(got, expected.outputs.at(0).tensor(), expected.bounds.at(0), tally);
}

// Generated calls, but for those whose first input has more elements than `most`.
void add_generated(const PlainOperator& op, size_t calls, Draw& draw, Tally& tally,
                   size_t most = std::numeric_limits<size_t>::max()) {
  OperatorChoice choice = operator_choice(op.name);
  choice.type = DType::float32;
  choice.wishes.values = ValueClass::ordinary;
  for (size_t i = 0; i < calls; ++i) {
    const CaseFiles files = draw_case(choice, draw).files;
    const CaseValues& inputs = files.sets.at(0).inputs;
    if (inputs.at(0).second.tensor().size() > most) continue;
    add_call(op, parse_model(files.model), Bindings(inputs.begin(), inputs.end()), draw, tally);
  }
}

// Float32s of either sign, of many magnitudes; `positive` for functions that need it.
Tensor drawn(const Shape& shape, Draw& draw, bool positive = false) {
  std::vector<float> values(element_count(shape));
  for (float& value : values) {
    const double fraction = draw.real(positive ? 1 : -2, 2);
    value = static_cast<float>(std::ldexp(fraction, int(draw.between(-6, 2))));
  }
  return tensor_of(values, shape);
}

std::string operator_name(const PlainOperator& op) { return op.name.substr(0, op.name.find('-')); }

void add_elementwise(const PlainOperator& op, size_t elements, Draw& draw, Tally& tally) {
  const std::string name = operator_name(op);
  const Tensor a = drawn({elements}, draw, name == "Log" || name == "Sqrt");
  const Tensor b = drawn({elements}, draw);
  constexpr int64_t opset = 18;
  SmallModel small(opset);
  small.input("a", a);
  const bool two = find_schema("", name, opset)->inputs.size() == 2;
  if (two) small.input("b", b);
  small.node(name, two ? std::vector<std::string>{"a", "b"} : std::vector<std::string>{"a"}, {"y"});
  Bindings inputs = {{"a", a}};
  if (two) inputs["b"] = b;
  add_call(op, small.output("y").model(), inputs, draw, tally);
}

// A call of about n · n sums of so many terms each.
void add_sums(const PlainOperator& op, size_t n, size_t terms, Draw& draw, Tally& tally,
              Roundings roundings) {
  const std::string name = operator_name(op);
  SmallModel small(13);
  Bindings inputs;
  const auto input = [&](const std::string& letter, const Shape& shape) {
    const Tensor value = drawn(shape, draw);
    small.input(letter, value);
    inputs[letter] = value;
  };
  if (name == "MatMul" || name == "Gemm") {
    input("a", {n, terms});
    input("b", {terms, n});
    small.node(name, {"a", "b"}, {"y"});
  } else if (name == "Conv") {
    constexpr size_t kernel = 2;
    const size_t channels = std::max<size_t>(terms / (kernel * kernel), 1);
    input("a", {1, channels, n + kernel - 1, n + kernel - 1});
    input("b", {1, channels, kernel, kernel});
    small.node(name, {"a", "b"}, {"y"});
  } else {
    input("a", {n, n, terms});
    small.node(name, {"a"}, {"y"});
    if (name == "ReduceMean") small.set("axes", std::vector<int64_t>{2});
    if (name == "ReduceSum") {
      small.initializer("axes", vector_of({2}));
      small.proto().mutable_graph()->mutable_node(0)->add_input("axes");
    }
  }
  add_call(op, small.output("y").model(), inputs, draw, tally, roundings);
}

// The tallies' operators with a median of at least `limit`, but for those known to have one.
std::string too_wide(std::vector<Tally>& all, double limit, const std::set<std::string>& known) {
  std::string result;
  for (Tally& tally : all) {
    INFO(tally.line());
    CHECK(tally.wrong == 0);
    if (tally.median() >= limit && !known.contains(tally.name)) result += tally.line() + "\n";
  }
  return result;
}

// A bound for every order is n units of Σ|terms|, and the error of a random order is not.
TEST_CASE("Bounds of up to 125 terms are less than 30 times the errors of sums in a random order") {
  constexpr size_t most_terms = 125;
  Draw draw(1);
  std::vector<Tally> all;
  for (const PlainOperator& op : plain_floats::sums()) {
    add_generated(op, 400, draw, all.emplace_back(op.name), most_terms);
    CHECK(all.back().ratios.size() > 100);
  }
  CHECK(too_wide(all, 30, {}).empty());
}

// The C library's functions are off by an ULP or two, where OpenCL allows 16 for Erf. Mish adds up
// what it allows for four functions.
TEST_CASE("Bounds of elementwise operators are less than 8 times the errors of float32 functions") {
  Draw draw(2);
  std::vector<Tally> all;
  for (const PlainOperator& op : plain_floats::elementwise()) {
    Tally& tally = all.emplace_back(op.name);
    add_generated(op, 5, draw, tally);
    add_elementwise(op, 5000, draw, tally);
  }
  CHECK(too_wide(all, 8, {"Erf-13", "Mish"}).empty());
}

// etalon-tests '[million]' prints the table. Sums of so many terms, by bounds for every order and
// by those that hold with a probability near 1.
TEST_CASE("No float32 evaluation of a million elements is beyond its bound", "[.][million]") {
  Draw draw(3);
  size_t elements = 0;
  const auto print = [&](Tally& tally) {
    elements += tally.elements;
    fmt::print("{}\n", tally.line());
    CHECK(tally.wrong == 0);
  };
  Tally elementwise("elementwise, all");
  for (const PlainOperator& op : plain_floats::elementwise()) {
    Tally tally(op.name);
    add_generated(op, 50, draw, tally);
    add_elementwise(op, 40'000, draw, tally);
    print(tally);
    elementwise.add(tally);
  }
  CHECK(elementwise.median() < 8);
  fmt::print("{}\n", elementwise.line());
  Tally sums("sums, generated, all");
  for (const PlainOperator& op : plain_floats::sums()) {
    Tally generated(op.name + ", generated");
    add_generated(op, 300, draw, generated);
    print(generated);
    sums.add(generated);
    for (const size_t terms : {8, 64, 512}) {
      Tally any(fmt::format("{}, {} terms", op.name, terms));
      Tally independent(any.name + ", independent");
      const auto seed = static_cast<uint32_t>(terms);
      const size_t n = terms == 512 ? 30 : 100;
      Draw one(seed), other(seed);
      add_sums(op, n, terms, one, any, Roundings::any);
      add_sums(op, n, terms, other, independent, Roundings::independent);
      print(any);
      print(independent);
    }
  }
  CHECK(sums.median() < 30);
  fmt::print("{}\n{} elements\n", sums.line(), elements);
  CHECK(elements >= 1'000'000);
}

}  // namespace
}  // namespace etalon::tightness_test
