#include "conformance/tests/ops/thinker/quant/recurrent.h"
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_gru_int_test {

TEST_CASE("GRUInt's gates are r; z; n from the chip's tables") {
  // z = σ(-1) = 34, n = tanh(1) = 97: (97 · 128 - 34 · 97) / 2^14 · 128 = 71.23.
  CHECK(show(thinker("GRUInt").run(gru_inputs({0, -2048, 2048}))) == "int8[1, 1, 1] 71");
  // z weighs the previous h: z = 94 of 128, h = 64 of 128.
  Values inputs = gru_inputs({0, 2048, 0});
  inputs[10] = i8({1, 1, 1}, {64});
  // n = 0, r = 64: (0 + 94 · 64) / 2^14 · 128 = 47
  const Values outputs = thinker("GRUInt").set("multi_io", 1).outputs(2).run_all(inputs);
  CHECK(show(outputs.at(0)) == "int8[1, 1, 1] 47");
  CHECK(show(outputs.at(1)) == "int8[1, 1, 1] 47");
}

TEST_CASE("GRUInt takes the form of the exporter; with the same results") {
  // As above: 71.23, and 71 / 128.
  const Values outputs = exported("GRUInt").outputs(2).run_all(exported_inputs({0, -2048, 2048}));
  CHECK(shown(outputs) == "int8[1, 1, 1] 71; float[1, 1, 1] 0.5546875");
  // Without an output scale h stays (97 · 128 - 34 · 97) / 2^14.
  OneNode real = thinker("GRUInt").set("scale_x", 1.0).set("scale_iw", 2048.0);
  real.set("scale_h", 128.0).set("scale_hw", 1.0).outputs(2);
  CHECK(shown(real.run_all(exported_inputs({0, -2048, 2048}))) ==
        "float[1, 1, 1] 0.55651855; float[1, 1, 1] 0.55651855");
  // A state at the start, h = ½, and a sequence of length 0, which keeps it.
  Values inputs = exported_inputs({0, 2048, 0});
  inputs.insert(inputs.begin() + 1, f32({1, 1, 1}, {0.5}));
  CHECK(shown(exported("GRUInt").outputs(2).run_all(inputs)) ==
        "int8[1, 1, 1] 47; float[1, 1, 1] 0.3671875");
  inputs.insert(inputs.begin() + 1, i64({1}, {0}));
  CHECK(shown(exported("GRUInt").outputs(2).run_all(inputs)) ==
        "int8[1, 1, 1] 0; float[1, 1, 1] 0.5");
  // The names that the exporter has for these inputs.
  const auto run = [&](std::string_view name) {
    return shown(exported(name).outputs(2).run_all(inputs));
  };
  CHECK(run("GRUInt_Is8_Is64_If32") == "int8[1, 1, 1] 0; float[1, 1, 1] 0.5");
  inputs.erase(inputs.begin() + 2);
  CHECK(run("GRUInt_Is8_Is64") == "int8[1, 1, 1] 0; float[1, 1, 1] 0");
}

}  // namespace etalon::test::thinker_gru_int_test
