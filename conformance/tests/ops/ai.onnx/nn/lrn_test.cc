#include "conformance/tests/ops/one_node.h"

namespace etalon::test::lrn_test {

TEST_CASE("LRN divides by the squares of the neighbouring channels") {
  const Tensor X = f32({1, 4, 1}, {1, 2, 3, 4});
  const auto lrn = [](int64_t size) {
    return OneNode("LRN", 1)
        .set("size", size)
        .set("alpha", double(size))
        .set("beta", 1.0)
        .set("bias", 0.0);
  };
  CHECK(show(lrn(1).run({X})) == "float[1, 4, 1] 1 0.5 0.33333334 0.25");
  // Sums of squares from c − 1 to c + 1: 5, 14, 29, 25.
  CHECK(show(lrn(3).run({X})) == "float[1, 4, 1] 0.2 0.14285715 0.10344828 0.16");
  // Of two, the one after c: 5, 13, 25, 16.
  CHECK(show(lrn(2).run({X})) == "float[1, 4, 1] 0.2 0.15384616 0.12 0.25");
  CHECK(show(lrn(100).set("alpha", 100.0).run({X})) ==
        "float[1, 4, 1] 0.033333335 0.06666667 0.1 0.13333334");
}

TEST_CASE("LRN never looks into another instance and has its exponent and bias") {
  CHECK(show(OneNode("LRN", 13)
                 .set("size", 3)
                 .set("alpha", 3.0)
                 .set("beta", 0.5)
                 .set("bias", 9.0)
                 .run({f32({2, 1, 2}, {4, 0, 1, NAN})})) ==
        "float[2, 1, 2] 0.8 0 0.31622776 nan");  // 4 / √25, 1 / √10
  CHECK(show(OneNode("LRN", 13).set("size", 1).run({tensor(DType::bfloat16, {1, 1}, {0})})) ==
        "bfloat16[1, 1] 0");
  CHECK(show(OneNode("LRN", 13).set("size", 1).run({f32({1, 0, 2}, {})})) == "float[1, 0, 2]");
  CHECK(OneNode("LRN", 13)
            .set("size", 0)
            .error({f32({1, 1}, {1})})
            .ends_with("size is 0, less than 1"));
  CHECK(OneNode("LRN", 13)
            .set("size", 1)
            .error({f32({1}, {1})})
            .ends_with("X has rank 1, less than 2"));
}

}  // namespace etalon::test::lrn_test
