#include "engine/operators/delegate.h"

#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::delegate_test {
namespace {

// A call of an operator with one output, as the interpreter makes it.
class Outer {
 public:
  Outer(std::string_view op_type, Values inputs, Attributes attributes = {})
      : node_(node_of(op_type)),
        attributes_(std::move(attributes)),
        inputs_(std::move(inputs)),
        call_(node_, graph_, attributes_, inputs_, no_graph, differences_) {
    add_defaults(*node_.schema, attributes_);
  }
  const Call& call() const { return call_; }

 private:
  static Values no_graph(const Graph&, const Values&) { return {}; }
  static Node node_of(std::string_view op_type) {
    Node node;
    node.op_type = op_type;
    node.outputs = {"y"};
    node.opset = 13;
    node.schema = find_schema("", op_type, node.opset);
    return node;
  }

  const Differences differences_;
  Node node_;
  Graph graph_;
  Attributes attributes_;
  Values inputs_;
  Call call_;
};

}  // namespace

TEST_CASE("An operator delegates by the formal names of the other") {
  const Outer outer("Abs", {f32({2}, {-1, 2})});
  const Value low = f32({}, {0});
  CHECK(show(delegate(outer.call(), "Clip", 13, {{"min", low}, {"input", outer.call().value("X")}})
                 .at(0)) == "float[2] 0 2");
  const Value a = f32({1}, {1});
  const Value b = f32({1}, {2});
  CHECK(show(delegate(outer.call(), "Concat", 13, {{"inputs", b}, {"inputs", a}},
                      attributes_of({attribute_of("axis", int64_t{0})}))
                 .at(0)) == "float[2] 2 1");
}

TEST_CASE("A delegate runs the version in force; for all types") {
  const Outer outer("Abs", {});
  const Value x = f32({1, 2, 2}, {0, 0, 0, 0});
  CHECK(show(delegate(outer.call(), "Softmax", 12, {{"input", x}}).at(0)) ==
        "float[1, 2, 2] 0.25 0.25 0.25 0.25");
  const Value wide = tensor(DType::int8, {1}, {-3});
  CHECK(show(delegate(outer.call(), "Relu", 13, {{"X", wide}}).at(0)) == "int8[1] 0");
}

TEST_CASE("A delegate of the call's own inputs takes over shared attributes") {
  const Outer outer("LeakyRelu", {f32({1}, {-2})}, attributes_of({attribute_of("alpha", 0.5)}));
  CHECK(show(delegate(outer.call(), "LeakyRelu", 6).at(0)) == "float[1] -1");
  const Attributes shared = shared_attributes(outer.call(), "Gemm", 13);
  REQUIRE(shared.size() == 1);
  CHECK(std::get<float>(shared.at("alpha").value) == 0.5F);
}

TEST_CASE("A delegate with names that the other does not have is a defect") {
  const Outer outer("Abs", {});
  const Value x = f32({1}, {1});
  CHECK(refusal([&] {
          delegate(outer.call(), "Relu", 13, {{"Z", x}});
        }) == "InternalError: Relu-13 has no input 'Z' to delegate");
  CHECK(refusal([&] {
          delegate(outer.call(), "Relu", 13, {{"X", x}},
                   attributes_of({attribute_of("axes", std::vector<int64_t>{1})}));
        }) == "InternalError: Relu-13 has no attribute 'axes' to delegate");
  CHECK(refusal([&] { delegate(outer.call(), "Rely", 13, {}); }) ==
        "InternalError: there is no operator Rely at opset 13");
}

}  // namespace etalon::test::delegate_test
