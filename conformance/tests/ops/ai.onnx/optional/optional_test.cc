#include "conformance/tests/ops/ai.onnx/optional/optionals.h"

namespace etalon::test::optional_test {

TEST_CASE("Optional holds a tensor or a sequence") {
  const Value tensor = OneNode("Optional", 15).run({f32({2}, {1, 2})});
  CHECK(show(tensor) == "optional(float[2] 1 2)");
  CHECK(to_string(tensor.type()) == "optional(tensor(float))");
  const Value list = OneNode("Optional", 15).run({one_scalar()});
  CHECK(show(list) == "optional(seq(int64[] 1))");
  CHECK(to_string(list.type()) == "optional(seq(tensor(int64)))");
}

TEST_CASE("Optional without input holds nothing; of the type named") {
  const Type strings = Type::sequence(Type::tensor(DType::string));
  const Value none = OneNode("Optional", 15).set("type", strings).run({});
  CHECK(show(none) == "optional()");
  CHECK(to_string(none.type()) == "optional(seq(tensor(string)))");
  CHECK(OneNode("Optional", 15).error({}) ==
        "InvalidInput: Optional-15 (output 'y0'): neither input nor attribute 'type' is given");
  CHECK(OneNode("Optional", 15).set("type", strings).error({f32({}, {1})}) ==
        "InvalidInput: Optional-15 (output 'y0'): input is a tensor(float) where attribute 'type' "
        "says seq(tensor(string))");
}

TEST_CASE("Optional-28 holds tensors of the newer types") {
  const Tensor input = tensor(DType::int4, {2}, {-8, 7});
  CHECK(show(OneNode("Optional", 28).run({input})) == "optional(int4[2] -8 7)");
  CHECK(OneNode("Optional", 15).error({input}).starts_with("InvalidInput"));
}

}  // namespace etalon::test::optional_test
