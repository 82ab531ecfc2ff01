// The results of operators with and without each difference of a release.
// Expectations by hand unless a comment says otherwise.

#include "conformance/tests/ops/one_node.h"

namespace etalon::as_released_test {
namespace {

using test::f32;
using test::i64;
using test::near;
using test::OneNode;
using test::show;
using test::tensor;

TEST_CASE("Momentum as 1.7.0 released it takes beta at once and leaves X") {
  OneNode momentum("Momentum", 1, "ai.onnx.preview.training");
  momentum.set("alpha", 0.95).set("beta", 0.1).set("norm_coefficient", 0.001);
  momentum.set("mode", "standard").outputs(2);
  const Values inputs{f32({}, {0.1}), i64({}, {0}), f32({1}, {1.2}), f32({1}, {-0.94}),
                      f32({1}, {1.7})};
  CHECK(near(momentum.run_all(inputs).at(0), f32({1}, {1.2 - 0.1 * 0.6762}), 2));
  const Differences released{"momentum-x-unchanged"};
  CHECK(show(momentum.as_released(released).run_all(inputs).at(0)) == "float[1] 1.2");
  // 0.95 · 1.7 + 0.1 · (0.001 · 1.2 − 0.94)
  CHECK(near(momentum.as_released(released).run_all(inputs).at(1), f32({1}, {1.52112}), 2));
}

TEST_CASE("SequenceInsert as 1.8.1 released it puts a tensor for position 0 at the end") {
  const OneNode insert("SequenceInsert", 11);
  const Value sequence = OneNode("SequenceConstruct", 11).run({f32({1}, {1}), f32({1}, {2})});
  const Values inputs{sequence, f32({1}, {3}), i64({}, {0})};
  CHECK(show(insert.run(inputs)) == "seq(float[1] 3; float[1] 1; float[1] 2)");
  const Differences released{"sequence-insert-at-end"};
  CHECK(show(insert.as_released(released).run(inputs)) ==
        "seq(float[1] 1; float[1] 2; float[1] 3)");
  CHECK(show(insert.as_released(released).run({sequence, f32({1}, {3}), i64({}, {1})})) ==
        "seq(float[1] 1; float[1] 3; float[1] 2)");
}

TEST_CASE("ConvTranspose as 1.9.0 released it exchanges SAME_UPPER and SAME_LOWER") {
  // The whole transpose is 1 1 3 2 2, of which one element is padding.
  const Values inputs{f32({1, 1, 2}, {1, 2}), f32({1, 1, 3}, {1, 1, 1})};
  OneNode lower("ConvTranspose", 11);
  lower.set("auto_pad", "SAME_LOWER").set("strides", std::vector<int64_t>{2});
  OneNode upper("ConvTranspose", 11);
  upper.set("auto_pad", "SAME_UPPER").set("strides", std::vector<int64_t>{2});
  CHECK(show(lower.run(inputs)) == "float[1, 1, 4] 1 3 2 2");
  CHECK(show(upper.run(inputs)) == "float[1, 1, 4] 1 1 3 2");
  const Differences released{"convtranspose-same-lower"};
  CHECK(show(lower.as_released(released).run(inputs)) == "float[1, 1, 4] 1 1 3 2");
  CHECK(show(upper.as_released(released).run(inputs)) == "float[1, 1, 4] 1 3 2 2");
}

TEST_CASE("AveragePool as 1.17.0 released it divides by the kernel beyond the padding") {
  OneNode pool("AveragePool", 19);
  pool.set("kernel_shape", std::vector<int64_t>{3}).set("strides", std::vector<int64_t>{2});
  pool.set("ceil_mode", 1).set("count_include_pad", 1);
  const Values inputs{f32({1, 1, 4}, {3, 3, 3, 6})};
  CHECK(show(pool.run(inputs)) == "float[1, 1, 2] 3 4.5");
  const Differences released{"averagepool-beyond-padding"};
  CHECK(show(pool.as_released(released).run(inputs)) == "float[1, 1, 2] 3 3");
  CHECK(show(pool.set("count_include_pad", 0).as_released(released).run(inputs)) ==
        "float[1, 1, 2] 3 4.5");
}

TEST_CASE("Resize as 1.22.0 released it aligns corners by the length before rounding") {
  OneNode resize("Resize", 13);
  resize.set("mode", "linear").set("coordinate_transformation_mode", "align_corners");
  const Values inputs{f32({4}, {0, 10, 20, 30}), Value(), f32({1}, {0.625})};
  CHECK(show(resize.run(inputs)) == "float[2] 0 30");
  // 1 · 3 / (4 · 0.625 - 1)
  const Differences released{"resize-length-resized"};
  CHECK(show(resize.as_released(released).run(inputs)) == "float[2] 0 20");
}

TEST_CASE("LpNormalization as 1.20.1 released it divides by a norm of 0") {
  const OneNode normalization("LpNormalization", 22);
  CHECK(show(normalization.run({f32({2}, {0, 0})})) == "float[2] 0 0");
  const Differences released{"lpnormalization-zero-norm"};
  CHECK(show(normalization.as_released(released).run({f32({2}, {0, 0})})) == "float[2] nan nan");
}

TEST_CASE("Cast as 1.18.0 released it cuts float32 off to bfloat16") {
  // 0x3EF5EEB0, between 0x3EF5 and, nearer, 0x3EF6.
  const Values inputs{f32({2}, {0.48033667, -1.99609375})};
  OneNode to_bfloat16("Cast", 13);
  to_bfloat16.set("to", static_cast<int64_t>(DType::bfloat16));
  CHECK(near(to_bfloat16.run(inputs), tensor(DType::bfloat16, {2}, {0.48046875, -2}), 0));
  const Differences released{"cast-bfloat16-truncates"};
  const Tensor cut = tensor(DType::bfloat16, {2}, {0.478515625, -1.9921875});
  CHECK(near(to_bfloat16.as_released(released).run(inputs), cut, 0));
  CHECK(near(OneNode("CastLike", 15).as_released(released).run({inputs[0], cut}), cut, 0));
  // Only float32 is cut.
  CHECK(near(to_bfloat16.as_released(released).run({tensor(DType::float64, {1}, {0.48033667})}),
             tensor(DType::bfloat16, {1}, {0.48046875}), 0));
}

TEST_CASE("QLinearMatMul as 1.21.0 released it wraps int8") {
  OneNode multiply("QLinearMatMul", 21);
  const auto product = [&](DType type) {
    const Tensor one = f32({}, {1});
    const Tensor zero = tensor(type, {}, {0});
    return show(multiply.run(
        {tensor(type, {1, 1}, {100}), one, zero, tensor(type, {1, 1}, {3}), one, zero, one, zero}));
  };
  CHECK(product(DType::int8) == "int8[1, 1] 127");
  multiply = multiply.as_released({"qlinearmatmul-int8-wraps"});
  CHECK(product(DType::int8) == "int8[1, 1] 44");
  CHECK(product(DType::uint8) == "uint8[1, 1] 255");
}

TEST_CASE("Attention as 1.18.0 released it reshapes packed heads without a transposition") {
  // Q of 0 makes Y the mean of V over the sequence.
  OneNode attention("Attention", 23);
  attention.set("q_num_heads", 2).set("kv_num_heads", 2);
  const Tensor zeros = f32({1, 2, 2}, {0, 0, 0, 0});
  const Values inputs{zeros, zeros, f32({1, 2, 2}, {1, 2, 3, 4})};
  CHECK(show(attention.run(inputs)) == "float[1, 2, 2] 2 3 2 3");
  const Differences released{"attention-3d-reshape"};
  CHECK(show(attention.as_released(released).run(inputs)) == "float[1, 2, 2] 1.5 3.5 1.5 3.5");
}

TEST_CASE("Attention as 1.19.0 released it deals key and value heads in turn") {
  const OneNode attention("Attention", 24);
  const Values inputs{f32({1, 4, 1, 1}, {0, 0, 0, 0}), f32({1, 2, 1, 1}, {0, 0}),
                      f32({1, 2, 1, 1}, {1, 2})};
  CHECK(show(attention.run(inputs)) == "float[1, 4, 1, 1] 1 1 2 2");
  const Differences released{"attention-gqa-tiled"};
  CHECK(show(attention.as_released(released).run(inputs)) == "float[1, 4, 1, 1] 1 2 1 2");
  CHECK(attention.as_released(released).error(
            {f32({1, 3, 1, 1}, {0, 0, 0}), inputs[1], inputs[2]}) != "");
}

TEST_CASE("Attention as 1.19.0 released it counts causal keys without the past") {
  OneNode attention("Attention", 23);
  attention.set("is_causal", 1).outputs(3);
  const Tensor zero = f32({1, 1, 1, 1}, {0});
  const Values inputs{zero, zero, f32({1, 1, 1, 1}, {4}), Value(), zero, f32({1, 1, 1, 1}, {2})};
  CHECK(show(attention.run_all(inputs)[0]) == "float[1, 1, 1, 1] 3");
  const Differences released{"attention-causal-past"};
  CHECK(show(attention.as_released(released).run_all(inputs)[0]) == "float[1, 1, 1, 1] 2");
}

TEST_CASE("Attention as 1.21.0 released it adds the mask before softcap") {
  OneNode attention("Attention", 23);
  attention.set("softcap", 1.0).outputs_wanted({true, false, false, true});
  const Tensor one = f32({1, 1, 1, 1}, {1});
  const Values inputs{one, one, one, f32({1, 1}, {2})};
  const auto stage = [&](int mode) {
    return attention.set("qk_matmul_output_mode", mode).run_all(inputs).back();
  };
  // NumPy 2: tanh(1), tanh(3).
  CHECK(near(stage(1), f32({1, 1, 1, 1}, {0.7615941559557649}), 1));
  CHECK(near(stage(2), f32({1, 1, 1, 1}, {2.7615941559557649}), 1));
  attention = attention.as_released({"attention-softcap-after-mask"});
  CHECK(show(stage(1)) == "float[1, 1, 1, 1] 3");
  CHECK(near(stage(2), f32({1, 1, 1, 1}, {0.9950547536867305}), 1));
}

}  // namespace
}  // namespace etalon::as_released_test
