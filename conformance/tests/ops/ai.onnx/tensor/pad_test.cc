#include "conformance/tests/ops/one_node.h"
#include "engine/operators/choice_scope.h"

namespace etalon::test::pad_test {

TEST_CASE("Pad-1 and Pad-2 pad with a value") {
  const Tensor data = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(OneNode("Pad", 2).set("pads", Integers{1, 0}).error({data}) ==
        "InvalidInput: Pad-2 (output 'y0'): pads has 2 numbers for 2 axes");
  CHECK(OneNode("Pad", 1).set("paddings", Integers{1, 0}).error({data}) ==
        "InvalidInput: Pad-1 (output 'y0'): paddings has 2 numbers for 2 axes");
}

TEST_CASE("Pad removes entries where the number is negative") {
  const Tensor data = f32({4}, {1, 2, 3, 4});
  CHECK(OneNode("Pad", 19).error({data, i64({2}, {-3, -2})}) ==
        "InvalidInput: Pad-19 (output 'y0'): pads -3 and -2 remove more than 4 entries");
  CHECK(OneNode("Pad", 19).error({data, i64({2}, {INT64_MIN, 9})}).starts_with("InvalidInput"));
}

TEST_CASE("Pad removes entries that the other number adds where there are no more of data") {
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

TEST_CASE("Pad that removes more than there is and that is open") {
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

TEST_CASE("Pad repeats edges and wraps around") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  const Tensor pads = i64({4}, {1, 0, 0, 1});
  CHECK(OneNode("Pad", 18).set("mode", "wrap").error({data, pads}) ==
        "InvalidInput: Pad-18 (output 'y0'): mode is 'wrap'; it may be constant, reflect, edge");
  CHECK(OneNode("Pad", 25).set("mode", "mirror").error({data, pads}) ==
        "InvalidInput: Pad-25 (output 'y0'): mode is 'mirror'; it may be constant, reflect, edge, "
        "wrap");
}

TEST_CASE("Pad-18 pads the axes named") {
  const Tensor data = f32({1, 1, 2}, {1, 2});
  CHECK(OneNode("Pad", 18).error({data, i64({2}, {1, 0})}) ==
        "InvalidInput: Pad-18 (output 'y0'): pads has 2 numbers for 3 axes");
}

TEST_CASE("Pad of empty axes") {
  const Tensor empty = f32({0}, {});
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
}

}  // namespace etalon::test::pad_test
