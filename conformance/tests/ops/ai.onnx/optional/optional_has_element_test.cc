#include "conformance/tests/ops/ai.onnx/optional/optionals.h"

namespace etalon::test::optional_has_element_test {

TEST_CASE("OptionalHasElement is true if the optional has a value") {
  const Value none = Optional{Type::tensor(DType::float32), nullptr};
  const Value some = optional_of(f32({0}, {}), Type::tensor(DType::float32));
  CHECK(show(OneNode("OptionalHasElement", 15).run({none})) == "bool[] false");
  CHECK(show(OneNode("OptionalHasElement", 15).run({some})) == "bool[] true");
  CHECK(OneNode("OptionalHasElement", 15).error({f32({}, {5})}).starts_with("InvalidInput"));
}

TEST_CASE("OptionalHasElement-18 takes tensors and sequences and nothing at all") {
  CHECK(show(OneNode("OptionalHasElement", 18).run({f32({}, {5})})) == "bool[] true");
  CHECK(show(OneNode("OptionalHasElement", 18).run({one_scalar()})) == "bool[] true");
  CHECK(show(OneNode("OptionalHasElement", 18).run({Value()})) == "bool[] false");
  CHECK(show(OneNode("OptionalHasElement", 18).run({})) == "bool[] false");
  CHECK(show(OneNode("OptionalHasElement", 28).run({tensor(DType::int2, {1}, {1})})) ==
        "bool[] true");
}

}  // namespace etalon::test::optional_has_element_test
