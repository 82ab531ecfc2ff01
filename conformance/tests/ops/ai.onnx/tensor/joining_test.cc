// Operators that join, split, repeat or surround tensors: Concat, Split, Pad, Tile, Expand,
// CenterCropPad.
#include "conformance/tests/ops/one_node.h"

namespace etalon::test::joining_test {
namespace {

std::vector<std::string> shown(const Values& values) {
  std::vector<std::string> texts;
  for (const Value& value : values) texts.push_back(show(value));
  return texts;
}

}  // namespace

TEST_CASE("Concat-1 joins along axis 1 by default") {
  const Tensor a = f32({2, 1}, {1, 2});
  const Tensor b = f32({2, 2}, {3, 4, 5, 6});
  CHECK(show(OneNode("Concat", 1).run({a, b})) == "float[2, 3] 1 3 4 2 5 6");
  CHECK(show(OneNode("Concat", 1).set("axis", 0).run({b, b})) == "float[4, 2] 3 4 5 6 3 4 5 6");
}

TEST_CASE("Concat-4 joins any types along the axis named") {
  CHECK(
      show(OneNode("Concat", 4).set("axis", 0).run({texts({1}, {"a"}), texts({2}, {"b", "c"})})) ==
      "string[3] 'a' 'b' 'c'");
  CHECK(show(OneNode("Concat", 11).set("axis", -1).run({i64({1, 1}, {1}), i64({1, 2}, {2, 3})})) ==
        "int64[1, 3] 1 2 3");
  CHECK(show(OneNode("Concat", 13).set("axis", 0).run({f32({0, 2}, {}), f32({1, 2}, {1, 2})})) ==
        "float[1, 2] 1 2");
  CHECK(show(OneNode("Concat", 13).set("axis", 0).run({f32({1}, {-0.0})})) == "float[1] -0");
}

TEST_CASE("Concat refuses scalars and shapes that do not fit") {
  CHECK(OneNode("Concat", 13).set("axis", 0).error({f32({}, {1}), f32({}, {2})}) ==
        "InvalidInput: Concat-13 (output 'y0'): axis 0 is outside [0, -1]");
  CHECK(OneNode("Concat", 13)
            .set("axis", 0)
            .error({f32({1, 2}, {1, 2}), f32({1, 1}, {1})})
            .starts_with("InvalidInput"));
  CHECK(OneNode("Concat", 13).set("axis", 2).error({f32({1, 1}, {1})}) ==
        "InvalidInput: Concat-13 (output 'y0'): axis 2 is outside [-2, 1]");
}

TEST_CASE("Split-1 takes lengths as input or attribute, else makes equal parts") {
  const Tensor input = f32({6}, {1, 2, 3, 4, 5, 6});
  CHECK(shown(OneNode("Split", 1).outputs(2).run_all({input})) ==
        Strings{"float[3] 1 2 3", "float[3] 4 5 6"});
  CHECK(shown(OneNode("Split", 1).outputs(2).run_all({input, f32({2}, {1, 5})})) ==
        Strings{"float[1] 1", "float[5] 2 3 4 5 6"});
  CHECK(shown(OneNode("Split", 1).set("split", Integers{4, 2}).outputs(2).run_all({input})) ==
        Strings{"float[4] 1 2 3 4", "float[2] 5 6"});
  CHECK(OneNode("Split", 1)
            .set("split", Integers{4, 2})
            .outputs(2)
            .error({input, f32({2}, {1, 5})})
            .starts_with("InvalidInput"));
}

TEST_CASE("Split-2 and 11 take lengths as attribute") {
  const Tensor input = i64({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(shown(OneNode("Split", 2)
                  .set("axis", 1)
                  .set("split", Integers{2, 1})
                  .outputs(2)
                  .run_all({input})) == Strings{"int64[2, 2] 1 2 4 5", "int64[2, 1] 3 6"});
  CHECK(shown(OneNode("Split", 11).set("axis", -2).outputs(2).run_all({input})) ==
        Strings{"int64[1, 3] 1 2 3", "int64[1, 3] 4 5 6"});
  CHECK(OneNode("Split", 11).set("axis", 1).outputs(2).error({input}) ==
        "InvalidInput: Split-11 (output 'y0'): 3 entries do not make 2 equal parts");
}

TEST_CASE("Split-13 takes lengths as input, of 0 too") {
  const Tensor input = f32({2}, {1, 2});
  CHECK(shown(OneNode("Split", 13).outputs(3).run_all({input, i64({3}, {0, 2, 0})})) ==
        Strings{"float[0]", "float[2] 1 2", "float[0]"});
  CHECK(shown(OneNode("Split", 13).outputs(2).run_all({f32({0}, {})})) ==
        Strings{"float[0]", "float[0]"});
  const auto error = [&](const Integers& split) {
    return OneNode("Split", 13).outputs(2).error({input, i64({split.size()}, split)});
  };
  CHECK(error({1, 2}) ==
        "InvalidInput: Split-13 (output 'y0'): the lengths [1, 2] do not add up to the axis' 2");
  CHECK(error({1, 0}) ==
        "InvalidInput: Split-13 (output 'y0'): the lengths [1, 0] do not add up to the axis' 2");
  CHECK(error({3, -1}) == "InvalidInput: Split-13 (output 'y0'): a dimension of -1 is negative");
  CHECK(error({2}) == "InvalidInput: Split-13 (output 'y0'): 1 lengths are given for 2 outputs");
}

TEST_CASE("Split-18 leaves the last of num_outputs parts smaller") {
  const auto lengths = [](size_t size, size_t num_outputs) {
    const Values outputs = OneNode("Split", 18)
                               .set("num_outputs", static_cast<int64_t>(num_outputs))
                               .outputs(num_outputs)
                               .run_all({tensor(DType::uint8, {size}, std::vector<double>(size))});
    std::string text;
    for (const Value& output : outputs) text += fmt::format("{} ", output.tensor().size());
    return text;
  };
  CHECK(lengths(6, 3) == "2 2 2 ");
  CHECK(lengths(7, 4) == "2 2 2 1 ");
  CHECK(lengths(6, 4) == "2 2 2 0 ");
  CHECK(lengths(0, 2) == "0 0 ");
  CHECK(lengths(3, 1) == "3 ");
}

TEST_CASE("Split-18 has no meaning where more than the last part would be smaller") {
  const Tensor input = f32({5}, {1, 2, 3, 4, 5});
  CHECK(OneNode("Split", 18).set("num_outputs", 4).outputs(4).error({input}) ==
        "Unspecified: Split-18 (output 'y0'): 5 entries do not make 4 parts of which only the "
        "last is smaller");
}

TEST_CASE("Split-18 wants either split or num_outputs") {
  const Tensor input = f32({2}, {1, 2});
  const std::string sentence =
      "InvalidInput: Split-18 (output 'y0'): either split or num_outputs has to be given, and not "
      "both";
  CHECK(OneNode("Split", 18).outputs(2).error({input}) == sentence);
  CHECK(OneNode("Split", 18).set("num_outputs", 2).outputs(2).error({input, i64({2}, {1, 1})}) ==
        sentence);
  CHECK(OneNode("Split", 18).set("num_outputs", 3).outputs(2).error({input}) ==
        "InvalidInput: Split-18 (output 'y0'): num_outputs is 3 where the node names 2");
}

TEST_CASE("Pad-1 and Pad-2 pad with a value") {
  const Tensor data = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("Pad", 1).set("paddings", Integers{0, 2, 0, 0}).run({data})) ==
        "float[3, 4] 0 0 1 2 0 0 3 4 0 0 5 6");
  CHECK(show(OneNode("Pad", 2).set("pads", Integers{1, 0, 0, 1}).set("value", 0.5).run({data})) ==
        "float[4, 3] 0.5 0.5 0.5 1 2 0.5 3 4 0.5 5 6 0.5");
  CHECK(OneNode("Pad", 2).set("pads", Integers{1, 0}).error({data}) ==
        "InvalidInput: Pad-2 (output 'y0'): pads has 2 numbers for 2 axes");
}

TEST_CASE("Pad removes entries where the number is negative") {
  const Tensor data = f32({4}, {1, 2, 3, 4});
  const auto padded = [&](const Integers& pads, const char* mode) {
    return show(OneNode("Pad", 19).set("mode", mode).run({data, i64({2}, pads)}));
  };
  CHECK(padded({-1, -1}, "constant") == "float[2] 2 3");
  CHECK(padded({-2, 1}, "constant") == "float[3] 3 4 0");
  CHECK(padded({-4, 0}, "constant") == "float[0]");
  CHECK(padded({-1, 2}, "edge") == "float[5] 2 3 4 4 4");
  CHECK(padded({-1, 2}, "reflect") == "float[5] 2 3 4 3 2");
  CHECK(padded({-1, 2}, "wrap") == "float[5] 2 3 4 2 3");
  CHECK(OneNode("Pad", 19).error({data, i64({2}, {-3, -2})}) ==
        "InvalidInput: Pad-19 (output 'y0'): pads -3 and -2 remove more than 4 entries");
  CHECK(OneNode("Pad", 19).error({data, i64({2}, {INT64_MIN, 9})}).starts_with("InvalidInput"));
}

TEST_CASE("Pad-11 takes pads and the constant as inputs") {
  const Tensor data = tensor(DType::int32, {2}, {1, 2});
  CHECK(show(OneNode("Pad", 11).run({data, i64({2}, {1, 1})})) == "int32[4] 0 1 2 0");
  CHECK(show(OneNode("Pad", 11).run({data, i64({2}, {1, 0}), tensor(DType::int32, {}, {-7})})) ==
        "int32[3] -7 1 2");
  CHECK(show(OneNode("Pad", 13).run({texts({1}, {"a"}), i64({2}, {0, 1})})) == "string[2] 'a' ''");
  CHECK(show(OneNode("Pad", 13).run({tensor(DType::boolean, {1}, {1}), i64({2}, {1, 0}),
                                     tensor(DType::boolean, {1}, {1})})) == "bool[2] true true");
  CHECK(show(OneNode("Pad", 13).run({f32({}, {3}), i64({0}, {})})) == "float[] 3");
}

TEST_CASE("Pad reflects, again and again where it takes more") {
  const auto reflected = [](const std::vector<double>& values, int64_t begin, int64_t end) {
    return show(OneNode("Pad", 13)
                    .set("mode", "reflect")
                    .run({f32({values.size()}, values), i64({2}, {begin, end})}));
  };
  CHECK(reflected({1, 2, 3}, 2, 2) == "float[7] 3 2 1 2 3 2 1");
  CHECK(reflected({1, 2, 3}, 5, 0) == "float[8] 2 1 2 3 2 1 2 3");
  CHECK(reflected({1}, 2, 1) == "float[4] 1 1 1 1");
}

TEST_CASE("Pad repeats edges and wraps around") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  const Tensor pads = i64({4}, {1, 0, 0, 1});
  CHECK(show(OneNode("Pad", 13).set("mode", "edge").run({data, pads})) ==
        "float[3, 3] 1 2 2 1 2 2 3 4 4");
  CHECK(show(OneNode("Pad", 19).set("mode", "wrap").run({data, pads})) ==
        "float[3, 3] 3 4 3 1 2 1 3 4 3");
  CHECK(show(OneNode("Pad", 19).set("mode", "wrap").run({f32({2}, {1, 2}), i64({2}, {3, 4})})) ==
        "float[9] 2 1 2 1 2 1 2 1 2");
  CHECK(OneNode("Pad", 18).set("mode", "wrap").error({data, pads}) ==
        "InvalidInput: Pad-18 (output 'y0'): mode is 'wrap'");
  CHECK(OneNode("Pad", 25).set("mode", "mirror").error({data, pads}) ==
        "InvalidInput: Pad-25 (output 'y0'): mode is 'mirror'");
}

