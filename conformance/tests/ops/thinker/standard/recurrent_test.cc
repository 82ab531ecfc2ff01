// With all weights 0, a GRU's update gate is ½ and its candidate 0: the state halves at each step.
// An LSTM's gates are ½ too: the cell halves, and the output is ½ · tanh(cell).
#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_recurrent_test {
namespace {

OneNode gru() { return thinker("GRU", 7); }
OneNode lstm() { return thinker("LSTM", 7); }

// data [2, 1, 1], weights of `gates` gates, one hidden number.
Values inputs(size_t gates, size_t directions, const Value& mask, const Values& states) {
  Values all{zeros({2, 1, 1}), zeros({directions, gates, 1}), zeros({directions, gates, 1}),
             Value(), mask};
  all.insert(all.end(), states.begin(), states.end());
  return all;
}

}  // namespace

TEST_CASE("thinker's GRU names its direction by 1 forward; 0 reverse; 2 bidirectional") {
  const Tensor one = f32({1, 1, 1}, {1});
  const Values forward = gru().outputs(2).run_all(inputs(3, 1, Value(), {one}));
  CHECK(show(forward[0]) == "float[2, 1, 1, 1] 0.5 0.25");
  CHECK(show(forward[1]) == "float[1, 1, 1] 0.25");
  CHECK(show(gru().set("go_forward", 0).run(inputs(3, 1, Value(), {one}))) ==
        "float[2, 1, 1, 1] 0.25 0.5");
  const Values both = gru()
                          .set("go_forward", 2)
                          .outputs(2)
                          .run_all(inputs(3, 2, Value(), {f32({2, 1, 1}, {1, 2})}));
  CHECK(show(both[0]) == "float[2, 2, 1, 1] 0.5 0.5 0.25 1");
  CHECK(show(both[1]) == "float[2, 1, 1] 0.25 0.5");
  CHECK(gru().set("go_forward", 3).error(inputs(3, 1, Value(), {one})) ==
        "InvalidInput: thinker.GRU-7 (output 'y0'): go_forward is 3, not 0, 1 or 2");
}

TEST_CASE("thinker's GRU stops at the lengths that mask gives") {
  const Tensor mask = tensor(DType::int32, {1}, {1});
  const Values outputs = gru().outputs(2).run_all(inputs(3, 1, mask, {f32({1, 1, 1}, {1})}));
  CHECK(show(outputs[0]) == "float[2, 1, 1, 1] 0.5 0");
  CHECK(show(outputs[1]) == "float[1, 1, 1] 0.5");
}

TEST_CASE("thinker's GRU has the batch first if batch_first is 1") {
  const Values given{zeros({1, 2, 1}), zeros({1, 3, 1}), zeros({1, 3, 1}),
                     Value(),          Value(),          f32({1, 1, 1}, {1})};
  CHECK(show(gru().set("batch_first", 1).run(given)) == "float[1, 2, 1, 1] 0.5 0.25");
}

TEST_CASE("thinker's GRU of int8 is rounded up from the half at its end") {
  const Values given{zeros({3, 1, 1}, DType::int8),
                     zeros({1, 3, 1}, DType::int8),
                     zeros({1, 3, 1}, DType::int8),
                     Value(),
                     Value(),
                     tensor(DType::int8, {1, 1, 1}, {100})};
  CHECK(show(gru().run(given)) == "int8[3, 1, 1, 1] 50 25 13");
}

TEST_CASE("thinker's GRU refuses a bias that no_bias denies and a wrong hidden_size") {
  Values given = inputs(3, 1, Value(), {});
  given[3] = zeros({1, 6});
  CHECK(gru().set("no_bias", 1).error(given) ==
        "InvalidInput: thinker.GRU-7 (output 'y0'): no_bias is 1, and 'bias' is given");
  CHECK(show(gru().set("hidden_size", 1).run(given)) == "float[2, 1, 1, 1] 0 0");
  CHECK(gru()
            .set("hidden_size", 2)
            .error(given)
            .starts_with("InvalidInput: thinker.GRU-7 (output 'y0'): hidden_size is 2"));
}

TEST_CASE("thinker's LSTM names its direction by 0 forward; 1 reverse; 2 bidirectional") {
  const Tensor h = zeros({1, 1, 1});
  const Tensor c = f32({1, 1, 1}, {1});
  const double first = std::tanh(0.5) / 2;
  const double second = std::tanh(0.25) / 2;
  const Values outputs = lstm().outputs(3).run_all(inputs(4, 1, Value(), {h, c}));
  CHECK(near(outputs[0], f32({2, 1, 1, 1}, {first, second})));
  CHECK(near(outputs[1], f32({1, 1, 1}, {second})));
  CHECK(show(outputs[2]) == "float[1, 1, 1] 0.25");
  CHECK(near(lstm().set("direction", 1).run(inputs(4, 1, Value(), {h, c})),
             f32({2, 1, 1, 1}, {second, first})));
  const Values both =
      lstm()
          .set("direction", 2)
          .outputs(3)
          .run_all(inputs(4, 2, Value(), {zeros({2, 1, 1}), f32({2, 1, 1}, {1, 4})}));
  CHECK(show(both[2]) == "float[2, 1, 1] 0.25 1");
  CHECK(lstm().set("direction", -1).error(inputs(4, 1, Value(), {})) ==
        "InvalidInput: thinker.LSTM-7 (output 'y0'): direction is -1, not 0, 1 or 2");
}

TEST_CASE("thinker's LSTM refuses peepholes and projection") {
  const std::string place = "Unsupported: thinker.LSTM-7 (output 'y0'): ";
  const Values given = inputs(4, 1, Value(), {});
  CHECK(lstm().set("mode", 1).error(given) == place + "mode is 1: peepholes are not supported");
  CHECK(lstm().set("project", 1).error(given) ==
        place + "project is 1: projections are not supported");
  CHECK(lstm().set("state_size", 2).error(given) ==
        place + "state_size is 2, not h2h_weight's last dimension: projections are not supported");
  CHECK(show(lstm().set("state_size", 1).run(given)) == "float[2, 1, 1, 1] 0 0");
  CHECK(lstm().error(inputs(4, 1, Value(), {Value(), Value(), zeros({1, 3})})) ==
        place + "'PeepHoles' is given, and is not supported");
  CHECK(lstm().error(inputs(4, 1, Value(), {Value(), Value(), Value(), zeros({1, 1})})) ==
        place + "'Project' is given, and is not supported");
}

TEST_CASE("thinker's LSTM refuses a mask that no_mask denies") {
  const Tensor mask = tensor(DType::int32, {1}, {1});
  const Tensor c = f32({1, 1, 1}, {1});
  const Values given = inputs(4, 1, mask, {Value(), c});
  CHECK(lstm().set("no_mask", 1).error(given) ==
        "InvalidInput: thinker.LSTM-7 (output 'y0'): no_mask is 1, and 'mask' is given");
  CHECK(show(lstm().outputs(3).run_all(given)[2]) == "float[1, 1, 1] 0.5");
}

}  // namespace etalon::test::thinker_recurrent_test
