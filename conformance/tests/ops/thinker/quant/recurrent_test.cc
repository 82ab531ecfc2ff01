#include "conformance/tests/ops/thinker/quant/recurrent.h"
#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_recurrent_test {

TEST_CASE("GRUInt and LSTMInt check their inputs alike") {
  const Values gru = gru_inputs({0, 0, 0});
  CHECK(ends(thinker("GRUInt").set("go_forward", 3).error(gru), "go_forward is 3, not 0, 1 or 2"));
  CHECK(ends(thinker("GRUInt").set("hidden_size", 4).error(gru),
             "hidden_size is 4 where the weights for the hidden state have 1 columns"));
  CHECK(ends(thinker("GRUInt").set("no_bias", 1).error(gru), "no_bias is 1, and a bias is given"));
  Values with_state = gru;
  with_state[10] = i8({1, 1, 1}, {0});
  CHECK(ends(thinker("GRUInt").set("multi_io", 0).error(with_state),
             "multi_io is 0, and HistH is given"));
  Values narrow = gru;
  narrow[2] = i8({2, 1}, {0, 0});
  CHECK(ends(thinker("GRUInt").error(narrow),
             "weights of shape [2, 1], or their bias, do not fit 1 directions of 3 rows of 1"));
}

TEST_CASE("The exporter's form is checked by name") {
  const Values inputs = exported_inputs({0, 0, 0});
  const auto error = [&](const char* attribute, auto value) {
    return exported("GRUInt").set(attribute, value).error(inputs);
  };
  CHECK(ends(error("input_size", 2),
             "input_size is 2 where the weights for the data have 1 columns"));
  CHECK(ends(error("hidden_size", 2),
             "hidden_size is 2 where the weights for the hidden state have 1 columns"));
  CHECK(ends(
      error("scale_x", 1.0),
      "attributes scale_i and scale_x are two spellings of one attribute, and both are given"));
  CHECK(exported("GRUInt").set("dropout", 0.5).set("num_layers", 1).error(inputs).empty());
  Values short_of_bias = inputs;
  short_of_bias.pop_back();
  CHECK(ends(exported("GRUInt").error(short_of_bias), "input b_hh is missing"));
  Values too_many = inputs;
  too_many.push_back(inputs.back());
  CHECK(ends(exported("GRUInt").error(too_many), "there are inputs after b_hh, the last"));
  CHECK(ends(exported("GRUInt").error({inputs[0], inputs[1]}), "input W_hh is missing"));
}

TEST_CASE("GRUInt runs both ways side by side and not beyond a state's batch") {
  // Weights and biases are 0: z = ½ and n = 0, so that h halves at each step.
  const Tensor zeros6 = i8({6, 1}, {0, 0, 0, 0, 0, 0});
  Values inputs = gru_inputs({0, 0, 0});
  inputs[0] = i8({2, 1, 1}, {0, 0});
  inputs[2] = zeros6;
  inputs[4] = zeros6;
  inputs[6] = i32({6}, {0, 0, 0, 0, 0, 0});
  inputs[10] = i8({2, 1, 1}, {64, -32});
  const OneNode node = thinker("GRUInt").set("multi_io", 1).set("go_forward", 2).outputs(2);
  const Values outputs = node.run_all(inputs);
  CHECK(show(outputs[0]) == "int8[2, 1, 2] 32 -8 16 -16");
  CHECK(show(outputs[1]) == "int8[2, 1, 1] 16 -8");
  inputs[10] = i8({1, 1, 1}, {64});
  CHECK(ends(node.error(inputs), "a state has the shape [1, 1, 1] where [2, 1, 1] is needed"));
}

}  // namespace etalon::test::thinker_recurrent_test
