// Evaluations over a finite field: identities of real functions by their textbook, and functions
// that are not the same.
#include "engine/numerics/field.h"

#include "conformance/tests/catch.h"

#include "engine/formula.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/paths.h"

namespace etalon::test::field_test {
namespace {

class OverField {
 public:
  explicit OverField(uint64_t seed = 7) : field(seed) {}

  ArbBall input(const char* name) {
    Residue residue = field.of(name, {});
    residue.varies = true;
    return ArbBall::over_field(residue);
  }
  Field field;

 private:
  const Setting<Field*> in_force_{&Evaluation::field, &field};
  const Setting<long> bits_{&Evaluation::precision, 128};
};

bool same(const ArbBall& a, const ArbBall& b) { return a.residue() == b.residue(); }

}  // namespace

TEST_CASE("Rational identities hold over the field and others do not", "[numerics]") {
  OverField over;
  const ArbBall x = over.input("x"), y = over.input("y");
  CHECK(same((x + y) * (x - y), x * x - y * y));
  CHECK(same(x / y + y / x, (x * x + y * y) / (x * y)));
  CHECK(same(x * ArbBall(0.1f), ArbBall(0.1f) * x));
  CHECK(same(x / 3, x * (ArbBall(1) / 3)));
  CHECK_FALSE(same(x / 3, x * ArbBall(1.0 / 3)));  // a double is not a third
  CHECK_FALSE(same(x * ArbBall(0.1f), x * ArbBall(0.1)));
  CHECK_FALSE(same(x + y, x - y));
}

TEST_CASE("Constants know their digits and their residues", "[numerics]") {
  OverField over;
  const ArbBall third = ArbBall(1) / 3;
  CHECK(third < ArbBall(0.34));
  CHECK(same(third + third + third, ArbBall(1)));
  CHECK(same(real::exp(ArbBall(1)) * real::exp(ArbBall(2)), real::exp(ArbBall(3))));
  CHECK(same(-ArbBall(0x1p-1000) * ArbBall(0x1p1000), ArbBall(-1)));
}

TEST_CASE("Exponentials of sums are products", "[numerics]") {
  OverField over;
  const ArbBall x = over.input("x"), y = over.input("y");
  CHECK(same(real::exp(x + y), real::exp(x) * real::exp(y)));
  CHECK(same(1 / (1 + real::exp(-x)), real::exp(x) / (1 + real::exp(x))));
  CHECK(same(real::tanh(x / 2), 2 / (1 + real::exp(-x)) - 1));
  CHECK(same(real::log(real::exp(x)), x));
  const ArbBall sum = real::exp(x) + real::exp(y);
  CHECK(same(real::log(real::exp(x) / sum), x - real::log(sum)));
  CHECK(same(real::log(1 / (1 + real::exp(-x))), -real::log(1 + real::exp(-x))));
  CHECK(same(real::sinh(x), (real::exp(x) - 1 / real::exp(x)) / 2));
  CHECK(same(real::exp(real::exp(x)), real::exp(real::exp(x))));
  CHECK_FALSE(same(real::exp(x * y), real::exp(x) * real::exp(y)));
}

TEST_CASE("Roots powers and odd and even functions keep their rules", "[numerics]") {
  OverField over;
  const ArbBall x = over.input("x");
  CHECK(same(real::sqrt(x) * real::sqrt(x), x));
  CHECK(same(real::pow(x, ArbBall(0.5)), real::sqrt(x)));
  CHECK(same(real::pow(x, ArbBall(-2)), 1 / (x * x)));
  CHECK(same(real::pow(x, ArbBall(1.5)), x * real::sqrt(x)));
  const ArbBall root_of_8 = real::sqrt(ArbBall(8)), scale = real::sqrt(1 / root_of_8);
  CHECK(same(root_of_8 * real::sqrt(ArbBall(2)), ArbBall(4)));
  CHECK(same((x * scale) * (x * scale), x * x / root_of_8));
  CHECK(same(real::erf(-x), -real::erf(x)));
  CHECK(same(real::cos(-x), real::cos(x)));
  CHECK(same(real::ceil(x), -real::floor(-x)));
  CHECK_FALSE(same(real::sin(x), real::sin(2 * x)));
}

TEST_CASE("The root of a square is neither number that is squared", "[numerics]") {
  for (uint64_t seed = 0; seed < 24; ++seed) {
    OverField over(seed);
    const ArbBall x = over.input("x");
    CHECK_FALSE(same(real::sqrt(x * x), x));
    CHECK_FALSE(same(real::sqrt(x * x), -x));
    for (const double n : {3, 17, 19, 23, 29, 31}) {
      const ArbBall c = 1 / ArbBall(n);
      CHECK_FALSE(same(x * real::sqrt(c * c), -x / n));
    }
  }
}

TEST_CASE("Maxima do not depend on order and number", "[numerics]") {
  OverField over;
  const ArbBall x = over.input("x"), y = over.input("y"), z = over.input("z");
  CHECK(same(maximum(x, y), maximum(y, x)));
  CHECK(same(maximum(maximum(x, y), z), maximum(x, maximum(z, maximum(y, x)))));
  CHECK(same(maximum(maximum(x, 0), 0), maximum(x, 0)));
  CHECK(same(maximum(x, -x), real::abs(x)));
  CHECK(same(maximum(x, 0) - maximum(-x, 0), x));
  CHECK(same(minimum(x, y) + maximum(x, y), x + y));
  CHECK(same(maximum(maximum(x, -1), 2), maximum(x, 2)));
  CHECK(same(maximum(x, -std::numeric_limits<double>::infinity()), x));
  CHECK_FALSE(same(maximum(x, 0), x));
  CHECK_FALSE(same(maximum(x, 1), maximum(x, 2)));
}

TEST_CASE("A formula that compares is one function of all answers", "[numerics]") {
  OverField over;
  const ArbBall x = over.input("x"), y = over.input("y");
  const auto relu = over_paths([&]() -> ArbBall { return x < 0 ? ArbBall(0) : x; });
  const auto other = over_paths([&]() -> ArbBall { return x > 0 ? x : ArbBall(0); });
  CHECK(same(relu, maximum(x, 0)));
  CHECK(same(other, relu));
  const auto leaky = over_paths([&]() -> ArbBall { return x < 0 ? 0.25 * x : x; });
  CHECK(same(leaky, maximum(x, 0) - 0.25 * maximum(-x, 0)));
  const auto step = over_paths([&]() -> ArbBall { return x < 0 ? ArbBall(0) : ArbBall(1); });
  const auto at_zero = over_paths([&]() -> ArbBall { return x > 0 ? ArbBall(1) : ArbBall(0); });
  CHECK_FALSE(same(step, at_zero));  // they differ at 0
  const auto middle = over_paths([&]() -> ArbBall { return x < y ? (y < x ? ArbBall(3) : x) : y; });
  CHECK_FALSE(same(middle, x));
  CHECK(same(over_paths([&]() -> ArbBall { return x - x < 1 ? y : x; }), y));
}

TEST_CASE("Conditions on one difference are sets of its signs", "[numerics]") {
  OverField over;
  const ArbBall x = over.input("x"), y = over.input("y");
  const auto value = [](auto condition) {
    return over_paths([&]() -> ArbBall { return condition() ? 1.0 : 0.0; }).residue();
  };
  const Residue less = value([&] { return x < y; }), greater = value([&] { return x > y; }),
                equal = value([&] { return x == y; }), no_less = value([&] { return x >= y; });
  const auto logical = [&](Logical how, const Residue& a, const Residue& b) {
    return over.field.logical(how, a, b);
  };
  CHECK(logical(Logical::either, greater, equal) == no_less);
  CHECK(logical(Logical::opposite, less, less) == no_less);
  CHECK(logical(Logical::both, less, greater).is_zero());
  CHECK(logical(Logical::one, no_less, greater) == equal);
  CHECK_FALSE(greater == no_less);
  CHECK_FALSE(logical(Logical::both, less, value([&] { return x < 0; })) == less);
}

TEST_CASE("What needs the digits of an input is undecided", "[numerics]") {
  OverField over;
  const ArbBall x = over.input("x");
  CHECK_THROWS_AS(x < 1, Undecided);
  CHECK_THROWS_AS(x.middle(), Undecided);
  CHECK_THROWS_AS(to_integer(real::floor(x)), Undecided);
  CHECK_THROWS_AS(over.input("y") / (x - x), Undecided);
  const Tensor one = rounded(DType::float32, full<ArbBall>({2}, x));
  CHECK_THROWS_AS(one.as<double>(), Undecided);
  CHECK_THROWS_AS(cast(one, DType::int32), Undecided);
  CHECK(residues_of(cast(one, DType::float16)).size() == 2);
}

TEST_CASE("Sums of products know their residues with few and with many terms", "[numerics]") {
  OverField over;
  for (const size_t terms : {size_t{3}, size_t{5000}}) {
    Array<ArbBall> x = full<ArbBall>({1, terms}, ArbBall(0));
    ArbBall sum = 0;
    Reals w = full({terms, 1}, 0.0);
    for (size_t k = 0; k < terms; ++k) {
      Residue residue = over.field.of("x", {residue_of(double(k))});
      residue.varies = true;
      x.data()[k] = ArbBall::over_field(residue);
      w.data()[k] = 0.1f * float(k % 7) - 0.25f;
      sum += x.data()[k] * w.data()[k];
    }
    const Tensor product = matmul(rounded(DType::float32, x), Tensor::decided(DType::float32, w));
    CHECK(same(elements_of<ArbBall>(product).data()[0], sum));
  }
}

}  // namespace etalon::test::field_test