TEST_CASE("Pad-18 pads the axes named") {
  const Tensor data = f32({1, 1, 2}, {1, 2});
  CHECK(show(OneNode("Pad", 18).run({data, i64({2}, {1, 0}), Value(), i64({1}, {-1})})) ==
        "float[1, 1, 3] 0 1 2");
  CHECK(show(OneNode("Pad", 18).run(
            {data, i64({4}, {1, 0, 0, 1}), f32({}, {9}), tensor(DType::int32, {2}, {2, 0})})) ==
        "float[2, 1, 3] 9 1 2 9 9 9");
  CHECK(OneNode("Pad", 18).error({data, i64({2}, {1, 0})}) ==
        "InvalidInput: Pad-18 (output 'y0'): pads has 2 numbers for 3 axes");
}

TEST_CASE("Pad of empty axes") {
  const Tensor empty = f32({0}, {});
  CHECK(show(OneNode("Pad", 13).run({empty, i64({2}, {1, 1})})) == "float[2] 0 0");
  CHECK(show(OneNode("Pad", 13).set("mode", "edge").run({empty, i64({2}, {0, 0})})) == "float[0]");
  CHECK(OneNode("Pad", 13).set("mode", "edge").error({empty, i64({2}, {1, 0})}) ==
        "InvalidInput: Pad-13 (output 'y0'): an axis without entries cannot be padded by mode "
        "'edge'");
  CHECK(OneNode("Pad", 13)
            .error({f32({1}, {1}), i64({2}, {INT64_MAX, INT64_MAX})})
            .starts_with("LimitExceeded"));
}

