#include "conformance/tests/ops/one_node.h"

namespace etalon::test::aten_test {
namespace {

OneNode aten(const char* function) { return OneNode("ATen", 6).set("operator", function); }

const std::string place = "InvalidInput: ATen-1 (output 'y0'): ";

}  // namespace

TEST_CASE("ATen names a function that it does not have, and outputs that a function has not") {
  const Tensor x = f32({1}, {1});
  CHECK(aten("embedding_bag").error({x}) ==
        "Unsupported: ATen-1 (output 'y0'): ATen's function 'embedding_bag' is not known");
  CHECK(aten("exp").outputs(2).error({x}) == place + "'exp' gives 1 outputs, and the node names 2");
  CHECK(aten("exp").error({}) == place + "input 0 is missing");
}

TEST_CASE("ATen takes numbers as integer, real, list of one or tensor") {
  const Tensor x = f32({2}, {1, 2});
  CHECK(show(aten("add").set("other", 3).run({x})) == "float[2] 4 5");
  CHECK(show(aten("add").set("other", 0.5).run({x})) == "float[2] 1.5 2.5");
  CHECK(show(aten("add").set("other", f64({}, {0.25})).run({x})) == "float[2] 1.25 2.25");
  CHECK(show(aten("add").set("other", Integers{7}).run({x})) == "float[2] 8 9");
  CHECK(show(aten("add").set("other", 2.0).run({i64({1}, {5})})) == "int64[1] 7");
  CHECK(aten("add").set("other", 0.5).error({i64({1}, {5})}) ==
        "Unspecified: ATen-1 (output 'y0'): attribute 'other' is 0.5 where an integer is needed");
  CHECK(aten("add").set("other", Integers{1, 2}).error({i64({1}, {5})}) ==
        place + "attribute 'other' holds 2 numbers, not 1");
  CHECK(aten("add").set("other", "one").error({x}) ==
        place + "attribute 'other' is no list of integers");
  CHECK(aten("add").error({x}) == place + "'other' is neither an input nor an attribute");
}

TEST_CASE("ATen's arithmetic broadcasts, wraps integers and rounds floats once") {
  const Tensor column = i64({2, 1}, {INT64_MAX, 2});
  const Tensor row = i64({2}, {1, -1});
  CHECK(show(aten("add").run({column, row})) ==
        "int64[2, 2] -9223372036854775808 9223372036854775806 3 1");
  CHECK(show(aten("sub").set("alpha", 3).run({i64({1}, {10}), row})) == "int64[2] 7 13");
  CHECK(show(aten("mul").run({column, row})) ==
        "int64[2, 2] 9223372036854775807 -9223372036854775807 2 -2");
  // 1 + 3·2^-54 is nearer to 1 + 2^-52 than the rounded thirds would give: exact, then rounded.
  CHECK(show(aten("add").set("alpha", 3).run({f64({1}, {1}), f64({1}, {0x1p-54})})) ==
        show(f64({1}, {1 + 0x1p-52})));
  CHECK(show(aten("mul").set("other", 2).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(aten("mul").error({column, f32({1}, {1})}) ==
        place + "the operands are a tensor(int64) and a tensor(float)");
  CHECK(aten("add").error({i64({2}, {1, 2}), i64({3}, {1, 2, 3})}) ==
        place + "the shapes [2] and [3] do not broadcast");
}

TEST_CASE("ATen's div and pow of integers") {
  const Tensor x = i64({3}, {-7, INT64_MIN, 7});
  CHECK(show(aten("div").set("other", -1).run({x})) == "int64[3] 7 -9223372036854775808 -7");
  CHECK(show(aten("div").set("other", 2).run({tensor(DType::uint8, {1}, {255})})) ==
        "uint8[1] 127");
  CHECK(aten("div").set("other", 0).error({x}) == place + "an integer is divided by 0");
  CHECK(show(aten("pow").set("exponent", 3).run({i64({2}, {-3, 10})})) == "int64[2] -27 1000");
  CHECK(show(aten("pow").set("exponent", 0).run({x})) == "int64[3] 1 1 1");
  CHECK(aten("pow").set("exponent", -1).error({x}) ==
        place + "an integer is raised to the power -1");
  CHECK(show(aten("pow").set("exponent", 0.5).run({f32({2}, {4, -1})})) == "float[2] 2 nan");
}

TEST_CASE("ATen's functions of one real number") {
  const auto of = [](const char* function, double x) {
    return show(aten(function).run({f32({}, {x})}));
  };
  CHECK(of("ceil", -0.5) == "float[] -0");
  CHECK(of("floor", -0.5) == "float[] -1");
  CHECK(of("cos", 0) == "float[] 1");
  CHECK(of("sin", -0.0) == "float[] -0");
  CHECK(of("exp", -INFINITY) == "float[] 0");
  CHECK(of("exp", 1) == "float[] 2.7182817");
  CHECK(of("log", 0) == "float[] -inf");
  CHECK(of("log", 10) == "float[] 2.3025851");
  CHECK(of("sqrt", 2.25) == "float[] 1.5");
  CHECK(of("rsqrt", 0.25) == "float[] 2");
  CHECK(of("reciprocal", -0.0) == "float[] -inf");
  CHECK(of("tanh", INFINITY) == "float[] 1");
  CHECK(of("sigmoid", -INFINITY) == "float[] 0");
  CHECK(of("sigmoid", 1) == "float[] 0.7310586");
  CHECK(aten("exp").error({i64({1}, {1})}) == place + "input 0 is a tensor(int64), not of floats");
}

TEST_CASE("ATen's abs, neg, relu and clamp are of any numbers") {
  const Tensor x = tensor(DType::int8, {3}, {-128, 5, -5});
  CHECK(show(aten("abs").run({x})) == "int8[3] -128 5 5");
  CHECK(show(aten("neg").run({x})) == "int8[3] -128 -5 5");
  CHECK(show(aten("relu").run({x})) == "int8[3] 0 5 0");
  CHECK(show(aten("clamp").set("min", -6).run({x})) == "int8[3] -6 5 -5");
  CHECK(show(aten("clamp").set("max", 0.5).run({f32({3}, {-1, 2, NAN})})) == "float[3] -1 0.5 nan");
  CHECK(show(aten("abs").run({f32({2}, {-0.0, NAN})})) == "float[2] 0 nan");
  CHECK(show(aten("relu").run({f32({3}, {-1, NAN, INFINITY})})) == "float[3] 0 nan inf");
}

TEST_CASE("ATen's sum, prod and mean") {
  const Tensor x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(aten("sum").run({x})) == "float[] 21");
  CHECK(show(aten("sum").set("dim", 0).run({x})) == "float[3] 5 7 9");
  CHECK(show(aten("sum").set("dim", -1).set("keepdim", 1).run({x})) == "float[2, 1] 6 15");
  CHECK(show(aten("sum").set("dim", Integers{0, 1}).run({x})) == "float[] 21");
  CHECK(show(aten("prod").set("dim", 1).run({x})) == "float[2] 6 120");
  CHECK(show(aten("mean").run({x})) == "float[] 3.5");
  CHECK(show(aten("sum").run({tensor(DType::int32, {2}, {INT32_MAX, 1})})) == "int64[] 2147483648");
  CHECK(show(aten("sum").run({f32({0}, {})})) == "float[] 0");
  CHECK(show(aten("prod").run({f32({0}, {})})) == "float[] 1");
  CHECK(show(aten("sum").run({tensor(DType::boolean, {3}, {1, 0, 1})})) == "int64[] 2");
  CHECK(aten("mean").error({i64({1}, {1})}) == place + "input 0 is a tensor(int64), not of floats");
}

TEST_CASE("ATen's max and min: of all, along dim with places, and of two tensors") {
  const Tensor x = f32({2, 3}, {1, 5, 5, 4, NAN, 6});
  CHECK(show(aten("max").run({x})) == "float[] nan");
  CHECK(show(aten("min").run({i64({2, 2}, {3, -4, INT64_MIN, 0})})) ==
        "int64[] -9223372036854775808");
  const Values largest = aten("max").set("dim", 1).outputs(2).run_all({x});
  CHECK(show(largest[0]) == "float[2] 5 nan");
  CHECK(show(largest[1]) == "int64[2] 1 1");
  const Values least = aten("min").set("dim", 0).set("keepdim", 1).outputs(2).run_all({x});
  CHECK(show(least[0]) == "float[1, 3] 1 nan 5");
  CHECK(show(least[1]) == "int64[1, 3] 0 1 0");
  CHECK(show(aten("max").run({f32({2, 1}, {1, NAN}), f32({2}, {0, 3})})) ==
        "float[2, 2] 1 3 nan nan");
  CHECK(show(aten("min").run({f32({2}, {0, 3}), f32({2}, {1, NAN})})) == "float[2] 0 nan");
  CHECK(aten("max").set("dim", 0).error({f32({0, 2}, {})}) ==
        place + "axis 0 has no elements to choose from");
}

TEST_CASE("ATen's matrix products") {
  const Tensor A = f32({1, 2}, {1, 2});
  const Tensor B = f32({2, 2}, {1, 10, 100, 1000});
  CHECK(show(aten("mm").run({A, B})) == "float[1, 2] 201 2010");
  CHECK(show(aten("matmul").run({f32({2}, {1, 2}), B})) == "float[2] 201 2010");
  CHECK(show(aten("bmm").run({A.reshaped({1, 1, 2}), B.reshaped({1, 2, 2})})) ==
        "float[1, 1, 2] 201 2010");
  CHECK(show(aten("mm").run({i64({1, 1}, {INT64_MAX}), i64({1, 1}, {2})})) == "int64[1, 1] -2");
  CHECK(aten("mm").error({f32({2}, {1, 2}), B}) ==
        place +
            "a tensor(float) of shape [2] cannot be multiplied with a tensor(float) of shape "
            "[2, 2]");
  CHECK(aten("bmm")
            .error({f32({1, 1, 1}, {1}), f32({2, 1, 1}, {1, 2})})
            .starts_with(place + "a tensor(float) of shape [1, 1, 1] cannot"));
  CHECK(aten("matmul").error({A, f64({2, 1}, {1, 2})}).starts_with(place));
}

TEST_CASE("ATen's addmm is beta self + alpha mat1 mat2") {
  const Tensor A = f32({1, 2}, {1, 2});
  const Tensor B = f32({2, 2}, {1, 10, 100, 1000});
  CHECK(show(aten("addmm").run({f32({2}, {0.5, -0.5}), A, B})) == "float[1, 2] 201.5 2009.5");
  CHECK(show(aten("addmm").set("alpha", 0.5).set("beta", 2).run({f32({}, {1}), A, B})) ==
        "float[1, 2] 102.5 1007");
  // (1 + 2^-52)² − 1 − 2^-51 = 2^-104
  CHECK(show(aten("addmm").run({f64({1, 1}, {-1 - 0x1p-51}), f64({1, 1}, {1 + 0x1p-52}),
                                f64({1, 1}, {1 + 0x1p-52})})) == show(f64({1, 1}, {0x1p-104})));
  CHECK(aten("addmm").error({f32({1}, {1}), B, A}) ==
        place + "mat1 of shape [2, 2] and mat2 of shape [1, 2] do not fit a matrix product");
  CHECK(aten("addmm").error({f32({3}, {1, 2, 3}), A, B}).starts_with(place));
}

TEST_CASE("ATen's transposes and shapes") {
  const Tensor x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(aten("t").run({x})) == "float[3, 2] 1 4 2 5 3 6");
  CHECK(show(aten("t").run({f32({2}, {1, 2})})) == "float[2] 1 2");
  CHECK(aten("t").error({f32({1, 1, 1}, {1})}) == place + "'t' takes matrices, not rank 3");
  CHECK(show(aten("transpose").set("dim0", -1).set("dim1", 0).run({x})) ==
        "float[3, 2] 1 4 2 5 3 6");
  CHECK(show(aten("permute").set("dims", Integers{1, 2, 0}).run({x.reshaped({2, 1, 3})})) ==
        "float[1, 3, 2] 1 4 2 5 3 6");
  CHECK(aten("permute").set("dims", Integers{0}).error({x}) ==
        place + "dims has 1 axes where self has 2");
  CHECK(show(aten("view").set("size", Integers{3, -1}).run({x})) == "float[3, 2] 1 2 3 4 5 6");
  CHECK(show(aten("reshape").set("shape", Integers{6}).run({x})) == "float[6] 1 2 3 4 5 6");
  CHECK(show(aten("view").set("size", Integers{2, 0}).run({f32({0}, {})})) == "float[2, 0]");
  CHECK(aten("view").set("size", Integers{4, -1}).error({x}).starts_with(place));
  CHECK(aten("view").set("size", Integers{-1, -1}).error({x}).starts_with(place));
  CHECK(aten("view").set("size", Integers{0, -1}).error({f32({0}, {})}) ==
        place + "size's -1 could be anything");
  CHECK(aten("view").error({x}) == place + "attribute 'size' is missing");
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
  CHECK(aten("stack").error({a, f32({2}, {1, 2})}) == place + "the shapes [1, 2] and [2] differ");
  CHECK(aten("cat").error({a, f32({1}, {1})}).starts_with(place));
  CHECK(aten("cat").error({f32({}, {1})}).starts_with(place));
}

TEST_CASE("ATen's selections") {
  const Tensor x = f32({3, 2}, {1, 2, 3, 4, 5, -0.0});
  CHECK(show(aten("index_select").set("dim", 0).run({x, i64({2}, {2, 2})})) ==
        "float[2, 2] 5 -0 5 -0");
  CHECK(show(aten("index_select").set("dim", 1).run({x, i64({}, {1})})) == "float[3, 1] 2 4 -0");
  CHECK(aten("index_select").set("dim", 0).error({x, i64({1}, {-1})}) ==
        place + "index -1 is outside [0, 2]");
  CHECK(aten("index_select").set("dim", 0).error({x, f32({1}, {0})}) ==
        place + "index is a tensor(float)");
  CHECK(show(aten("embedding").run({x, i64({2, 1}, {1, 0})})) == "float[2, 1, 2] 3 4 1 2");
  CHECK(show(aten("embedding").run({x, i64({}, {1})})) == "float[2] 3 4");
  CHECK(aten("embedding").error({x, i64({1}, {3})}) == place + "index 3 is outside [0, 2]");
  CHECK(show(aten("select").set("dim", 0).set("index", -1).run({x})) == "float[2] 5 -0");
  CHECK(aten("select").set("dim", 0).set("index", 3).error({x}) ==
        place + "index 3 is outside [0, 2]");
  CHECK(aten("select").set("dim", 0).set("index", -4).error({x}) ==
        place + "index -1 is outside [0, 2]");
}

TEST_CASE("ATen's gather takes self at index along dim, and at its own place elsewhere") {
  const Tensor x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(aten("gather").set("dim", 0).run({x, i64({1, 2}, {1, 0})})) == "float[1, 2] 4 2");
  CHECK(show(aten("gather").set("dim", 1).run({x, i64({2, 1}, {2, 0})})) == "float[2, 1] 3 4");
  CHECK(show(aten("gather").set("dim", 1).run({x, i64({2, 0}, {})})) == "float[2, 0]");
  CHECK(aten("gather").set("dim", 1).error({x, i64({1, 1}, {3})}) ==
        place + "index 3 is outside [0, 2]");
  CHECK(aten("gather").set("dim", 1).error({x, i64({3, 1}, {0, 0, 0})}) ==
        place + "index 2 is outside [0, 1]");
  CHECK(aten("gather").set("dim", 1).error({x, i64({1}, {0})}) ==
        place + "index is a tensor(int64) of rank 1");
}

