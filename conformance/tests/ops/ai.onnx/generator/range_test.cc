#include "conformance/tests/ops/one_node.h"

namespace etalon::test::range_test {

TEST_CASE("Range counts up or down; exclusive of the limit") {
  OneNode range("Range", 11);
  CHECK(show(range.run({i64({}, {3}), i64({}, {9}), i64({}, {3})})) == "int64[2] 3 6");
  CHECK(show(range.run({i64({}, {10}), i64({}, {4}), i64({}, {-2})})) == "int64[3] 10 8 6");
  CHECK(show(range.run({i64({}, {1}), i64({}, {1}), i64({}, {1})})) == "int64[0]");
  CHECK(show(range.run({i64({}, {1}), i64({}, {5}), i64({}, {-1})})) == "int64[0]");
  CHECK(show(range.run({f32({}, {0}), f32({}, {1}), f32({}, {0.25})})) ==
        "float[4] 0 0.25 0.5 0.75");
}

TEST_CASE("Range does not overflow at the ends of int64") {
  OneNode range("Range", 11);
  CHECK(show(range.run({i64({}, {INT64_MIN}), i64({}, {INT64_MAX}), i64({}, {INT64_MAX})})) ==
        "int64[3] -9223372036854775808 -1 9223372036854775806");
  CHECK(show(range.run({i64({}, {INT64_MAX}), i64({}, {INT64_MIN}), i64({}, {INT64_MIN})})) ==
        "int64[2] 9223372036854775807 -1");
}

TEST_CASE("Range refuses a step of 0 and lengths that are not finite") {
  OneNode range("Range", 11);
  CHECK(range.error({i64({}, {1}), i64({}, {2}), i64({}, {0})}) ==
        "InvalidInput: Range-11 (output 'y0'): delta is 0");
  CHECK(range.error({f32({}, {1}), f32({}, {INFINITY}), f32({}, {1})}) ==
        "InvalidInput: Range-11 (output 'y0'): the number of elements is not finite");
  CHECK(range.error({f32({}, {NAN}), f32({}, {1}), f32({}, {1})}) ==
        "InvalidInput: Range-11 (output 'y0'): the number of elements is not finite");
}

TEST_CASE("Range-27 computes 16-bit floats in stash_type") {
  const auto half = [](double x) { return tensor(DType::float16, {}, {x}); };
  // 2049 · 0.25 - 512 is 0.25; but in float16, which has no 2049, it is 2048 · 0.25 - 512.
  const auto last = [](const Value& output) { return output.tensor().as<double>()(2049); };
  const Values inputs{half(-512), half(0.5), half(0.25)};
  CHECK(last(OneNode("Range", 27).run(inputs)) == 0.25);
  CHECK(last(OneNode("Range", 27).set("stash_type", 10).run(inputs)) == 0);
  CHECK(near(OneNode("Range", 27).run({half(2048), half(2052), half(1)}),
             tensor(DType::float16, {4}, {2048, 2048, 2050, 2052}), 0));
  CHECK(OneNode("Range", 27).set("stash_type", 7).error({half(1), half(2), half(0.5)}) ==
        "InvalidInput: Range-27 (output 'y0'): stash_type 7 is not a floating-point type");
  CHECK(show(OneNode("Range", 27)
                 .set("stash_type", 7)
                 .run({i64({}, {0}), i64({}, {2}), i64({}, {1})})) == "int64[2] 0 1");
}

}  // namespace etalon::test::range_test
