#include "conformance/tests/ops/experimental/aten/aten.h"

namespace etalon::test::aten_movements_test {

TEST_CASE("ATen's transposes and shapes") {
  const Tensor x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(aten("t").run({x})) == "float[3, 2] 1 4 2 5 3 6");
  CHECK(show(aten("t").run({f32({2}, {1, 2})})) == "float[2] 1 2");
  CHECK(aten("t").error({f32({1, 1, 1}, {1})}) == aten_place + "'t' takes matrices, not rank 3");
  CHECK(show(aten("transpose").set("dim0", -1).set("dim1", 0).run({x})) ==
        "float[3, 2] 1 4 2 5 3 6");
  CHECK(show(aten("permute").set("dims", Integers{1, 2, 0}).run({x.reshaped({2, 1, 3})})) ==
        "float[1, 3, 2] 1 4 2 5 3 6");
  CHECK(aten("permute").set("dims", Integers{0}).error({x}) ==
        aten_place + "dims has 1 axes where self has 2");
  CHECK(show(aten("view").set("size", Integers{3, -1}).run({x})) == "float[3, 2] 1 2 3 4 5 6");
  CHECK(show(aten("reshape").set("shape", Integers{6}).run({x})) == "float[6] 1 2 3 4 5 6");
  CHECK(show(aten("view").set("size", Integers{2, 0}).run({f32({0}, {})})) == "float[2, 0]");
  CHECK(aten("view").set("size", Integers{4, -1}).error({x}).starts_with(aten_place));
  CHECK(aten("view").set("size", Integers{-1, -1}).error({x}).starts_with(aten_place));
  CHECK(aten("view").set("size", Integers{0, -1}).error({f32({0}, {})}) ==
        aten_place + "shape holds both 0 and -1 and allowzero is 1");
  CHECK(aten("view").error({x}) == aten_place + "attribute 'size' is missing");
}

TEST_CASE("ATen's squeeze and unsqueeze") {
  const Tensor x = f32({1, 2, 1}, {1, 2});
  CHECK(show(aten("squeeze").run({x})) == "float[2] 1 2");
  CHECK(show(aten("squeeze").set("dim", -1).run({x})) == "float[1, 2] 1 2");
  CHECK(show(aten("squeeze").set("dim", 1).run({x})) == "float[1, 2, 1] 1 2");
  CHECK(show(aten("unsqueeze").set("dim", -1).run({f32({2}, {1, 2})})) == "float[2, 1] 1 2");
  CHECK(show(aten("unsqueeze").set("dim", 0).run({f32({}, {1})})) == "float[1] 1");
}

TEST_CASE("ATen's cat and stack") {
  const Tensor a = f32({1, 2}, {1, 2});
  const Tensor b = f32({1, 2}, {3, 4});
  CHECK(show(aten("cat").run({a, b})) == "float[2, 2] 1 2 3 4");
  CHECK(show(aten("cat").set("dim", -1).run({a, b})) == "float[1, 4] 1 2 3 4");
  CHECK(show(aten("stack").set("dim", 2).run({a, b})) == "float[1, 2, 2] 1 3 2 4");
  CHECK(show(aten("stack").run({f32({}, {1}), f32({}, {2})})) == "float[2] 1 2");
  CHECK(
      aten("stack").error({a, f32({2}, {1, 2})}) ==
      aten_place +
          "a tensor(float) of shape [1, 2] cannot be joined to a tensor(float) of shape [1, 1, 2] "
          "along axis 0");
  CHECK(aten("cat").error({a, f32({1}, {1})}).starts_with(aten_place));
  CHECK(aten("cat").error({f32({}, {1})}).starts_with(aten_place));
}

TEST_CASE("ATen's selections") {
  const Tensor x = f32({3, 2}, {1, 2, 3, 4, 5, -0.0});
  CHECK(show(aten("index_select").set("dim", 0).run({x, i64({2}, {2, 2})})) ==
        "float[2, 2] 5 -0 5 -0");
  CHECK(show(aten("index_select").set("dim", 1).run({x, i64({}, {1})})) == "float[3, 1] 2 4 -0");
  CHECK(aten("index_select").set("dim", 0).error({x, i64({1}, {-1})}) ==
        aten_place + "index -1 is outside [0, 2]");
  CHECK(aten("index_select").set("dim", 0).error({x, f32({1}, {0})}) ==
        aten_place + "index is a tensor(float), not of integers");
  CHECK(show(aten("embedding").run({x, i64({2, 1}, {1, 0})})) == "float[2, 1, 2] 3 4 1 2");
  CHECK(show(aten("embedding").run({x, i64({}, {1})})) == "float[2] 3 4");
  CHECK(aten("embedding").error({x, i64({1}, {3})}) == aten_place + "index 3 is outside [0, 2]");
  CHECK(show(aten("select").set("dim", 0).set("index", -1).run({x})) == "float[2] 5 -0");
  CHECK(aten("select").set("dim", 0).set("index", 3).error({x}) ==
        aten_place + "index 3 is outside [-3, 2]");
  CHECK(aten("select").set("dim", 0).set("index", -4).error({x}) ==
        aten_place + "index -4 is outside [-3, 2]");
}

TEST_CASE("ATen's gather takes self at index along dim and at its own place elsewhere") {
  const Tensor x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(aten("gather").set("dim", 0).run({x, i64({1, 2}, {1, 0})})) == "float[1, 2] 4 2");
  CHECK(show(aten("gather").set("dim", 1).run({x, i64({2, 1}, {2, 0})})) == "float[2, 1] 3 4");
  CHECK(show(aten("gather").set("dim", 1).run({x, i64({2, 0}, {})})) == "float[2, 0]");
  CHECK(aten("gather").set("dim", 1).error({x, i64({1, 1}, {3})}) ==
        aten_place + "index 3 is outside [0, 2]");
  CHECK(aten("gather").set("dim", 1).error({x, i64({3, 1}, {0, 0, 0})}) ==
        aten_place + "indices' shape [3, 1] does not fit data's [2, 3]");
  CHECK(aten("gather").set("dim", 1).error({x, i64({1}, {0})}) ==
        aten_place + "index has rank 1, not 2");
}

TEST_CASE("ATen's pixel_shuffle turns channels into blocks") {
  const Tensor x = f32({1, 4, 1, 1}, {1, 2, 3, 4});
  CHECK(show(aten("pixel_shuffle").set("upscale_factor", 2).run({x})) ==
        "float[1, 1, 2, 2] 1 2 3 4");
  CHECK(aten("pixel_shuffle").set("upscale_factor", 3).error({x}) ==
        aten_place + "blocksize 3 does not divide 4 channels");
  CHECK(aten("pixel_shuffle").set("upscale_factor", int64_t{1} << 40).error({x}) != "");
}

}  // namespace etalon::test::aten_movements_test
