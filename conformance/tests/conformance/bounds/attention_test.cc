// Attention's rounding bounds: what a sound evaluation, made of plain float arithmetic, gives is
// within them, and an Attention computed in float16 beyond.
#include <cmath>
#include <optional>

#include "conformance/bounds/bounds.h"
#include "conformance/generate/draw.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/judged.h"

namespace etalon::attention_bounds_test {
namespace {

using test::reals;
using test::SmallModel;
using Numbers = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Sizes {
  size_t queries = 6, keys = 7, head = 8;
};

// One head; numbers of `type`.
struct Operands {
  Numbers Q, K, V, mask;  // mask: empty, or a bias of each score
};

Operands drawn(const Sizes& sizes, Draw& draw) {
  const auto numbers = [&](size_t count) {
    Numbers all(count);
    for (double& x : all) x = static_cast<float>(draw.real(-2, 2));
    return all;
  };
  return {numbers(sizes.queries * sizes.head),
          numbers(sizes.keys * sizes.head),
          numbers(sizes.keys * sizes.head),
          {}};
}

// How a runtime computes: the types of its steps, and where it scales.
struct Way {
  DType products = DType::float32, softmax = DType::float32;
  bool scales_first = false;
};

double rounded(DType type, double x) {
  return type == DType::float32 ? double(static_cast<float>(x)) : round_to(type, x);
}

// Σ a·b, one term after the other.
double dot(DType type, const Numbers& a, const Numbers& b, size_t n, size_t a_at, size_t b_at,
           size_t b_step) {
  double sum = 0;
  for (size_t k = 0; k < n; ++k) {
    sum = rounded(type, sum + rounded(type, a[a_at + k] * b[b_at + k * b_step]));
  }
  return sum;
}

Numbers softmax(DType type, const Numbers& scores) {
  double greatest = -infinity, sum = 0;
  for (const double x : scores) greatest = std::max(greatest, rounded(type, x));
  Numbers e;
  for (const double x : scores) {
    e.push_back(rounded(type, std::exp(rounded(type, rounded(type, x) - greatest))));
    sum = rounded(type, sum + e.back());
  }
  for (double& x : e) x = rounded(type, x / sum);
  return e;
}

Numbers plain_attention(const Sizes& sizes, const Operands& of, const Way& way) {
  const DType type = way.products;
  const double scale = rounded(type, 1 / rounded(type, std::sqrt(double(sizes.head))));
  const double root = way.scales_first ? rounded(type, std::sqrt(scale)) : 1;
  Numbers Q = of.Q, K = of.K, V = of.V, Y;
  for (double& x : Q) x = rounded(type, rounded(type, x) * root);
  for (double& x : K) x = rounded(type, rounded(type, x) * root);
  for (double& x : V) x = rounded(type, x);
  for (size_t i = 0; i < sizes.queries; ++i) {
    Numbers scores;
    for (size_t j = 0; j < sizes.keys; ++j) {
      const double product = dot(type, Q, K, sizes.head, i * sizes.head, j * sizes.head, 1);
      const double score = way.scales_first ? product : rounded(type, product * scale);
      const double bias = of.mask.empty() ? 0 : of.mask[i * sizes.keys + j];
      scores.push_back(rounded(type, score + bias));
    }
    Numbers weights = softmax(way.softmax, scores);
    for (double& x : weights) x = rounded(type, x);
    for (size_t j = 0; j < sizes.head; ++j) {
      Y.push_back(dot(type, weights, V, sizes.keys, 0, j, sizes.head));
    }
  }
  return Y;
}

struct Setting {
  int64_t opset = 23;
  std::optional<DType> softmax_precision = std::nullopt;
  DType of_V = DType::float32;
};

BoundedOutputs bounded(const Sizes& sizes, const Operands& of, const Setting& setting = {}) {
  const auto tensor = [&](const Numbers& x, size_t rows, size_t columns, DType type) {
    return reals(type, x).reshaped({1, 1, rows, columns});
  };
  const Tensor Q = tensor(of.Q, sizes.queries, sizes.head, DType::float32);
  const Tensor K = tensor(of.K, sizes.keys, sizes.head, DType::float32);
  const Tensor V = tensor(of.V, sizes.keys, sizes.head, setting.of_V);
  SmallModel small(setting.opset);
  Bindings inputs{{"Q", Q}, {"K", K}, {"V", V}};
  std::vector<std::string> names{"Q", "K", "V"};
  if (!of.mask.empty()) {
    inputs["mask"] = tensor(of.mask, sizes.queries, sizes.keys, DType::float32);
    names.emplace_back("mask");
  }
  for (const std::string& name : names) small.input(name, inputs.at(name));
  small.node("Attention", names, {"Y"});
  if (setting.softmax_precision) {
    small.set("softmax_precision", static_cast<int64_t>(*setting.softmax_precision));
  }
  return evaluate_with_bounds(small.output("Y").model(), inputs);
}

Grade verdict(const Numbers& Y, const BoundedOutputs& expected) {
  INFO(expected.bounds.at(0).reason);
  REQUIRE(expected.bounds.at(0).kind == Bound::Kind::known);
  const Shape& shape = expected.outputs.at(0).tensor().shape();
  return rounding_verdict({reals(DType::float32, Y).reshaped(shape)}, expected).grade;
}

constexpr auto within = Grade::rounding;
constexpr auto beyond = Grade::wrong;

TEST_CASE("Attention in float32 is within its bound; wherever it scales; in float16 it is beyond") {
  Draw draw(7);
  for (const int64_t opset : {23, 24, 25}) {
    for (int call = 0; call < 10; ++call) {
      const Sizes sizes;
      const Operands of = drawn(sizes, draw);
      const BoundedOutputs expected = bounded(sizes, of, {opset});
      CHECK(verdict(plain_attention(sizes, of, {}), expected) <= within);
      CHECK(verdict(plain_attention(sizes, of, {.scales_first = true}), expected) <= within);
      const Way half{DType::float16, DType::float16};
      CHECK(verdict(plain_attention(sizes, of, half), expected) == beyond);
    }
  }
}

// The fewer terms there are, the more the scale's own roundings count.
TEST_CASE("Attention with Q and K scaled before a product of few terms is within its bound") {
  Draw draw(11);
  for (const size_t head : {1, 2, 3}) {
    for (int call = 0; call < 40; ++call) {
      const Sizes sizes{4, 2, head};
      const Operands of = drawn(sizes, draw);
      const BoundedOutputs expected = bounded(sizes, of);
      CHECK(verdict(plain_attention(sizes, of, {.scales_first = true}), expected) <= within);
      CHECK(verdict(plain_attention(sizes, of, {}), expected) <= within);
    }
  }
}

TEST_CASE("Attention has a bound whatever softmax_precision says; by that type's roundings") {
  Draw draw(13);
  const Sizes sizes;
  for (const DType type : {DType::float32, DType::float64, DType::float16, DType::bfloat16}) {
    for (int call = 0; call < 10; ++call) {
      const Operands of = drawn(sizes, draw);
      const BoundedOutputs expected = bounded(sizes, of, {24, type});
      INFO(name(type));
      CHECK(verdict(plain_attention(sizes, of, {DType::float32, type}), expected) <= within);
      const Way half{DType::float16, DType::float16};
      const bool is_wide = type == DType::float32 || type == DType::float64;
      if (is_wide) CHECK(verdict(plain_attention(sizes, of, half), expected) == beyond);
    }
  }
}

TEST_CASE("Attention has a bound where V is of another type") {
  Draw draw(17);
  const Sizes sizes;
  for (const DType type : {DType::float64, DType::float16, DType::bfloat16}) {
    Operands of = drawn(sizes, draw);
    for (double& x : of.V) x = rounded(type, x);
    const BoundedOutputs expected = bounded(sizes, of, {23, std::nullopt, type});
    INFO(name(type));
    CHECK(verdict(plain_attention(sizes, of, {}), expected) <= within);
    const Way half{DType::float16, DType::float16};
    CHECK(verdict(plain_attention(sizes, of, half), expected) == beyond);
  }
}

// The least float swallows each score, so that all keys weigh alike; before that rounding, they
// weigh as without a mask.
TEST_CASE("Attention's bound allows a mask of the least floats to swallow the scores or not") {
  Draw draw(19);
  const Sizes sizes;
  Operands of = drawn(sizes, draw);
  const Numbers unmasked = plain_attention(sizes, of, {});
  of.mask.assign(sizes.queries * sizes.keys, std::numeric_limits<float>::lowest());
  const BoundedOutputs expected = bounded(sizes, of);
  CHECK(verdict(plain_attention(sizes, of, {}), expected) <= within);
  CHECK(verdict(unmasked, expected) <= within);
  CHECK(verdict(Numbers(sizes.queries * sizes.head, 100), expected) == beyond);
}

}  // namespace
}  // namespace etalon::attention_bounds_test
