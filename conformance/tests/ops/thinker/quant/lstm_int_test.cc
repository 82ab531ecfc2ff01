#include "conformance/tests/ops/thinker/quant/recurrent.h"
#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_lstm_int_test {

TEST_CASE("LSTMInt's gates are i; f; g; o from the chip's tables") {
  // i = 94, g = tanh(1) = 97: c = 9118 / 2^14; ⌊9118 / 8 + ½⌋ = 1140, tanh of which is
  // (25374 · 1140 >> 11) + 2417 = 16541, or 65; o = 34: 34 · 65 / 2^14 · 128 = 17.27.
  CHECK(show(thinker("LSTMInt").run(lstm_inputs({2048, 0, 2048, -2048}))) == "int8[1, 1, 1] 17");
}

TEST_CASE("LSTMInt takes the form of the exporter; with the same results") {
  const OneNode node = exported("LSTMInt").outputs(3);
  // As above: 17.27, and c = 9118 / 2^14.
  CHECK(shown(node.run_all(exported_inputs({2048, 0, 2048, -2048}))) ==
        "int8[1, 1, 1] 17; float[1, 1, 1] 0.1328125; float[1, 1, 1] 0.55651855");
  // f = 94, c = ½: 94 · 64 / 2^14 = 0.3671875; ⌊6016 / 8 + ½⌋ = 752, tanh of which is
  // (29154 · 752 >> 11) + 778 = 11482, or 45; o = 64: 64 · 45 / 2^14 · 128 = 22.5.
  Values inputs = exported_inputs({0, 2048, 0, 0});
  const Values states{f32({1, 1, 1}, {0}), f32({1, 1, 1}, {0.5})};
  inputs.insert(inputs.begin() + 1, states.begin(), states.end());
  CHECK(shown(node.run_all(inputs)) ==
        "int8[1, 1, 1] 23; float[1, 1, 1] 0.1796875; float[1, 1, 1] 0.3671875");
  inputs.erase(inputs.begin() + 2);
  CHECK(ends(node.error(inputs), "there is a tensor(int8) where c0 is expected, a tensor(float)"));
}

TEST_CASE("LSTMInt's cell state has a scale of its own") {
  Values inputs = lstm_inputs({0, 2048, 0, 0});
  inputs[12] = i8({1, 1, 1}, {32});  // 1/2 at scale 64
  const OneNode node = thinker("LSTMInt").set("multi_io", 1).outputs(3);
  CHECK(ends(node.error(inputs), "input 'cell_scale' is missing"));
  inputs.emplace_back();
  inputs.emplace_back(f32({}, {64}));
  // c = 94 · 64 / 2^14 = 0.367, 23.5 of 64.
  CHECK(show(node.run_all(inputs).at(2)) == "int8[1, 1, 1] 24");
}

TEST_CASE("LSTMInt refuses what is not supported and what does not fit") {
  const Values inputs = lstm_inputs({0, 0, 0, 0});
  const std::string place = "thinker.LSTMInt-1 (output 'y0'): ";
  CHECK(thinker("LSTMInt").set("mode", 1).error(inputs) ==
        "Unsupported: " + place + "peepholes (mode 1, input PeepHoles) are not supported");
  CHECK(thinker("LSTMInt").set("project", 1).error(inputs) ==
        "Unsupported: " + place + "projection (project 1, input Project) is not supported");
  CHECK(thinker("LSTMInt").set("state_size", 4).error(inputs) ==
        "InvalidInput: " + place + "state_size is 4 where h2h_weight has 1 columns");
  Values masked = inputs;
  masked[10] = i32({1}, {2});
  CHECK(ends(thinker("LSTMInt").set("no_mask", 0).error(masked),
             "a sequence has the length 2 where there are 1 steps"));
  CHECK(
      ends(thinker("LSTMInt").set("no_mask", 1).error(masked), "no_mask is 1, and mask is given"));
}

}  // namespace etalon::test::thinker_lstm_int_test
