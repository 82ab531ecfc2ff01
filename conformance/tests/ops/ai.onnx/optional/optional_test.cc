#include "conformance/tests/ops/one_node.h"

namespace etalon::test::optional_test {
namespace {

Value sequence() { return Sequence{Type::tensor(DType::int64), {i64({}, {1})}}; }

Value held(const Value& value, const Type& type) {
  return Optional{type, std::make_shared<const Value>(value)};
}

}  // namespace

TEST_CASE("Optional holds a tensor or a sequence") {
  const Value tensor = OneNode("Optional", 15).run({f32({2}, {1, 2})});
  CHECK(show(tensor) == "optional(float[2] 1 2)");
  CHECK(to_string(tensor.type()) == "optional(tensor(float))");
  const Value list = OneNode("Optional", 15).run({sequence()});
  CHECK(show(list) == "optional(seq(int64[] 1))");
  CHECK(to_string(list.type()) == "optional(seq(tensor(int64)))");
}

TEST_CASE("Optional without input holds nothing, of the type named") {
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

TEST_CASE("OptionalGetElement takes out what is held") {
  const Value optional = held(f32({1}, {5}), Type::tensor(DType::float32));
  CHECK(show(OneNode("OptionalGetElement", 15).run({optional})) == "float[1] 5");
  CHECK(show(OneNode("OptionalGetElement", 18).run({optional})) == "float[1] 5");
  CHECK(show(OneNode("OptionalGetElement", 15)
                 .run({held(sequence(), Type::sequence(Type::tensor(DType::int64)))})) ==
        "seq(int64[] 1)");
  const Value none = Optional{Type::tensor(DType::float32), nullptr};
  CHECK(OneNode("OptionalGetElement", 15).error({none}) ==
        "InvalidInput: OptionalGetElement-15 (output 'y0'): the optional holds nothing");
}

TEST_CASE("OptionalGetElement-18 gives tensors and sequences back") {
  CHECK(show(OneNode("OptionalGetElement", 18).run({f32({}, {5})})) == "float[] 5");
  CHECK(show(OneNode("OptionalGetElement", 18).run({sequence()})) == "seq(int64[] 1)");
  CHECK(OneNode("OptionalGetElement", 15).error({f32({}, {5})}).starts_with("InvalidInput"));
  CHECK(show(OneNode("OptionalGetElement", 28).run({tensor(DType::bfloat16, {}, {5})})) ==
        "bfloat16[] 5");
}

TEST_CASE("OptionalHasElement tells whether something is held") {
  const Value none = Optional{Type::tensor(DType::float32), nullptr};
  const Value some = held(f32({0}, {}), Type::tensor(DType::float32));
  CHECK(show(OneNode("OptionalHasElement", 15).run({none})) == "bool[] false");
  CHECK(show(OneNode("OptionalHasElement", 15).run({some})) == "bool[] true");
  CHECK(OneNode("OptionalHasElement", 15).error({f32({}, {5})}).starts_with("InvalidInput"));
}

TEST_CASE("OptionalHasElement-18 takes tensors, sequences and nothing at all") {
  CHECK(show(OneNode("OptionalHasElement", 18).run({f32({}, {5})})) == "bool[] true");
  CHECK(show(OneNode("OptionalHasElement", 18).run({sequence()})) == "bool[] true");
  CHECK(show(OneNode("OptionalHasElement", 18).run({Value()})) == "bool[] false");
  CHECK(show(OneNode("OptionalHasElement", 18).run({})) == "bool[] false");
  CHECK(show(OneNode("OptionalHasElement", 28).run({tensor(DType::int2, {1}, {1})})) ==
        "bool[] true");
}

}  // namespace etalon::test::optional_test
