#include "conformance/tests/ops/ai.onnx.preview.training/training/optimizers.h"

namespace etalon::test::momentum_test {

using namespace optimizers;

namespace {

OneNode momentum(const char* mode, size_t outputs = 2) {
  OneNode made = optimizer("Momentum", outputs);
  made.set("alpha", 0.5).set("beta", 0.25).set("norm_coefficient", 0.0).set("mode", mode);
  return made;
}

}  // namespace

TEST_CASE("Momentum-1 takes beta for 1 in the first iteration") {
  const auto run = [](int64_t count) {
    return shown(momentum("standard").run_all({R(0.5), T(count), one(1), one(2), one(4)}));
  };
  CHECK(run(0) == "float[1] -1; float[1] 4");       // V = 0.5·4 + 2
  CHECK(run(1) == "float[1] -0.25; float[1] 2.5");  // V = 0.5·4 + 0.25·2
}

TEST_CASE("Momentum-1 with mode nesterov looks a step ahead") {
  // V = 2.5, X = 1 - 0.5·(2 + 0.5·2.5)
  CHECK(shown(momentum("nesterov").run_all({R(0.5), T(1), one(1), one(2), one(4)})) ==
        "float[1] -0.625; float[1] 2.5");
  // G = 2·1 + 0
  CHECK(shown(momentum("nesterov")
                  .set("norm_coefficient", 2.0)
                  .run_all({R(0.5), T(1), one(1), one(0), one(4)})) ==
        "float[1] -0.625; float[1] 2.5");
}

TEST_CASE("Momentum-1 refuses inputs that do not fit") {
  CHECK(momentum("standard").error({R(1), T(0), one(1), one(1)}) ==
        "InvalidInput: ai.onnx.preview.training.Momentum-1 (output 'y0'): 2 inputs are not 3 for "
        "each optimised tensor");
  CHECK(momentum("standard").error({R(1), T(0), one(1), f32({2}, {1, 2}), one(1)}) ==
        "InvalidInput: ai.onnx.preview.training.Momentum-1 (output 'y0'): the shapes [1] and [2] "
        "of one tensor's inputs differ");
  CHECK(
      momentum("fast").error({R(1), T(0), one(1), one(1), one(1)}) ==
      "InvalidInput: ai.onnx.preview.training.Momentum-1 (output 'y0'): mode is 'fast'; it may be "
      "standard, nesterov");
}

TEST_CASE("Momentum-1 takes empty tensors") {
  const Tensor none = Tensor::zeros(DType::float32, {0});
  CHECK(shown(momentum("standard").run_all({R(1), T(0), none, none, none})) ==
        "float[0]; float[0]");
}

}  // namespace etalon::test::momentum_test
