#include "conformance/generate/draw.h"

#include <algorithm>
#include <set>

#include "conformance/generate/elements.h"
#include "conformance/tests/catch.h"

namespace etalon::draw_test {
namespace {

TEST_CASE("Draw is NumPy's RandomState so a seed gives the same numbers everywhere") {
  Draw draw(7);
  // numpy.random.RandomState(7).random_sample(3) * 10
  CHECK(draw.below(10) == 0);
  CHECK(draw.below(10) == 7);
  CHECK(draw.below(10) == 4);
  std::set<size_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(draw.below(3));
  CHECK(seen == std::set<size_t>{0, 1, 2});
  std::vector<size_t> order = draw.permutation(5);
  std::sort(order.begin(), order.end());
  CHECK(order == std::vector<size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("Draw::broadcastable_to gives shapes that broadcast to the given one") {
  Draw draw(1);
  for (int i = 0; i < 300; ++i) {
    const Shape whole = draw.shape();
    const Shape part = draw.broadcastable_to(whole);
    REQUIRE(part.size() <= whole.size());
    for (size_t k = 1; k <= part.size(); ++k) {
      const size_t length = part[part.size() - k];
      CHECK((length == 1 || length == whole[whole.size() - k]));
    }
  }
}

TEST_CASE("random_tensor stays within the range and within the type") {
  Draw draw(3);
  for (const DType type : {DType::float32, DType::float16, DType::float8e4m3fn, DType::float4e2m1,
                           DType::int8, DType::uint64, DType::int4, DType::uint2}) {
    INFO(name(type));
    const Reals values = random_tensor(draw, type, {200}, {-3, 300}).as<double>();
    const double low = is_unsigned_integer(type) ? 0 : -3;
    for (const double value : values) {
      CHECK((value >= low && value <= 300));
    }
  }
  CHECK(random_tensor(draw, DType::string, {2}).dtype() == DType::string);
  CHECK(random_tensor(draw, DType::complex64, {}).shape().empty());
  CHECK(domain_of("Log", 0).low > 0);
  CHECK(domain_of("Acos", 0).high == 1);
}

}  // namespace
}  // namespace etalon::draw_test