TEST_CASE("Tile-1 repeats along one axis") {
  const Tensor input = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("Tile", 1).run({input, f32({1}, {2}), f32({1}, {1})})) ==
        "float[2, 4] 1 2 1 2 3 4 3 4");
  CHECK(show(OneNode("Tile", 1).run({input, f32({1}, {0}), f32({1}, {0})})) == "float[0, 2]");
  CHECK(OneNode("Tile", 1).error({input, f32({1}, {1.5}), f32({1}, {0})}) ==
        "InvalidInput: Tile-1 (output 'y0'): tiles is 1.5");
  CHECK(OneNode("Tile", 1).error({input, f32({1}, {2}), f32({1}, {NAN})}) ==
        "InvalidInput: Tile-1 (output 'y0'): axis is nan");
}

TEST_CASE("Tile-6 repeats along every axis") {
  const Tensor input = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("Tile", 6).run({input, i64({2}, {2, 2})})) ==
        "float[4, 4] 1 2 1 2 3 4 3 4 1 2 1 2 3 4 3 4");
  CHECK(show(OneNode("Tile", 13).run({texts({1}, {"x"}), i64({1}, {3})})) ==
        "string[3] 'x' 'x' 'x'");
  CHECK(show(OneNode("Tile", 13).run({f32({}, {1}), i64({0}, {})})) == "float[] 1");
  CHECK(show(OneNode("Tile", 13).run({f32({0, 1}, {}), i64({2}, {2, 3})})) == "float[0, 3]");
  CHECK(OneNode("Tile", 13).error({input, i64({1}, {2})}) ==
        "InvalidInput: Tile-13 (output 'y0'): 1 repeats are given for 2 axes");
  CHECK(OneNode("Tile", 13).error({input, i64({2}, {1, -1})}) ==
        "InvalidInput: Tile-13 (output 'y0'): a dimension of -1 is negative");
  CHECK(OneNode("Tile", 13)
            .error({input, i64({2}, {INT64_MAX, INT64_MAX})})
            .starts_with("LimitExceeded"));
}

