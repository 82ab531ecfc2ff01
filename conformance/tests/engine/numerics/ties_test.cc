// Results that differ by less than e^-5700 from a number half way between two of the type's: the
// exact results, by hand. Each is a dyadic number and what exp, tanh or erf has left to a limit.
#include <string>

#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"

namespace etalon::test::ties_test {
namespace {

constexpr double half_way = 1 + 3 * 0x1p-11;  // of float16: between 1 + 2^-10 and 1 + 2^-9, even

Tensor f16(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::float16, shape, values);
}
Tensor bf16(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::bfloat16, shape, values);
}

// The outputs of the node are these, and none is undecided.
void check(const OneNode& node, const Values& inputs, const Values& expected) {
  const uint64_t undecided = evaluation().undecided_results;
  CHECK(shown(node.run_all(inputs)) == shown(expected));
  CHECK(evaluation().undecided_results == undecided);
}
void check_proved(const OneNode& node, const Values& inputs, const Values& expected) {
  const uint64_t plain = evaluation().plain_roundings;
  const Values outputs = node.run_all(inputs);
  CHECK(evaluation().plain_roundings == plain);
  CHECK(shown({outputs.back()}) == shown(expected));
}

}  // namespace

TEST_CASE("ties: Elu and Celu and Selu are less than their limit") {
  check(OneNode("Elu", 22).set("alpha", half_way), {f16({2}, {-60000, -10000})},
        {f16({2}, {-1 - 0x1p-10, -1 - 0x1p-10})});
  check(OneNode("Elu", 22).set("alpha", 1 + 3 * 0x1p-8), {bf16({1}, {-1e38})},
        {bf16({1}, {-1 - 0x1p-7})});
  check(OneNode("Celu", 28).set("alpha", half_way), {f16({1}, {-60000})},
        {f16({1}, {-1 - 0x1p-10})});
  check(OneNode("Selu", 22).set("alpha", 1.0).set("gamma", half_way), {f16({1}, {-60000})},
        {f16({1}, {-1 - 0x1p-10})});
  // (1 + 2^-12)(1 + 3·2^-12) = 1 + 2^-10 + 2^-23 + 2^-24
  check(OneNode("Selu", 22).set("alpha", 1 + 0x1p-12).set("gamma", 1 + 3 * 0x1p-12),
        {f32({2}, {-1e30, -6000})}, {f32({2}, {-1 - 0x1p-10 - 0x1p-23, -1 - 0x1p-10 - 0x1p-23})});
}

TEST_CASE("ties: SwiGLU is less than A · B") {
  check(OneNode("SwiGLU", 28).set("alpha", 1e30),
        {f32({2}, {1 + 0x1p-12, 1 + 0x1p-12}), f32({2}, {1 + 3 * 0x1p-12, -1 - 3 * 0x1p-12})},
        {f32({2}, {1 + 0x1p-10 + 0x1p-23, -1 - 0x1p-10 - 0x1p-23})});
  // (1 + 2^-26)(1 + 3·2^-27) = 1 + 5·2^-27 + 3·2^-53
  check(OneNode("SwiGLU", 28).set("alpha", 1e30),
        {f64({1}, {1 + 0x1p-26}), f64({1}, {1 + 3 * 0x1p-27})},
        {f64({1}, {1 + 5 * 0x1p-27 + 0x1p-52})});
}

TEST_CASE("ties: Gelu of what is far below 0 is -0") {
  check(OneNode("Gelu", 20), {f32({3}, {-8e5, -1e30, -3e38})}, {f32({3}, {-0.0, -0.0, -0.0})});
  check(OneNode("Gelu", 20), {f16({1}, {-65504})}, {f16({1}, {-0.0})});
  check(OneNode("Gelu", 20), {f64({3}, {-8e5, -1e150, -1e300})}, {f64({3}, {-0.0, -0.0, -0.0})});
  check(OneNode("Gelu", 20).set("approximate", "tanh"), {f64({3}, {-8e5, -1e100, -1e300})},
        {f64({3}, {-0.0, -0.0, -0.0})});
}

TEST_CASE("ties: LogSoftmax is less than the distance from the maximum") {
  check(OneNode("LogSoftmax", 13), {f16({2}, {3, 4096})}, {f16({2}, {-4094, -0.0})});
  check(OneNode("LogSoftmax", 13), {f32({2}, {3, 0x1p25})}, {f32({2}, {3 - 0x1p25 - 1, -0.0})});
  check(OneNode("LogSoftmax", 13), {f64({3}, {3, 0x1p54, 3})},
        {f64({3}, {2 - 0x1p54, -0.0, 2 - 0x1p54})});
}

TEST_CASE("ties: SoftmaxCrossEntropyLoss is more than the distance from the maximum") {
  const Tensor scores = f32({2, 2}, {3, 0x1p24, 0, 0x1p24});  // 2^24 − 3 and 2^24, and a little
  const Tensor labels = i64({2}, {0, 0});
  check(OneNode("SoftmaxCrossEntropyLoss", 13), {scores, labels}, {f32({}, {0x1p24 - 1})});
  check(OneNode("SoftmaxCrossEntropyLoss", 13).set("reduction", "sum"), {scores, labels},
        {f32({}, {0x1p25 - 2})});
  check(OneNode("SoftmaxCrossEntropyLoss", 13).set("reduction", "none"),
        {f16({2, 2}, {3, 4096, 3, 4096}), i64({2}, {0, 1})}, {f16({2}, {4094, 0})});
  check(OneNode("SoftmaxCrossEntropyLoss", 13).set("reduction", "none"),
        {f64({1, 2}, {3, 0x1p54}), i64({1}, {0})}, {f64({1}, {0x1p54 - 2})});
}

