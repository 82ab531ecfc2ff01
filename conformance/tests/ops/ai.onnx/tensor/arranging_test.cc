// Operators that select or rearrange elements: Where, Trilu, Unique, DepthToSpace, SpaceToDepth.
#include "conformance/tests/ops/one_node.h"

namespace etalon::test::arranging_test {
namespace {

std::vector<std::string> uniques(const Tensor& X, OneNode node = OneNode("Unique", 11)) {
  std::vector<std::string> shown;
  for (const Value& value : node.outputs(4).run_all({X})) shown.push_back(show(value));
  return shown;
}

}  // namespace

TEST_CASE("Where selects from X and Y, broadcasting all three") {
  const Tensor condition = tensor(DType::boolean, {2, 1}, {1, 0});
  CHECK(show(OneNode("Where", 9).run({condition, f32({2}, {1, 2}), f32({}, {-0.0})})) ==
        "float[2, 2] 1 2 -0 -0");
  CHECK(show(OneNode("Where", 16)
                 .run({tensor(DType::boolean, {}, {0}), texts({1}, {"x"}), texts({1}, {"y"})})) ==
        "string[1] 'y'");
  CHECK(show(OneNode("Where", 16)
                 .run({tensor(DType::boolean, {0}, {}), f32({1}, {1}), f32({}, {2})})) ==
        "float[0]");
  CHECK(OneNode("Where", 16).error({condition, f32({2}, {1, 2}), f32({3}, {1, 2, 3})}) ==
        "InvalidInput: Where-16 (output 'y0'): the shapes [2, 2] and [3] do not broadcast");
}

TEST_CASE("Trilu keeps one side of a diagonal") {
  const Tensor input = i64({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto side = [&](int upper, int64_t k) {
    return show(OneNode("Trilu", 14).set("upper", upper).run({input, i64({}, {k})}));
  };
  CHECK(show(OneNode("Trilu", 14).run({input})) == "int64[2, 3] 1 2 3 0 5 6");
  CHECK(side(1, 1) == "int64[2, 3] 0 2 3 0 0 6");
  CHECK(side(1, -1) == "int64[2, 3] 1 2 3 4 5 6");
  CHECK(side(0, 0) == "int64[2, 3] 1 0 0 4 5 0");
  CHECK(side(0, -1) == "int64[2, 3] 0 0 0 4 0 0");
  CHECK(side(1, INT64_MAX) == "int64[2, 3] 0 0 0 0 0 0");
  CHECK(side(0, INT64_MIN) == "int64[2, 3] 0 0 0 0 0 0");
}

TEST_CASE("Trilu works on batches, and on no elements") {
  CHECK(show(OneNode("Trilu", 14).run({f32({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})})) ==
        "float[2, 2, 2] 1 2 0 4 5 6 0 8");
  CHECK(show(OneNode("Trilu", 14).run({f32({3, 0}, {})})) == "float[3, 0]");
  CHECK(show(OneNode("Trilu", 14).run({texts({1, 1}, {"a"}), i64({}, {1})})) == "string[1, 1] ''");
  CHECK(OneNode("Trilu", 14).error({f32({2}, {1, 2})}) ==
        "InvalidInput: Trilu-14 (output 'y0'): input has rank 1, less than 2");
}

TEST_CASE("Unique sorts, or keeps the order of first occurrence") {
  const Tensor X = f32({6}, {2, 1, 1, 3, 4, 3});
  CHECK(uniques(X) == Strings{"float[4] 1 2 3 4", "int64[4] 1 0 3 4", "int64[6] 1 0 0 2 3 2",
                              "int64[4] 2 1 2 1"});
  CHECK(
      uniques(X, OneNode("Unique", 11).set("sorted", 0)) ==
      Strings{"float[4] 2 1 3 4", "int64[4] 0 1 3 4", "int64[6] 0 1 1 2 3 2", "int64[4] 1 2 2 1"});
}

TEST_CASE("Unique without axis flattens") {
  CHECK(uniques(i64({2, 2}, {1, 3, 2, 3})) ==
        Strings{"int64[3] 1 2 3", "int64[3] 0 2 1", "int64[4] 0 2 1 2", "int64[3] 1 1 2"});
  CHECK(uniques(f32({}, {7})) == Strings{"float[1] 7", "int64[1] 0", "int64[1] 0", "int64[1] 1"});
  CHECK(uniques(f32({0, 3}, {})) == Strings{"float[0]", "int64[0]", "int64[0]", "int64[0]"});
}

TEST_CASE("Unique along an axis compares subtensors") {
  const Tensor X = f32({3, 3}, {1, 0, 0, 1, 0, 0, 2, 3, 3});
  CHECK(uniques(X, OneNode("Unique", 11).set("axis", 0)) ==
        Strings{"float[2, 3] 1 0 0 2 3 3", "int64[2] 0 2", "int64[3] 0 0 1", "int64[2] 2 1"});
  CHECK(uniques(X, OneNode("Unique", 11).set("axis", -1)) ==
        Strings{"float[3, 2] 0 1 0 1 3 2", "int64[2] 1 0", "int64[3] 1 0 0", "int64[2] 2 1"});
  CHECK(OneNode("Unique", 11).set("axis", 2).error({X}) ==
        "InvalidInput: Unique-11 (output 'y0'): axis 2 is outside [-2, 1]");
}

TEST_CASE("Unique counts NaNs as equal and greatest, and both zeros as equal") {
  CHECK(uniques(f32({6}, {NAN, 0, -INFINITY, NAN, -0.0, INFINITY})) ==
        Strings{"float[4] -inf 0 inf nan", "int64[4] 2 1 5 0", "int64[6] 3 1 0 3 1 2",
                "int64[4] 1 2 1 2"});
}

TEST_CASE("Unique of strings, bools, complex numbers and bfloat16") {
  CHECK(uniques(texts({3}, {"b", "a", "b"}))[0] == "string[2] 'a' 'b'");
  CHECK(uniques(tensor(DType::boolean, {3}, {1, 0, 1}))[0] == "bool[2] false true");
  CHECK(uniques(complexes({{1, 2}, {1, -2}, {0, 9}, {1, 2}}))[0] == "complex64[3] 0+9i 1-2i 1+2i");
  CHECK(uniques(tensor(DType::bfloat16, {3}, {2, -1, 2}), OneNode("Unique", 28))[0] ==
        "bfloat16[2] -1 2");
}

TEST_CASE("Unique gives just the outputs named") {
  const Values outputs = OneNode("Unique", 11)
                             .outputs_wanted({true, false, false, true})
                             .run_all({i64({3}, {5, 5, 4})});
  CHECK(show(outputs.at(0)) == "int64[2] 4 5");
  CHECK(show(outputs.at(1)) == "int64[2] 1 2");
}

TEST_CASE("DepthToSpace orders a block's channels depth-column-row by default") {
  const Tensor input = counted(DType::float32, {1, 8, 1, 1});
  CHECK(show(OneNode("DepthToSpace", 1).set("blocksize", 2).run({input})) ==
        "float[1, 2, 2, 2] 0 2 4 6 1 3 5 7");
  CHECK(show(OneNode("DepthToSpace", 11).set("blocksize", 2).run({input})) ==
        "float[1, 2, 2, 2] 0 2 4 6 1 3 5 7");
  CHECK(show(OneNode("DepthToSpace", 13).set("blocksize", 2).set("mode", "CRD").run({input})) ==
        "float[1, 2, 2, 2] 0 1 2 3 4 5 6 7");
}

TEST_CASE("DepthToSpace spreads channels between pixels") {
  const Tensor input = counted(DType::int8, {1, 4, 1, 2});
  CHECK(show(OneNode("DepthToSpace", 28).set("blocksize", 2).run({input})) ==
        "int8[1, 1, 2, 4] 0 2 1 3 4 6 5 7");
  CHECK(show(OneNode("DepthToSpace", 28).set("blocksize", 2).run({f32({0, 4, 1, 1}, {})})) ==
        "float[0, 1, 2, 2]");
}

TEST_CASE("DepthToSpace refuses block sizes that do not divide") {
  const Tensor input = counted(DType::float32, {1, 8, 1, 1});
  const std::string place = "InvalidInput: DepthToSpace-13 (output 'y0'): ";
  CHECK(OneNode("DepthToSpace", 13).set("blocksize", 3).error({input}) ==
        place + "blocksize 3 does not divide 8 channels");
  CHECK(OneNode("DepthToSpace", 13).set("blocksize", 0).error({input}) ==
        place + "blocksize 0 does not divide 8 channels");
  CHECK(OneNode("DepthToSpace", 13)
            .set("blocksize", int64_t{1} << 32)
            .error({input})
            .starts_with("LimitExceeded"));
  CHECK(OneNode("DepthToSpace", 13).set("blocksize", 1).set("mode", "RCD").error({input}) ==
        place + "mode is 'RCD'");
  CHECK(OneNode("DepthToSpace", 13).set("blocksize", 1).error({f32({1}, {1})}) ==
        place + "input's shape is [1]");
}

TEST_CASE("SpaceToDepth undoes DepthToSpace") {
  const Tensor input = counted(DType::float32, {2, 3, 4, 6});
  for (const char* mode : {"DCR", "CRD"}) {
    const Value depth =
        OneNode("SpaceToDepth", 28).set("blocksize", 2).set("mode", mode).run({input});
    CHECK(to_string(depth.tensor().shape()) == "[2, 12, 2, 3]");
    const Value back =
        OneNode("DepthToSpace", 28).set("blocksize", 2).set("mode", mode).run({depth});
    CHECK(identical(back.tensor(), input));
  }
}

TEST_CASE("SpaceToDepth gathers blocks into channels") {
  const Tensor input = counted(DType::int8, {1, 2, 2, 2});
  CHECK(show(OneNode("SpaceToDepth", 1).set("blocksize", 2).run({input})) ==
        "int8[1, 8, 1, 1] 0 4 1 5 2 6 3 7");
  CHECK(show(OneNode("SpaceToDepth", 13).set("blocksize", 1).run({input})) ==
        "int8[1, 2, 2, 2] 0 1 2 3 4 5 6 7");
  CHECK(show(OneNode("SpaceToDepth", 28).set("blocksize", 2).set("mode", "CRD").run({input})) ==
        "int8[1, 8, 1, 1] 0 1 2 3 4 5 6 7");
  CHECK(OneNode("SpaceToDepth", 13).set("blocksize", 3).error({input}) ==
        "InvalidInput: SpaceToDepth-13 (output 'y0'): blocksize 3 does not divide 2 by 2 pixels");
  CHECK(OneNode("SpaceToDepth", 28).set("blocksize", 2).set("mode", "").error({input}) ==
        "InvalidInput: SpaceToDepth-28 (output 'y0'): mode is ''");
}

}  // namespace etalon::test::arranging_test