TEST_CASE("ATen's softmax and log_softmax") {
  const Tensor x = f32({2, 2}, {0, 1000, 0, 1000});
  CHECK(show(aten("softmax").set("dim", 1).run({x})) == "float[2, 2] 0 1 0 1");
  CHECK(show(aten("softmax").set("dim", 0).run({x})) == "float[2, 2] 0.5 0.5 0.5 0.5");
  CHECK(show(aten("log_softmax").set("dim", -1).run({x})) == "float[2, 2] -1000 0 -1000 0");
  CHECK(aten("softmax").error({x}) == place + "attribute 'dim' is missing");
}

TEST_CASE("ATen's group_norm and layer_norm") {
  const Tensor x = f32({1, 2, 2}, {1, 3, 10, 30});
  CHECK(show(aten("group_norm").set("num_groups", 2).set("eps", 0.0).run({x})) ==
        "float[1, 2, 2] -1 1 -1 1");
  // Over 1, 3, 5, 7: mean 4, variance 5, √(5 + 4) = 3.
  CHECK(show(aten("group_norm")
                 .set("num_groups", 1)
                 .set("eps", 4.0)
                 .run({f32({1, 2, 2}, {1, 3, 5, 7}), f32({2}, {3, 6}), f32({2}, {0, 1})})) ==
        "float[1, 2, 2] -3 -1 3 7");
  CHECK(aten("group_norm").set("num_groups", 3).error({x}) ==
        place + "num_groups 3 does not divide 2 channels");
  OneNode layer = aten("layer_norm").set("normalized_shape", Integers{2}).set("eps", 0.0);
  CHECK(show(layer.run({x, f32({2}, {1, 2}), f32({2}, {0, 0.5})})) ==
        "float[1, 2, 2] -1 2.5 -1 2.5");
  CHECK(show(layer.run({x, Value(), f32({2}, {0, 0.5})})) == "float[1, 2, 2] -1 1.5 -1 1.5");
  CHECK(layer.error({x, f32({1}, {1})}) == place + "input 1 has the shape [1], not [2]");
  CHECK(layer.set("normalized_shape", Integers{3}).error({x}) ==
        place + "the input's shape [1, 2, 2] does not end in [3]");
  // eps is 1e-5 by default: 1 / √(1 + 1e-5) = 0.99999500…
  CHECK(show(aten("layer_norm").set("normalized_shape", Integers{2}).run({f32({2}, {1, 3})})) ==
        "float[2] -0.999995 0.999995");
}

TEST_CASE("ATen's pixel_shuffle turns channels into blocks") {
  const Tensor x = f32({1, 4, 1, 1}, {1, 2, 3, 4});
  CHECK(show(aten("pixel_shuffle").set("upscale_factor", 2).run({x})) ==
        "float[1, 1, 2, 2] 1 2 3 4");
  CHECK(aten("pixel_shuffle").set("upscale_factor", 3).error({x}) ==
        place + "upscale_factor 3 does not divide 4 channels");
  CHECK(aten("pixel_shuffle").set("upscale_factor", int64_t{1} << 40).error({x}) != "");
}

}  // namespace etalon::test::aten_test
