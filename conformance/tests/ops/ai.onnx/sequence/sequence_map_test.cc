#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sequence_map_test {
namespace {

Value sequence(const Values& items) { return Sequence{Type::tensor(DType::float32), items}; }

Graph adding_body() { return graph({"a", "b"}, {{"Add", {"a", "b"}, {"sum"}}}, {"sum"}); }

}  // namespace

TEST_CASE("SequenceMap gives tensors whole and sequences element by element") {
  const Value first = sequence({f32({}, {1}), f32({2}, {2, 3})});
  const OneNode add = OneNode("SequenceMap", 17).set("body", adding_body());
  CHECK(show(add.run({first, f32({1}, {10})})) == "seq(float[1] 11; float[2] 12 13)");
  CHECK(show(add.run({first, sequence({f32({}, {10}), f32({}, {20})})})) ==
        "seq(float[] 11; float[2] 22 23)");
}

TEST_CASE("SequenceMap returns a sequence for each of the body's outputs") {
  const Graph body = graph({"x"}, {{"Shape", {"x"}, {"shape"}}}, {"shape", "x"});
  const Values out = OneNode("SequenceMap", 17)
                         .set("body", body)
                         .outputs(2)
                         .run_all({sequence({f32({1, 2}, {5, 6}), f32({0}, {})})});
  CHECK(show(out[0]) == "seq(int64[2] 1 2; int64[1] 0)");
  CHECK(show(out[1]) == "seq(float[1, 2] 5 6; float[0])");
}

TEST_CASE("SequenceMap of an empty sequence keeps the type that the body declares") {
  Graph body = graph({"x"}, {{"Shape", {"x"}, {"shape"}}}, {"shape"});
  body.outputs[0].type = Type::tensor(DType::int64);
  const Value out = OneNode("SequenceMap", 17).set("body", body).run({sequence({})});
  CHECK(show(out) == "seq()");
  CHECK(to_string(out.type()) == "seq(tensor(int64))");
}

TEST_CASE("SequenceMap refuses sequences of other lengths and bodies that take other inputs") {
  const OneNode add = OneNode("SequenceMap", 17).set("body", adding_body());
  CHECK(add.error({sequence({f32({}, {1})}), sequence({})}) ==
        "InvalidInput: SequenceMap-17 (output 'y0'): a sequence has 0 elements, but the first "
        "sequence has 1");
  CHECK(add.error({sequence({f32({}, {1})})}) ==
        "InvalidModel: SequenceMap-17 (output 'y0'): the body takes 2 inputs, 1 are given");
}

TEST_CASE("A SequenceMap with more or fewer outputs than its body is invalid") {
  CHECK(OneNode("SequenceMap", 17)
            .set("body", adding_body())
            .outputs(2)
            .error({sequence({f32({}, {1})}), f32({1}, {10})}) ==
        "InvalidModel: SequenceMap-17 (output 'y0'): the node has 2 outputs, but its attributes "
        "and inputs give only 1");
  Graph two = graph({"x"}, {{"Shape", {"x"}, {"shape"}}}, {"shape", "x"});
  CHECK(OneNode("SequenceMap", 17).set("body", two).error({sequence({f32({}, {1})})}) ==
        "InvalidModel: SequenceMap-17 (output 'y0'): the node has 1 outputs, but its attributes "
        "and inputs give 2");
}

}  // namespace etalon::test::sequence_map_test