TEST_CASE("ties: SVMRegressor is on the side of its least kernel value") {
  const auto machine = [](double coefficient) {
    return OneNode("SVMRegressor", 1, "ai.onnx.ml")
        .set("kernel_type", "RBF")
        .set("kernel_params", Floats{1, 0, 0})
        .set("n_supports", 2)
        .set("support_vectors", Floats{0, 1e4})
        .set("coefficients", Floats{3 * 0x1p-24, coefficient})
        .set("rho", Floats{1});
  };
  check(machine(-1), {f32({1, 1}, {0})}, {f32({1, 1}, {1 + 0x1p-23})});
  check(machine(1), {f32({1, 1}, {0})}, {f32({1, 1}, {1 + 0x1p-22})});
  check(OneNode("SVMRegressor", 1, "ai.onnx.ml")
            .set("kernel_type", "SIGMOID")
            .set("kernel_params", Floats{1, 0, 0})
            .set("n_supports", 1)
            .set("support_vectors", Floats{1})
            .set("coefficients", Floats{3 * 0x1p-24})
            .set("rho", Floats{1}),
        {f32({2, 1}, {1e10, 1e30})}, {f32({2, 1}, {1 + 0x1p-23, 1 + 0x1p-23})});
}

TEST_CASE("ties: ParametricSoftplus is more than alpha · beta · X") {
  check(OneNode("ParametricSoftplus", 1).set("alpha", 1 + 0x1p-11).set("beta", 1.0),
        {f16({1}, {16384})}, {f16({1}, {16400})});
}

TEST_CASE("ties: saturated functions are decided") {
  check(OneNode("Sigmoid", 13), {f64({3}, {-1e300, 1e300, -8e5})}, {f64({3}, {0, 1, 0})});
  check(OneNode("Softplus", 22), {f64({3}, {-1e300, 1e300, -8e5})}, {f64({3}, {0, 1e300, 0})});
  check(OneNode("Mish", 22), {f64({3}, {-1e300, 1e300, -8e5})}, {f64({3}, {-0.0, 1e300, -0.0})});
  check(OneNode("Tanh", 13), {f64({3}, {-1e300, 1e300, -8e5})}, {f64({3}, {-1, 1, -1})});
  check(OneNode("Erf", 13), {f64({3}, {-1e300, 1e300, -8e5})}, {f64({3}, {-1, 1, -1})});
  check(OneNode("Softmax", 13), {f64({3}, {-1e300, 1e300, -8e5})}, {f64({3}, {0, 1, 0})});
  check(OneNode("ReduceLogSumExp", 18).set("keepdims", 0),
        {f64({3}, {-1e300, 1e300, -8e5}), i64({1}, {0})}, {f64({}, {1e300})});
}

// Gates of hidden_size 1 without recurrent weights: W · 1 for each.
namespace {

Values cell_inputs(const std::vector<double>& W, double H) {
  const size_t gates = W.size();
  return {f32({1, 1, 1}, {1}),
          f32({1, gates, 1}, W),
          f32({1, gates, 1}, std::vector<double>(gates, 0.0)),
          none,
          none,
          f32({1, 1, 1}, {H})};
}

}  // namespace

TEST_CASE("ties: a step of GRU is proved") {
  // z = 1/2, h = 1 − …: H = (1 + H0) / 2 − …
  check_proved(OneNode("GRU", 14).set("hidden_size", 1), cell_inputs({0, 0, 1e6}, 1 + 3 * 0x1p-23),
               {f32({1, 1, 1, 1}, {1 + 0x1p-23})});
  check_proved(OneNode("GRU", 14).set("hidden_size", 1),
               cell_inputs({0, 0, -1e6}, -1 - 3 * 0x1p-23), {f32({1, 1, 1, 1}, {-1 - 0x1p-23})});
}

TEST_CASE("ties: a step of LSTM is proved") {
  const auto check_last_c = [](const std::vector<double>& iofc, double C, double expected) {
    Values inputs = cell_inputs(iofc, 0);
    inputs.push_back(f32({1, 1, 1}, {C}));
    check_proved(OneNode("LSTM", 14).set("hidden_size", 1).outputs_wanted({false, false, true}),
                 inputs, {f32({1, 1, 1}, {expected})});
  };
  // f = 1/2: C = C0 / 2 + 1 − …
  check_last_c({1e6, 0, 0, 1e6}, 3 * 0x1p-23, 1 + 0x1p-23);
  // C = C0 + |C0| e^-f − e^-i − …, with C0 half way between 1 − 2^-23, even, and 1 − 2^-24 less 1
  check_last_c({1e6, 0, 1e5, 1e6}, -3 * 0x1p-25, 1 - 0x1p-24);
  check_last_c({1e5, 0, 1e6, 1e6}, -3 * 0x1p-25, 1 - 0x1p-23);
}

}  // namespace etalon::test::ties_test
