#include "conformance/tests/ops/ai.onnx/optional/optionals.h"

namespace etalon::test::optional_get_element_test {

TEST_CASE("OptionalGetElement returns the value in the optional") {
  const Value optional = optional_of(f32({1}, {5}), Type::tensor(DType::float32));
  CHECK(show(OneNode("OptionalGetElement", 15).run({optional})) == "float[1] 5");
  CHECK(show(OneNode("OptionalGetElement", 18).run({optional})) == "float[1] 5");
  CHECK(show(OneNode("OptionalGetElement", 15)
                 .run({optional_of(one_scalar(), Type::sequence(Type::tensor(DType::int64)))})) ==
        "seq(int64[] 1)");
  const Value none = Optional{Type::tensor(DType::float32), nullptr};
  CHECK(OneNode("OptionalGetElement", 15).error({none}) ==
        "InvalidInput: OptionalGetElement-15 (output 'y0'): the optional holds nothing");
}

TEST_CASE("OptionalGetElement-18 gives tensors and sequences back") {
  CHECK(show(OneNode("OptionalGetElement", 18).run({f32({}, {5})})) == "float[] 5");
  CHECK(show(OneNode("OptionalGetElement", 18).run({one_scalar()})) == "seq(int64[] 1)");
  CHECK(OneNode("OptionalGetElement", 15).error({f32({}, {5})}).starts_with("InvalidInput"));
  CHECK(show(OneNode("OptionalGetElement", 28).run({tensor(DType::bfloat16, {}, {5})})) ==
        "bfloat16[] 5");
}

}  // namespace etalon::test::optional_get_element_test
