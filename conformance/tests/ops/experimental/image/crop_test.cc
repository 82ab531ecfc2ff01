#include "conformance/tests/ops/one_node.h"

namespace etalon::test::crop_test {
namespace {

const Tensor image = f32({1, 1, 2, 3}, {1, 2, 3, 4, 5, -0.0});

OneNode crop() { return OneNode("Crop", 1); }

}  // namespace

TEST_CASE("Crop takes the border off: left; top; right; bottom") {
  CHECK(show(crop().set("border", Integers{1, 0, 0, 0}).run({image})) ==
        "float[1, 1, 2, 2] 2 3 5 -0");
  CHECK(show(crop().set("border", Integers{0, 1, 0, 0}).run({image})) ==
        "float[1, 1, 1, 3] 4 5 -0");
  CHECK(show(crop().set("border", Integers{0, 0, 2, 0}).run({image})) == "float[1, 1, 2, 1] 1 4");
  CHECK(show(crop().set("border", Integers{0, 0, 0, 1}).run({image})) == "float[1, 1, 1, 3] 1 2 3");
  CHECK(show(crop().set("border", Integers{0, 2, 0, 0}).run({image})) == "float[1, 1, 0, 3]");
}

TEST_CASE("Crop with scale keeps height and width from the border on") {
  CHECK(show(crop().set("scale", Integers{2, 1}).run({image})) == "float[1, 1, 2, 1] 1 4");
  CHECK(
      show(crop().set("scale", Integers{1, 2}).set("border", Integers{1, 1, 9, 9}).run({image})) ==
      "float[1, 1, 1, 2] 5 -0");
}

TEST_CASE("Crop refuses borders that are not there") {
  const std::string place = "InvalidInput: Crop-1 (output 'y0'): ";
  CHECK(crop().set("border", Integers{2, 0, 2, 0}).error({image}) ==
        place + "[2, 1) is not a part of the 3 elements of axis 3");
  CHECK(crop().set("border", Integers{-1, 0, 0, 0}).error({image}) ==
        place + "[-1, 3) is not a part of the 3 elements of axis 3");
  CHECK(crop().set("scale", Integers{3, 1}).error({image}) ==
        place + "[0, 3) is not a part of the 2 elements of axis 2");
  CHECK(crop()
            .set("scale", Integers{INT64_MAX, 1})
            .set("border", Integers{0, 1, 0, 0})
            .error({image})
            .starts_with(place));
  CHECK(crop().set("border", Integers{1, 1}).error({image}) ==
        place + "border has 2 values, not 4");
  CHECK(crop().set("scale", Integers{1}).error({image}) == place + "scale has 1 values, not 2");
  CHECK(crop().set("scale", Integers{1, 1}).error({f32({1}, {1})}) ==
        place + "input has rank 1, not 4");
  CHECK(crop().error({image}) ==
        "Unspecified: Crop-1 (output 'y0'): neither border nor scale is given");
}

}  // namespace etalon::test::crop_test
