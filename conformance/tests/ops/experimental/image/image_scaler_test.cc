#include "conformance/tests/ops/one_node.h"

namespace etalon::test::image_scaler_test {

TEST_CASE("ImageScaler scales then adds the channel's bias") {
  OneNode scaler("ImageScaler", 1);
  scaler.set("bias", std::vector<double>{10, 20});
  const Tensor input = f32({2, 2, 1, 2}, {1, 2, 3, 4, 5, 6, NAN, INFINITY});
  CHECK(show(scaler.run({input})) == "float[2, 2, 1, 2] 11 12 23 24 15 16 nan inf");
  CHECK(show(scaler.set("scale", -1.0).run({input})) == "float[2, 2, 1, 2] 9 8 17 16 5 4 nan -inf");
  CHECK(show(scaler.run({f32({1, 2, 0, 1}, {})})) == "float[1, 2, 0, 1]");
  CHECK(show(OneNode("ImageScaler", 1).run({f32({1, 1, 1, 1}, {3})})) == "float[1, 1, 1, 1] 3");
  CHECK(scaler.error({f32({1, 1, 1, 1}, {3})}) ==
        "InvalidInput: ImageScaler-1 (output 'y0'): bias has 2 values for 1 channels");
  CHECK(scaler.error({f32({2}, {3, 4})}) ==
        "InvalidInput: ImageScaler-1 (output 'y0'): input has rank 1, not 4");
}

}  // namespace etalon::test::image_scaler_test
