// Operators of com.microsoft that are one of ai.onnx: the same numbers have the same verdict.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "conformance/judge/answer.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "onnx.pb.h"

namespace etalon::same_operator_test {
namespace {

using test::floats;
using test::SmallModel;
using Function = float (*)(float);

// The verdict on y = f(x), element by element in float32, of a node of these inputs.
class Judge {
 public:
  Judge(const char* domain, const char* name, int64_t opset, const Bindings& inputs,
        const std::vector<std::string>& names, double alpha = 0)
      : model_(built(domain, name, opset, inputs, names, alpha)) {
    for (const std::string& each : names) inputs_[each] = inputs.at(each);
    answers_ = answers_of(model_, inputs_, {}, {});
  }
  Grade operator()(const Tensor& y) const { return judge_values({y}, answers_, Tolerance()).grade; }

 private:
  static BoundModel built(const std::string& domain, const char* name, int64_t opset,
                          const Bindings& inputs, const std::vector<std::string>& names,
                          double alpha) {
    SmallModel small(domain.empty() ? opset : 21);
    for (const std::string& each : names) small.input(each, inputs.at(each));
    small.node(name, names, {"y"}).output("y");
    if (alpha != 0) small.set("alpha", alpha);
    if (!domain.empty()) {
      small.proto().mutable_graph()->mutable_node(0)->set_domain(domain);
      auto& import = *small.proto().add_opset_import();
      import.set_domain(domain);
      import.set_version(opset);
    }
    return small.model();
  }

  Bindings inputs_;
  BoundModel model_;
  std::vector<Answer> answers_;
};

std::vector<float> drawn(uint32_t seed, float width) {
  std::mt19937 random(seed);
  std::vector<float> x(64);
  for (float& each : x) each = width * (float(random() % 20001) / 10000 - 1);
  return x;
}

Tensor tensor_of(const std::vector<float>& x) { return floats({x.begin(), x.end()}); }

Tensor applied(Function f, std::vector<float> x) {
  std::transform(x.begin(), x.end(), x.begin(), f);
  return tensor_of(x);
}

constexpr float root_half = 0.70710678F;

const Function gelus[] = {
    [](float x) { return 0.5F * x * (1 + std::erf(x / std::sqrt(2.0F))); },
    [](float x) { return 0.5F * x * (1 + std::erf(x * root_half)); },
    [](float x) { return x * (0.5F * (1 + std::erf(x / std::sqrt(2.0F)))); },
    [](float x) { return x * (1 + std::erf(x * root_half)) * 0.5F; },
    [](float x) { return 0.5F * (x + x * std::erf(x * root_half)); },
    [](float x) { return 0.5F * x * std::erfc(-x * root_half); },
};

TEST_CASE("Gelu of com.microsoft and BiasGelu have the verdicts of ai.onnx's Gelu") {
  for (const float width : {6.0F, 1.0F, 1e-3F}) {
    for (const uint32_t seed : {1U, 2U}) {
      const std::vector<float> x = drawn(seed, width);
      const Bindings inputs = {{"x", tensor_of(x)},
                               {"b", tensor_of(std::vector<float>(x.size(), 0))}};
      const Judge onnx("", "Gelu", 20, inputs, {"x"});
      const Judge own("com.microsoft", "Gelu", 1, inputs, {"x"});
      const Judge with_bias("com.microsoft", "BiasGelu", 1, inputs, {"x", "b"});
      for (const Function f : gelus) {
        const Tensor y = applied(f, x);
        CHECK(onnx(y) <= Grade::rounding);
        CHECK(own(y) <= Grade::rounding);
        CHECK(with_bias(y) <= Grade::rounding);
      }
      const Tensor wrong = applied([](float v) { return gelus[0](v) * 1.0001F; }, x);
      CHECK(own(wrong) == onnx(wrong));
      CHECK(own(wrong) > Grade::rounding);
      CHECK(with_bias(wrong) > Grade::rounding);
    }
  }
}

TEST_CASE("FastGelu by tanh and by the sigmoid are not accused; one of other digits is") {
  const std::vector<float> x = drawn(3, 4);
  const Judge judge("com.microsoft", "FastGelu", 1, {{"x", tensor_of(x)}}, {"x"});
  const Function right[] = {
      [](float v) { return 0.5F * v * (1 + std::tanh(0.797885F * v + 0.035677F * v * v * v)); },
      [](float v) { return 0.5F * v + 0.5F * v * std::tanh(v * (0.035677F * v * v + 0.797885F)); },
      [](float v) { return v / (1 + std::exp(-2 * (v * (0.035677F * v * v + 0.797885F)))); },
  };
  for (const Function f : right) CHECK(judge(applied(f, x)) <= Grade::rounding);
  const auto other = [](float v) {
    return 0.5F * v * (1 + std::tanh(0.7978F * v + 0.035677F * v * v * v));
  };
  CHECK(judge(applied(other, x)) == Grade::wrong);
}

TEST_CASE("QuickGelu has the verdicts of Swish") {
  const std::vector<float> x = drawn(4, 5);
  const Bindings inputs = {{"x", tensor_of(x)}};
  const Judge swish("", "Swish", 24, inputs, {"x"}, 1.5);
  const Judge quick("com.microsoft", "QuickGelu", 1, inputs, {"x"}, 1.5);
  const Function ways[] = {
      [](float v) { return v / (1 + std::exp(-1.5F * v)); },
      [](float v) { return v * (1 / (1 + std::exp(-1.5F * v))); },
      [](float v) { return v * (0.5F * (1 + std::tanh(0.75F * v))); },
      [](float v) { return v / (1 + std::exp(-1.5001F * v)); },
  };
  for (const Function f : ways) CHECK(quick(applied(f, x)) == swish(applied(f, x)));
  CHECK(quick(applied(ways[0], x)) <= Grade::rounding);
  CHECK(quick(applied(ways[3], x)) == Grade::wrong);
}

}  // namespace
}  // namespace etalon::same_operator_test
