#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_slice_test {

TEST_CASE("thinker's Slice runs along one axis") {
  const Tensor data = f32({4}, {0, 1, 2, 3});
  const auto one = [](int64_t value) { return i64({1}, {value}); };
  CHECK(show(thinker("Slice", 13).run({data, one(1), one(3)})) == "float[2] 1 2");
  CHECK(show(thinker("Slice", 13)
                 .run({data, i64({}, {-1}), i64({}, {-5}), i64({}, {0}), i64({}, {-2})})) ==
        "float[2] 3 1");
  CHECK(show(thinker("Slice", 13).run({data, one(3), one(1)})) == "float[0]");
  CHECK(thinker("Slice", 13).error({f32({1, 1}, {1}), i64({2}, {0, 0}), i64({2}, {1, 1})}) ==
        "InvalidInput: thinker.Slice-13 (output 'y0'): starts has the shape [2] where one element "
        "is needed: a slice is along one axis");
  CHECK(thinker("Slice", 13).error({data, one(0), one(1), one(0), i64({0}, {})}) ==
        "InvalidInput: thinker.Slice-13 (output 'y0'): steps has the shape [0] where one element "
        "is needed: a slice is along one axis");
}

}  // namespace etalon::test::thinker_slice_test
