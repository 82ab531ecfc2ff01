#include "conformance/tests/ops/experimental/aten/aten.h"

namespace etalon::test::aten_products_test {

TEST_CASE("ATen's matrix products") {
  const Tensor A = f32({1, 2}, {1, 2});
  const Tensor B = f32({2, 2}, {1, 10, 100, 1000});
  CHECK(show(aten("mm").run({A, B})) == "float[1, 2] 201 2010");
  CHECK(show(aten("matmul").run({f32({2}, {1, 2}), B})) == "float[2] 201 2010");
  CHECK(show(aten("bmm").run({A.reshaped({1, 1, 2}), B.reshaped({1, 2, 2})})) ==
        "float[1, 1, 2] 201 2010");
  CHECK(show(aten("mm").run({i64({1, 1}, {INT64_MAX}), i64({1, 1}, {2})})) == "int64[1, 1] -2");
  CHECK(aten("mm").error({f32({2}, {1, 2}), B}) ==
        aten_place +
            "a tensor(float) of shape [2] cannot be multiplied with a tensor(float) of shape "
            "[2, 2]");
  CHECK(aten("bmm")
            .error({f32({1, 1, 1}, {1}), f32({2, 1, 1}, {1, 2})})
            .starts_with(aten_place + "a tensor(float) of shape [1, 1, 1] cannot"));
  CHECK(aten("matmul").error({A, f64({2, 1}, {1, 2})}).starts_with(aten_place));
}

TEST_CASE("ATen's addmm is beta self + alpha mat1 mat2") {
  const Tensor A = f32({1, 2}, {1, 2});
  const Tensor B = f32({2, 2}, {1, 10, 100, 1000});
  CHECK(show(aten("addmm").run({f32({2}, {0.5, -0.5}), A, B})) == "float[1, 2] 201.5 2009.5");
  CHECK(show(aten("addmm").set("alpha", 0.5).set("beta", 2).run({f32({}, {1}), A, B})) ==
        "float[1, 2] 102.5 1007");
  // (1 + 2^-52)² − 1 − 2^-51 = 2^-104
  CHECK(show(aten("addmm").run({f64({1, 1}, {-1 - 0x1p-51}), f64({1, 1}, {1 + 0x1p-52}),
                                f64({1, 1}, {1 + 0x1p-52})})) == show(f64({1, 1}, {0x1p-104})));
  CHECK(aten("addmm").error({f32({1}, {1}), B, A}) ==
        aten_place + "A of shape [2, 2] and B of shape [1, 2] do not fit a matrix product");
  CHECK(aten("addmm").error({f32({3}, {1, 2, 3}), A, B}).starts_with(aten_place));
}

}  // namespace etalon::test::aten_products_test
