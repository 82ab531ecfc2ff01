#include "ops/ai.onnx/rnn/weights.h"
#include "engine/values/evaluation.h"

#include "conformance/tests/catch.h"

namespace etalon::test::weights_test {
namespace {

Weights weights(const Reals& values) { return Weights(Tensor::of(DType::float64, values)); }

// [[1, −0], [1, −0], [1, 0.5]]
const Weights W = weights({{1, -0.0}, {1, -0.0}, {1, 0.5}});

template <class R>
Array<R> product(const Reals& x) {
  return W.product(Array<R>(x));
}

bool is_negative_zero(double x) { return x == 0 && std::signbit(x); }

}  // namespace

TEST_CASE("A product of weights and balls contains the exact sum") {
  const Array<Ball> y = product<Ball>({{1e16, 1, -1e16}});
  CHECK(y(0, 0).lower() <= 1);
  CHECK(y(0, 0).upper() >= 1);
  const Array<Ball> z = W.product(Array<Ball>{{Ball(0, 0.25), Ball(2, 0.5), Ball(1)}});
  CHECK(z(0, 0).lower() <= 2.25);
  CHECK(z(0, 0).upper() >= 3.75);
  CHECK(z(0, 0).radius() < 0.76);
}

TEST_CASE("A product of weights and Arb's balls is exact where the bits suffice") {
  const Setting scope(&Evaluation::precision, 128);
  const Array<ArbBall> y = product<ArbBall>({{1e16, 1, -1e16}, {0, 0, 1}});
  CHECK(y(0, 0).middle() == 1);
  CHECK(y(0, 0).radius() == 0);
  CHECK(y(1, 1).middle() == 0.5);
}

TEST_CASE("Weights that are far apart and more bits; are left to Arb") {
  const Weights too_far = weights({{1, 1}, {0x1p-100, 0.5}});
  CHECK_THROWS_AS(too_far.product(Array<WideBall>{{1, 1}}), Undecided);
  const Weights far = weights({{1, 1}, {0x1p-80, 0.5}});
  for (const long bits : {128, 300}) {
    const Setting scope(&Evaluation::precision, bits);
    const Array<ArbBall> y = far.product(Array<ArbBall>{{1, 0x1p-10}});
    const Setting more(&Evaluation::precision, 300);
    CHECK((y(0, 0) - ArbBall(1)).middle() == 0x1p-90);
    CHECK((y(0, 1) - ArbBall(1)).middle() == 0x1p-11);
  }
}

TEST_CASE("A product of weights is -0 where all addends are") {
  const Setting scope(&Evaluation::precision, 128);
  const Reals x{{1, 1, -0.0}, {1, -1, 0}};
  const Array<Ball> balls = product<Ball>(x);
  const Array<ArbBall> arb_balls = product<ArbBall>(x);
  CHECK(is_negative_zero(balls(0, 1).middle()));  // 1·−0 + 1·−0 + −0·0.5
  CHECK(is_negative_zero(arb_balls(0, 1).middle()));
  CHECK(!std::signbit(balls(1, 1).middle()));  // 1·−0 + −1·−0 + 0·0.5
  CHECK(!std::signbit(arb_balls(1, 1).middle()));
  CHECK(arb_balls(1, 0).radius() == 0);  // 1 − 1
  CHECK(!std::signbit(arb_balls(1, 0).middle()));
}

TEST_CASE("A product of weights and infinities follows IEEE 754") {
  const Setting scope(&Evaluation::precision, 128);
  const double infinity = std::numeric_limits<double>::infinity();
  const Array<ArbBall> y = product<ArbBall>({{infinity, 1, 1}});
  CHECK(y(0, 0).middle() == infinity);
  CHECK(std::isnan(y(0, 1).middle()));  // infinity times −0
  CHECK_THROWS_AS(product<Ball>({{infinity, 1, 1}}), Undecided);
}

}  // namespace etalon::test::weights_test
