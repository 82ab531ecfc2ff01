#include "conformance/tests/ops/one_node.h"

namespace etalon::test::split_test {
namespace {

std::vector<std::string> each_shown(const Values& values) {
  std::vector<std::string> texts;
  for (const Value& value : values) texts.push_back(show(value));
  return texts;
}

}  // namespace

TEST_CASE("Split-1 takes lengths as input or attribute; else makes equal parts") {
  const Tensor input = f32({6}, {1, 2, 3, 4, 5, 6});
  CHECK(each_shown(OneNode("Split", 1).outputs(2).run_all({input})) ==
        Strings{"float[3] 1 2 3", "float[3] 4 5 6"});
  CHECK(each_shown(OneNode("Split", 1).outputs(2).run_all({input, f32({2}, {1, 5})})) ==
        Strings{"float[1] 1", "float[5] 2 3 4 5 6"});
  CHECK(each_shown(OneNode("Split", 1).set("split", Integers{4, 2}).outputs(2).run_all({input})) ==
        Strings{"float[4] 1 2 3 4", "float[2] 5 6"});
  CHECK(OneNode("Split", 1)
            .set("split", Integers{4, 2})
            .outputs(2)
            .error({input, f32({2}, {1, 5})})
            .starts_with("InvalidInput"));
}

TEST_CASE("Split-2 and 11 take lengths as attribute") {
  const Tensor input = i64({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(each_shown(OneNode("Split", 2)
                       .set("axis", 1)
                       .set("split", Integers{2, 1})
                       .outputs(2)
                       .run_all({input})) == Strings{"int64[2, 2] 1 2 4 5", "int64[2, 1] 3 6"});
  CHECK(each_shown(OneNode("Split", 11).set("axis", -2).outputs(2).run_all({input})) ==
        Strings{"int64[1, 3] 1 2 3", "int64[1, 3] 4 5 6"});
  CHECK(OneNode("Split", 11).set("axis", 1).outputs(2).error({input}) ==
        "InvalidInput: Split-11 (output 'y0'): 3 entries do not make 2 equal parts");
}

TEST_CASE("Split-13 takes lengths as input; of 0 too") {
  const Tensor input = f32({2}, {1, 2});
  CHECK(each_shown(OneNode("Split", 13).outputs(3).run_all({input, i64({3}, {0, 2, 0})})) ==
        Strings{"float[0]", "float[2] 1 2", "float[0]"});
  CHECK(each_shown(OneNode("Split", 13).outputs(2).run_all({f32({0}, {})})) ==
        Strings{"float[0]", "float[0]"});
  const auto error = [&](const Integers& split) {
    return OneNode("Split", 13).outputs(2).error({input, i64({split.size()}, split)});
  };
  CHECK(error({1, 2}) ==
        "InvalidInput: Split-13 (output 'y0'): the lengths [1, 2] do not add up to the 2 "
        "entries of the axis");
  CHECK(error({1, 0}) ==
        "InvalidInput: Split-13 (output 'y0'): the lengths [1, 0] do not add up to the 2 "
        "entries of the axis");
  CHECK(error({3, -1}) ==
        "InvalidInput: Split-13 (output 'y0'): split holds the negative length -1");
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

TEST_CASE("Split-18 requires either split or num_outputs") {
  const Tensor input = f32({2}, {1, 2});
  const std::string sentence =
      "InvalidInput: Split-18 (output 'y0'): either split or num_outputs has to be given, and not "
      "both";
  CHECK(OneNode("Split", 18).outputs(2).error({input}) == sentence);
  CHECK(OneNode("Split", 18).set("num_outputs", 2).outputs(2).error({input, i64({2}, {1, 1})}) ==
        sentence);
  CHECK(OneNode("Split", 18).set("num_outputs", 3).outputs(2).error({input}) ==
        "InvalidInput: Split-18 (output 'y0'): num_outputs is 3, but the node has 2 outputs");
}

}  // namespace etalon::test::split_test
