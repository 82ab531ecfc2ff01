#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bifurcation_detector_test {

namespace {

OneNode detector() { return OneNode("BifurcationDetector", 1, "com.microsoft").outputs(2); }

}  // namespace

TEST_CASE("BifurcationDetector matches no n-gram that is longer than the tokens") {
  CHECK(shown(detector().run_all({i64({2}, {4, 4}), i64({1}, {4}), i64({1}, {0})})) ==
        "int64[1] 4; int64[1] -1");
  CHECK(shown(detector().run_all({i64({2}, {4, 4}), i64({0}, {}), i64({}, {0})})) ==
        "int64[0]; int64[] -1");
}

TEST_CASE("BifurcationDetector refuses what does not fit") {
  const std::string place = "InvalidInput: com.microsoft.BifurcationDetector-1 (output 'y0'): ";
  const Tensor src = i64({2}, {1, 2}), cur = i64({1}, {0});
  CHECK(detector().error({src, cur, i64({1}, {3}), i64({1}, {1})}) ==
        place + "prev_suffix_match_idx 3 is outside [0, 2]");
  CHECK(detector().error({src, cur, i64({1}, {1}), i64({1}, {1})}) ==
        place + "pred_tokens has the shape [1], not [2]");
  CHECK(detector().set("min_ngram_size", 4).error({src, cur, i64({1}, {0})}) ==
        place + "n-grams of 4 to 3 tokens");
  CHECK(detector().error({src, i64({}, {0}), i64({1}, {0})}) ==
        place + "cur_tokens has rank 0, not 1");
}

}  // namespace etalon::test::bifurcation_detector_test
