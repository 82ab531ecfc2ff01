#include "conformance/tests/ops/one_node.h"

namespace etalon::test::identity_test {

TEST_CASE("Identity gives tensors and sequences and optionals back") {
  CHECK(show(OneNode("Identity", 1).run({texts({1}, {"x"})})) == "string[1] 'x'");
  const Value sequence = Sequence{Type::tensor(DType::float32), {counted({1}), counted({2})}};
  CHECK(show(OneNode("Identity", 14).run({sequence})) == "seq(float[1] 0; float[2] 0 1)");
  const Value none = Optional{Type::tensor(DType::float32), nullptr};
  CHECK(show(OneNode("Identity", 16).run({none})) == "optional()");
  CHECK(OneNode("Identity", 13).error({sequence}) ==
        "InvalidInput: Identity-13 (output 'y0'): input 'input' is a seq(tensor(float)), which its "
        "type T does not admit");
}

}  // namespace etalon::test::identity_test