TEST_CASE("Expand broadcasts both ways") {
  const Tensor input = f32({2, 1}, {1, 2});
  const auto expanded = [&](const Integers& shape) {
    return show(OneNode("Expand", 13).run({input, i64({shape.size()}, shape)}));
  };
  CHECK(expanded({2, 2}) == "float[2, 2] 1 1 2 2");
  CHECK(expanded({2, 1, 2}) == "float[2, 2, 2] 1 1 2 2 1 1 2 2");
  CHECK(expanded({3}) == "float[2, 3] 1 1 1 2 2 2");
  CHECK(expanded({1, 1}) == "float[2, 1] 1 2");
  CHECK(expanded({}) == "float[2, 1] 1 2");
  CHECK(expanded({2, 0}) == "float[2, 0]");
  CHECK(show(OneNode("Expand", 8).run({f32({}, {-0.0}), i64({1}, {2})})) == "float[2] -0 -0");
  CHECK(OneNode("Expand", 13).error({input, i64({2}, {3, 1})}) ==
        "InvalidInput: Expand-13 (output 'y0'): the shapes [2, 1] and [3, 1] do not broadcast");
  CHECK(OneNode("Expand", 13)
            .error({input, i64({2}, {2, int64_t{1} << 60})})
            .starts_with("LimitExceeded"));
}

TEST_CASE("CenterCropPad keeps the centre") {
  const auto resized = [](size_t size, int64_t target) {
    std::vector<double> values(size);
    for (size_t i = 0; i < size; ++i) values[i] = static_cast<double>(i + 1);
    return show(OneNode("CenterCropPad", 18).run({f32({size}, values), i64({1}, {target})}));
  };
  CHECK(resized(5, 3) == "float[3] 2 3 4");
  CHECK(resized(5, 2) == "float[2] 2 3");
  CHECK(resized(4, 1) == "float[1] 2");
  CHECK(resized(2, 4) == "float[4] 0 1 2 0");
  CHECK(resized(2, 5) == "float[5] 0 1 2 0 0");
  CHECK(resized(3, 0) == "float[0]");
}

TEST_CASE("CenterCropPad of some axes") {
  const Tensor data = tensor(DType::int8, {2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("CenterCropPad", 18).set("axes", Integers{-1}).run({data, i64({1}, {1})})) ==
        "int8[2, 1] 2 5");
  CHECK(show(OneNode("CenterCropPad", 18)
                 .set("axes", Integers{1, 0})
                 .run({data, tensor(DType::int32, {2}, {4, 1})})) == "int8[1, 4] 1 2 3 0");
  CHECK(OneNode("CenterCropPad", 18).error({data, i64({1}, {1})}) ==
        "InvalidInput: CenterCropPad-18 (output 'y0'): shape has 1 dimensions for 2 axes");
  CHECK(OneNode("CenterCropPad", 18).error({data, i64({2}, {1, -1})}) ==
        "InvalidInput: CenterCropPad-18 (output 'y0'): a dimension of -1 is negative");
}

}  // namespace etalon::test::joining_test
