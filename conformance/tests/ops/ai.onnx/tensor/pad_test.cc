#include "conformance/tests/ops/one_node.h"
#include "engine/operators/choice_scope.h"

namespace etalon::test::pad_test {

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

TEST_CASE("Pad removes entries that the other number adds, where there are no more of data") {
  const auto padded = [](const Integers& pads, const char* mode) {
    OneNode node("Pad", 19);
    node.set("mode", mode);
    const Tensor data = f32({3}, {1, 2, 3}), value = f32({}, {-1});
    const std::string error = node.error({data, i64({2}, pads), value});
    return error.empty() ? show(node.run({data, i64({2}, pads), value})) : error.substr(0, 12);
  };
  CHECK(padded({-4, 2}, "constant") == "float[1] -1");
  CHECK(padded({3, -4}, "constant") == "float[2] -1 -1");
  CHECK(padded({-5, 2}, "constant") == "float[0]");
  CHECK(padded({-6, 2}, "constant") == "InvalidInput");
  CHECK(padded({INT64_MIN, 2}, "constant") == "InvalidInput");
  CHECK(padded({-4, 2}, "edge") == "InvalidInput");
}

TEST_CASE("Pad that removes more than there is, and that is open") {
  const auto met = [](const Integers& pads) {
    const ChoiceScope scope(Recording::on);
    const std::string error = OneNode("Pad", 19).error({f32({2}, {1, 2}), i64({2}, pads)});
    return (error.empty() ? "answers" : "refuses") +
           std::string(scope.met().empty() ? "" : ", open");
  };
  CHECK(met({-3, 4}) == "answers, open");
  CHECK(met({-1, -2}) == "refuses, open");
  CHECK(met({-2, 4}) == "answers");
  CHECK(met({-1, -1}) == "answers");
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
        "InvalidInput: Pad-18 (output 'y0'): mode is 'wrap'; it may be constant, reflect, edge");
  CHECK(OneNode("Pad", 25).set("mode", "mirror").error({data, pads}) ==
        "InvalidInput: Pad-25 (output 'y0'): mode is 'mirror'; it may be constant, reflect, edge, "
        "wrap");
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
        "InvalidInput: Pad-13 (output 'y0'): an axis without entries can be padded by mode "
        "constant only");
  CHECK(OneNode("Pad", 13)
            .error({f32({1}, {1}), i64({2}, {INT64_MAX, INT64_MAX})})
            .starts_with("LimitExceeded"));
  CHECK(OneNode("Pad", 13)
            .set("mode", "edge")
            .error({f32({2}, {1, 2}), i64({2}, {INT64_MAX, INT64_MAX})})
            .starts_with("LimitExceeded"));
  CHECK(
      show(OneNode("Pad", 13).set("mode", "edge").run({f32({0, 1}, {}), i64({4}, {0, 1, 0, 1})})) ==
      "float[0, 3]");
}

}  // namespace etalon::test::pad_test
