#include "conformance/tests/ops/mdf/actr/actr.h"

namespace etalon::mdf::actr_tests::check_termination_test {

TEST_CASE("ACT-R: only {} terminates") {
  CHECK(text("check_termination", {"{}"}) == "true");
  CHECK(text("check_termination", {R"({"name": "a"})"}) == "false");
  CHECK(text("check_termination", {"[]"}) == "false");
  CHECK(text("check_termination", {"0"}) == "false");
}

}  // namespace etalon::mdf::actr_tests::check_termination_test
