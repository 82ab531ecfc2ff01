// Longer sequences, states and both directions are among the own cases; here one step by hand.
#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::int8_recurrent_test {
namespace {

Tensor one() { return f32({}, {1}); }

// One step of one unit with weights 0, and gates' biases in Q11 (products at scale 1 · 2048).
Values gru_inputs(const std::vector<double>& bias) {
  return {i8({1, 1, 1}, {0}),
          one(),
          i8({3, 1}, {0, 0, 0}),
          f32({}, {2048}),
          i8({3, 1}, {0, 0, 0}),
          one(),
          tensor(DType::int32, {3}, bias),
          Value(),
          Value(),
          Value(),
          Value(),
          f32({}, {128})};
}

Values lstm_inputs(const std::vector<double>& bias) {
  const Tensor zeros = i8({4, 1}, {0, 0, 0, 0});
  Values inputs{i8({1, 1, 1}, {0}),
                one(),
                zeros,
                f32({}, {2048}),
                zeros,
                one(),
                tensor(DType::int32, {4}, bias)};
  inputs.resize(17);
  inputs.emplace_back(f32({}, {128}));
  return inputs;
}

}  // namespace

TEST_CASE("GRUInt's gates are r, z, n from the chip's tables") {
  // z = σ(-1) = 34, n = tanh(1) = 97: (97 · 128 - 34 · 97) / 2^14 · 128 = 71.23.
  CHECK(show(OneNode("GRUInt", 1, "thinker").run(gru_inputs({0, -2048, 2048}))) ==
        "int8[1, 1, 1] 71");
  // The previous h is kept as far as z says: z = 94 of 128, h = 64 of 128.
  Values inputs = gru_inputs({0, 2048, 0});
  inputs[10] = i8({1, 1, 1}, {64});
  // n = 0, r = 64: (0 + 94 · 64) / 2^14 · 128 = 47
  const Values outputs =
      OneNode("GRUInt", 1, "thinker").set("multi_io", 1).outputs(2).run_all(inputs);
  CHECK(show(outputs.at(0)) == "int8[1, 1, 1] 47");
  CHECK(show(outputs.at(1)) == "int8[1, 1, 1] 47");
}

TEST_CASE("LSTMInt's gates are i, f, g, o from the chip's tables") {
  // i = 94, g = tanh(1) = 97: c = 9118 / 2^14; ⌊9118 / 8 + ½⌋ = 1140, tanh of which is
  // (25374 · 1140 >> 11) + 2417 = 16541, or 65; o = 34: 34 · 65 / 2^14 · 128 = 17.27.
  CHECK(show(OneNode("LSTMInt", 1, "thinker").run(lstm_inputs({2048, 0, 2048, -2048}))) ==
        "int8[1, 1, 1] 17");
}

TEST_CASE("LSTMInt's cell state has a scale of its own") {
  Values inputs = lstm_inputs({0, 2048, 0, 0});
  inputs[12] = i8({1, 1, 1}, {32});  // 1/2 at scale 64
  const OneNode node = OneNode("LSTMInt", 1, "thinker").set("multi_io", 1).outputs(3);
  CHECK(ends(node.error(inputs), "input 'cell_scale' is missing"));
  inputs.emplace_back();
  inputs.emplace_back(f32({}, {64}));
  // c = 94 · 64 / 2^14 = 0.367, 23.5 of 64.
  CHECK(show(node.run_all(inputs).at(2)) == "int8[1, 1, 1] 24");
}

TEST_CASE("GRUInt and LSTMInt refuse what they have no rule for") {
  const Values gru = gru_inputs({0, 0, 0});
  const Values lstm = lstm_inputs({0, 0, 0, 0});
  const auto error = [](std::string_view op_type, const char* attribute, int64_t value,
                        const Values& inputs) {
    return OneNode(op_type, 1, "thinker").set(attribute, value).error(inputs);
  };
  CHECK(error("LSTMInt", "mode", 1, lstm) ==
        "Unsupported: thinker.LSTMInt-1 (output 'y0'): peepholes (mode 1, input PeepHoles) have no "
        "rule");
  CHECK(
      error("LSTMInt", "project", 1, lstm) ==
      "Unsupported: thinker.LSTMInt-1 (output 'y0'): projection (project 1, input Project) has no "
      "rule");
  CHECK(ends(error("GRUInt", "go_forward", 3, gru), "go_forward is 3, not 0, 1 or 2"));
  CHECK(ends(error("GRUInt", "hidden_size", 4, gru),
             "hidden_size is 4 where h2h_weight has 1 columns"));
  CHECK(ends(error("LSTMInt", "state_size", 4, lstm),
             "state_size is 4 where h2h_weight has 1 columns"));
  CHECK(ends(error("GRUInt", "no_bias", 1, gru), "no_bias is 1, and a bias is given"));
  Values with_state = gru;
  with_state[10] = i8({1, 1, 1}, {0});
  CHECK(ends(error("GRUInt", "multi_io", 0, with_state), "multi_io is 0, and HistH is given"));
  Values masked = lstm;
  masked[10] = tensor(DType::int32, {1}, {2});
  CHECK(ends(error("LSTMInt", "no_mask", 0, masked),
             "mask has a length of 2 where there are 1 steps"));
  CHECK(ends(error("LSTMInt", "no_mask", 1, masked), "no_mask is 1, and mask is given"));
}

}  // namespace etalon::test::int8_recurrent_test
