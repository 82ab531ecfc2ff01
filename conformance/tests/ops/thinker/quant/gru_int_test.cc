#include "conformance/tests/ops/thinker/quant/recurrent.h"
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_gru_int_test {

TEST_CASE("GRUInt's gates are r, z, n from the chip's tables") {
  // z = σ(-1) = 34, n = tanh(1) = 97: (97 · 128 - 34 · 97) / 2^14 · 128 = 71.23.
  CHECK(show(thinker("GRUInt").run(gru_inputs({0, -2048, 2048}))) == "int8[1, 1, 1] 71");
  // The previous h is kept as far as z says: z = 94 of 128, h = 64 of 128.
  Values inputs = gru_inputs({0, 2048, 0});
  inputs[10] = i8({1, 1, 1}, {64});
  // n = 0, r = 64: (0 + 94 · 64) / 2^14 · 128 = 47
  const Values outputs = thinker("GRUInt").set("multi_io", 1).outputs(2).run_all(inputs);
  CHECK(show(outputs.at(0)) == "int8[1, 1, 1] 47");
  CHECK(show(outputs.at(1)) == "int8[1, 1, 1] 47");
}

}  // namespace etalon::test::thinker_gru_int_test
