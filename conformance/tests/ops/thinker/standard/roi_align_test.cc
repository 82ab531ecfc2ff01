#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_roi_align_test {

TEST_CASE("thinker's RoiAlign calls its scale spatial_ratio") {
  // One sample, at the middle of the scaled region: (½, ½) and (1, 1).
  const Values given{f32({1, 1, 2, 2}, {1, 2, 3, 4}), f32({1, 4}, {0, 0, 4, 4}), i64({1}, {0})};
  const auto align = [](double ratio) {
    return thinker("RoiAlign", 10).set("sampling_ratio", 1).set("spatial_ratio", ratio);
  };
  CHECK(show(align(0.25).run(given)) == "float[1, 1, 1, 1] 2.5");
  CHECK(show(align(0.5).run(given)) == "float[1, 1, 1, 1] 4");
}

}  // namespace etalon::test::thinker_roi_align_test
