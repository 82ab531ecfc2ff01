// Expectations by hand: ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_iqcat_test {

TEST_CASE("iqcat rescales each input by its own scale") {
  const auto cat = [](const char* dim) {
    return thinker("iqCat")
        .set(dim, 1)
        .set("scale_x_0", 2.0)
        .set("scale_x_1", 0.5)
        .set("scale_o", 1.0);
  };
  const Values inputs{i8({2, 1}, {1, -1}), i8({2, 2}, {1, 2, 100, -100})};
  CHECK(show(cat("dim").run(inputs)) == "int8[2, 3] 1 2 4 0 127 -128");
  CHECK(show(cat("axis").run(inputs)) == "int8[2, 3] 1 2 4 0 127 -128");
  CHECK(ends(cat("dim").set("axis", 1).error(inputs),
             "attributes dim and axis are two spellings of one attribute, and both are given"));
  CHECK(ends(thinker("iqcat").set("scale_o", 1.0).error(inputs), "attribute dim is missing"));
  CHECK(ends(thinker("iqcat").set("dim", 0).set("scale_o", 1.0).error(inputs),
             "attribute scale_x_0 is missing"));
  CHECK(ends(cat("dim").set("scale_x_1", 0.0).error(inputs),
             "scale_x_1 is 0, not a positive number"));
}

}  // namespace etalon::test::thinker_iqcat_test
