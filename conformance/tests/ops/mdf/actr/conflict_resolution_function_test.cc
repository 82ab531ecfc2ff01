#include <algorithm>

#include "conformance/tests/ops/mdf/actr/actr.h"
#include "engine/numerics/random.h"

namespace etalon::mdf::actr_tests::conflict_resolution_function_test {

TEST_CASE("ACT-R: conflict resolution draws uniformly and the same for the same seed") {
  const Value productions = json_value(R"([{"name": "a"}, {"name": "b"}, {"name": "c"}])");
  const auto names = [&](uint32_t seed, int count) {
    RandomStream stream(seed);
    std::string drawn;
    for (int i = 0; i < count; ++i) {
      const Value one = call_function("conflict_resolution_function", {productions}, {},
                                      {default_onnx_opset, &stream});
      drawn += one.dictionary().find("name")->text();
    }
    return drawn;
  };
  constexpr int draws = 3000;
  const std::string drawn = names(1, draws);
  CHECK(drawn == names(1, draws));
  CHECK(drawn != names(2, draws));
  for (const char name : {'a', 'b', 'c'}) {
    // 1000 expected; the deviation is √(3000·1/3·2/3) = 26, so 150 is more than five of them.
    const auto count = std::count(drawn.begin(), drawn.end(), name);
    CHECK(std::abs(count - 1000) < 150);
  }
}

TEST_CASE("ACT-R: no production to choose from is {}") {
  CHECK(text("conflict_resolution_function", {"[]"}) == "{}");
  CHECK(text("conflict_resolution_function", {R"([{"name": "a"}])"}) == R"({"name":"a"})");
}

}  // namespace etalon::mdf::actr_tests::conflict_resolution_function_test
