#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_grid_sample_test {

TEST_CASE("com.microsoft's GridSample is that of ai.onnx's version 16; of floats") {
  const Tensor X = counted({1, 2, 3, 4}), grid = f32({1, 1, 2, 2}, {-0.3, 0.4, 0.9, -1.2});
  OneNode sample("GridSample", 1, "com.microsoft");
  for (const char* mode : {"bilinear", "nearest", "bicubic"}) {
    CHECK(show(sample.set("mode", mode).run({X, grid})) ==
          show(OneNode("GridSample", 16).set("mode", mode).run({X, grid})));
  }
  CHECK(sample.error({zeros({1, 1, 1, 1}, DType::int32), zeros({1, 1, 1, 2}, DType::int32)}) ==
        "Unspecified: com.microsoft.GridSample-1 (output 'y0'): the text does not say which float "
        "type Y has for X of type int32");
}

}  // namespace etalon::test::microsoft_grid_sample_test
