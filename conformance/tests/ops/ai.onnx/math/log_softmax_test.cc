#include "conformance/tests/ops/one_node.h"

namespace etalon::test::log_softmax_test {

TEST_CASE("LogSoftmax-11 flattens the trailing axes; LogSoftmax-13 runs along one") {
  const Tensor x = f32({1, 2, 2}, {0, 0, 0, 0});
  const double log_4 = std::log(4.0);
  const double log_2 = std::log(2.0);
  for (const int64_t opset : {1, 11}) {
    CHECK(near(OneNode("LogSoftmax", opset).run({x}),
               f32({1, 2, 2}, {-log_4, -log_4, -log_4, -log_4}), 0));
  }
  CHECK(near(OneNode("LogSoftmax", 13).run({x}), f32({1, 2, 2}, {-log_2, -log_2, -log_2, -log_2}),
             0));
  CHECK(near(OneNode("LogSoftmax", 13).set("axis", 0).run({x}), f32({1, 2, 2}, {0, 0, 0, 0}), 0));
}

TEST_CASE("LogSoftmax keeps a small loss next to a large score") {
  // -log(1 + e^-40) and -40 - log(1 + e^-40), Python's decimal.
  CHECK(near(OneNode("LogSoftmax", 13).run({f32({2}, {0, -40})}),
             f32({2}, {-4.248354255291589e-18, -40})));
  CHECK(show(OneNode("LogSoftmax", 13).run({f32({2}, {0, -1e6})})) == "float[2] -0 -1000000");
}

TEST_CASE("LogSoftmax treats infinities and NaN as the log of Softmax does") {
  CHECK(show(OneNode("LogSoftmax", 13).run({f32({2}, {-INFINITY, 0})})) == "float[2] -inf 0");
  CHECK(show(OneNode("LogSoftmax", 13).run({f32({2}, {INFINITY, 0})})) == "float[2] nan -inf");
  CHECK(show(OneNode("LogSoftmax", 13).run({f32({2}, {NAN, 0})})) == "float[2] nan nan");
  CHECK(show(OneNode("LogSoftmax", 13).run({f32({0, 2}, {})})) == "float[0, 2]");
}

}  // namespace etalon::test::log_softmax_test
