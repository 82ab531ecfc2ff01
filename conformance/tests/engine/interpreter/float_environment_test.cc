#include "engine/values/float_environment.h"

#include <cfenv>

#include "conformance/tests/catch.h"
#include "conformance/tests/ops/one_node.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace etalon::test::float_environment_test {
namespace {

// A host's environment, until it is left.
class Host {
 public:
  Host() {
    std::fegetenv(&saved_);
    std::fesetround(FE_UPWARD);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ and DAZ
#endif
  }
  ~Host() { std::fesetenv(&saved_); }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

 private:
  std::fenv_t saved_;
};

}  // namespace

TEST_CASE("Evaluation rounds to nearest and keeps subnormal numbers whatever the host has set") {
  const Tensor third = tensor(DType::float32, {1}, {3});
  const Tensor small = tensor(DType::float32, {1}, {0x1p-140});
  Value quotient, product;
  int after = 0;
  {
    const Host host;
    quotient = OneNode("Div", 14).run({tensor(DType::float32, {1}, {1}), third});
    product = OneNode("Mul", 14).run({small, tensor(DType::float32, {1}, {0.5})});
    after = std::fegetround();
  }
  CHECK(show(quotient) == show(tensor(DType::float32, {1}, {0x1.555556p-2})));  // to nearest
  CHECK(show(product) == show(tensor(DType::float32, {1}, {0x1p-141})));
  CHECK(after == FE_UPWARD);
}

}  // namespace etalon::test::float_environment_test
