#include "conformance/tests/ops/one_node.h"

namespace etalon::test::pool_test {
namespace {

const Tensor ramp = f32({1, 1, 5}, {1, 2, 3, 4, 5});
const Tensor square = f32({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});

OneNode pool(const char* type, int64_t opset, const std::vector<int64_t>& kernel) {
  return OneNode(type, opset).set("kernel_shape", kernel);
}

}  // namespace

TEST_CASE("AveragePool-1 leaves padding out") {
  CHECK(show(pool("AveragePool", 1, {2}).run({ramp})) == "float[1, 1, 4] 1.5 2.5 3.5 4.5");
  CHECK(show(pool("AveragePool", 1, {3})
                 .set("pads", Integers{1, 1})
                 .set("strides", Integers{2})
                 .run({ramp})) == "float[1, 1, 3] 1.5 3 4.5");
  CHECK(show(pool("AveragePool", 1, {2, 2}).set("strides", Integers{2, 2}).run({square})) ==
        "float[1, 1, 2, 2] 3.5 5.5 11.5 13.5");
}

TEST_CASE("AveragePool-7 counts padding when told to") {
  CHECK(show(pool("AveragePool", 7, {2})
                 .set("pads", Integers{1, 1})
                 .set("count_include_pad", 1)
                 .run({ramp})) == "float[1, 1, 6] 0.5 1.5 2.5 3.5 4.5 2.5");
  CHECK(show(pool("AveragePool", 7, {2}).set("pads", Integers{1, 1}).run({ramp})) ==
        "float[1, 1, 6] 1 1.5 2.5 3.5 4.5 5");
  // Padding by which SAME makes the sizes equal counts too.
  CHECK(show(pool("AveragePool", 7, {2})
                 .set("auto_pad", "SAME_UPPER")
                 .set("count_include_pad", 1)
                 .run({ramp})) == "float[1, 1, 5] 1.5 2.5 3.5 4.5 2.5");
}

TEST_CASE("AveragePool-10 rounds the size up with ceil_mode, but counts nothing past the padding") {
  CHECK(show(pool("AveragePool", 10, {3})
                 .set("strides", Integers{3})
                 .set("ceil_mode", 1)
                 .run({ramp})) == "float[1, 1, 2] 2 4.5");
  // The last window has 4, 5 and one element of padding; the kernel reaches one further.
  CHECK(show(pool("AveragePool", 10, {4})
                 .set("strides", Integers{3})
                 .set("pads", Integers{0, 1})
                 .set("ceil_mode", 1)
                 .set("count_include_pad", 1)
                 .run({ramp})) == "float[1, 1, 2] 2.5 3");
  // A window that would start past the input does not exist: ⌈(5 + 2 − 2) / 3⌉ + 1 = 3, less 1.
  CHECK(show(pool("AveragePool", 10, {2})
                 .set("strides", Integers{3})
                 .set("pads", Integers{1, 1})
                 .set("ceil_mode", 1)
                 .run({ramp})) == "float[1, 1, 2] 1 3.5");
}

TEST_CASE("AveragePool-11 and later take ⌈input / stride⌉ for SAME and leave VALID as it is") {
  for (const int64_t opset : {11, 19, 22}) {
    for (const int ceil_mode : {0, 1}) {
      const OneNode node =
          pool("AveragePool", opset, {2}).set("strides", Integers{2}).set("ceil_mode", ceil_mode);
      CHECK(show(OneNode(node).set("auto_pad", "SAME_UPPER").run({ramp})) ==
            "float[1, 1, 3] 1.5 3.5 5");
      CHECK(show(OneNode(node).set("auto_pad", "SAME_LOWER").run({ramp})) ==
            "float[1, 1, 3] 1 2.5 4.5");
      CHECK(show(OneNode(node).set("auto_pad", "VALID").run({ramp})) == "float[1, 1, 2] 1.5 3.5");
    }
  }
}

TEST_CASE("AveragePool-19 dilates") {
  CHECK(show(pool("AveragePool", 19, {2}).set("dilations", Integers{3}).run({ramp})) ==
        "float[1, 1, 2] 2.5 3.5");
  CHECK(show(pool("AveragePool", 22, {2, 2}).set("dilations", Integers{2, 2}).run({square})) ==
        "float[1, 1, 2, 2] 6 7 10 11");
}

TEST_CASE("AveragePool rounds once, whatever the type") {
  CHECK(show(pool("AveragePool", 7, {3}).run({f32({1, 1, 3}, {1e8, 3, -1e8})})) ==
        "float[1, 1, 1] 1");
  CHECK(
      show(
          pool("AveragePool", 7, {3}).run({tensor(DType::float64, {1, 1, 3}, {1e20, 3, -1e20})})) ==
      "double[1, 1, 1] 1");
  CHECK(
      show(pool("AveragePool", 7, {2}).run({tensor(DType::float16, {1, 1, 2}, {65504, 65504})})) ==
      "float16[1, 1, 1] 6.55e+04");
  CHECK(show(pool("AveragePool", 22, {2}).run({tensor(DType::bfloat16, {1, 1, 2}, {1, 2})})) ==
        "bfloat16[1, 1, 1] 1.5");
  CHECK(show(pool("AveragePool", 7, {2}).run({f32({1, 1, 3}, {INFINITY, 1, NAN})})) ==
        "float[1, 1, 2] inf nan");
}

TEST_CASE("A window of padding only has no average and no maximum") {
  const std::string sentence = "a window lies in the padding only";
  CHECK(pool("AveragePool", 7, {1}).set("pads", Integers{1, 0}).error({ramp}).find(sentence) !=
        std::string::npos);
  CHECK(pool("MaxPool", 12, {1}).set("pads", Integers{1, 0}).error({ramp}).find(sentence) !=
        std::string::npos);
  CHECK(show(pool("AveragePool", 7, {1})
                 .set("pads", Integers{1, 0})
                 .set("count_include_pad", 1)
                 .run({ramp})) == "float[1, 1, 6] 0 1 2 3 4 5");
}

TEST_CASE("MaxPool-1 takes the greatest, padding left out") {
  CHECK(show(pool("MaxPool", 1, {2, 2}).set("strides", Integers{2, 2}).run({square})) ==
        "float[1, 1, 2, 2] 6 8 14 16");
  CHECK(show(pool("MaxPool", 1, {2}).set("pads", Integers{1, 1}).run({f32({1, 1, 2}, {-3, -1})})) ==
        "float[1, 1, 3] -3 -1 -1");
  CHECK(show(pool("MaxPool", 1, {2}).set("auto_pad", "SAME_LOWER").run({ramp})) ==
        "float[1, 1, 5] 1 2 3 4 5");
}

TEST_CASE("MaxPool-8 says where it found the greatest") {
  const Tensor X = f32({2, 1, 4}, {1, 7, 7, 2, 5, 4, 3, 9});
  const Values Y = pool("MaxPool", 8, {2}).set("strides", Integers{2}).outputs(2).run_all({X});
  CHECK(show(Y[0]) == "float[2, 1, 2] 7 7 5 9");
  CHECK(show(Y[1]) == "int64[2, 1, 2] 1 2 4 7");
  const Values same = pool("MaxPool", 8, {3}).outputs(2).run_all({f32({1, 1, 3}, {7, 7, 7})});
  CHECK(show(same[1]) == "int64[1, 1, 1] 0");
}

TEST_CASE("MaxPool-8 counts spatial positions column-major for storage_order 1") {
  const Tensor X = f32({1, 2, 2, 3}, {1, 2, 3, 4, 9, 5, 8, 2, 3, 4, 5, 6});
  const OneNode node = pool("MaxPool", 8, {2, 3}).outputs(2);
  CHECK(show(node.run_all({X})[1]) == "int64[1, 2, 1, 1] 4 6");
  // Row 1, column 1 is 1 + 1·2 = 3 of channel 0; row 0, column 0 is the first of channel 1.
  CHECK(show(OneNode(node).set("storage_order", 1).run_all({X})[1]) == "int64[1, 2, 1, 1] 3 6");
}

TEST_CASE("MaxPool-10 has ceil_mode and dilations") {
  CHECK(show(pool("MaxPool", 10, {3, 3})
                 .set("strides", Integers{2, 2})
                 .set("ceil_mode", 1)
                 .run({square})) == "float[1, 1, 2, 2] 11 12 15 16");
  CHECK(show(pool("MaxPool", 10, {2, 2}).set("dilations", Integers{2, 2}).run({square})) ==
        "float[1, 1, 2, 2] 11 12 15 16");
  CHECK(show(pool("MaxPool", 11, {1})
                 .set("strides", Integers{2})
                 .set("ceil_mode", 1)
                 .run({f32({1, 1, 2}, {1, 2})})) == "float[1, 1, 1] 1");
  CHECK(show(pool("MaxPool", 11, {2})
                 .set("strides", Integers{2})
                 .set("ceil_mode", 1)
                 .set("auto_pad", "VALID")
                 .run({ramp})) == "float[1, 1, 2] 2 4");
}

TEST_CASE("MaxPool-12 takes 8-bit integers") {
  CHECK(show(pool("MaxPool", 12, {2}).run({tensor(DType::int8, {1, 1, 3}, {-128, -1, -5})})) ==
        "int8[1, 1, 2] -1 -1");
  CHECK(show(pool("MaxPool", 12, {2}).run({tensor(DType::uint8, {1, 1, 3}, {255, 1, 128})})) ==
        "uint8[1, 1, 2] 255 128");
  CHECK(show(pool("MaxPool", 22, {2}).run({tensor(DType::bfloat16, {1, 1, 2}, {-2, -3})})) ==
        "bfloat16[1, 1, 1] -2");
}

TEST_CASE("MaxPool keeps NaN, the first of them") {
  const Values Y = pool("MaxPool", 12, {3})
                       .outputs(2)
                       .run_all({f32({1, 1, 5}, {INFINITY, NAN, NAN, -INFINITY, -INFINITY})});
  CHECK(show(Y[0]) == "float[1, 1, 3] nan nan nan");
  CHECK(show(Y[1]) == "int64[1, 1, 3] 1 1 2");
  CHECK(show(pool("MaxPool", 12, {2}).run({f32({1, 1, 2}, {-INFINITY, -INFINITY})})) ==
        "float[1, 1, 1] -inf");
}

TEST_CASE("Pools of nothing, and of what does not fit") {
  CHECK(show(pool("MaxPool", 12, {2}).outputs(2).run_all({f32({0, 1, 3}, {})})[1]) ==
        "int64[0, 1, 2]");
  CHECK(show(pool("AveragePool", 7, {2}).run({f32({1, 0, 3}, {})})) == "float[1, 0, 2]");
  CHECK(show(pool("LpPool", 11, {6}).run({ramp})) == "float[1, 1, 0]");
  CHECK(pool("MaxPool", 12, {2, 2}).error({ramp}) ==
        "InvalidInput: MaxPool-12 (output 'y0'): the kernel [2, 2] does not have the 1 spatial "
        "axes of the input");
  CHECK(pool("MaxPool", 12, {0}).error({ramp}) ==
        "InvalidInput: MaxPool-12 (output 'y0'): the kernel [0] has a dimension of 0");
  CHECK(pool("AveragePool", 19, {9}).error({ramp}) ==
        "InvalidInput: AveragePool-19 (output 'y0'): a kernel that extends over 9 elements does "
        "not fit 5 padded by 0");
}

TEST_CASE("A vast kernel in vast padding is refused in time") {
  const int64_t vast = (int64_t{1} << 31) - 1;
  CHECK(pool("LpPool", 2, {vast})
            .set("pads", Integers{vast - 6, 0})
            .error({ramp})
            .starts_with("LimitExceeded"));
}

TEST_CASE("LpPool takes the norm of each window") {
  const Tensor X = f32({1, 1, 4}, {3, -4, 0, 1});
  CHECK(show(pool("LpPool", 1, {2}).run({X})) == "float[1, 1, 3] 5 4 1");
  CHECK(show(pool("LpPool", 1, {2}).set("p", 1.0).run({X})) == "float[1, 1, 3] 7 4 1");
  CHECK(show(pool("LpPool", 1, {2}).set("p", 0.5).run({f32({1, 1, 2}, {4, 9})})) ==
        "float[1, 1, 1] 25");  // (2 + 3)²
  CHECK(show(pool("LpPool", 2, {2}).set("p", 3).run({f32({1, 1, 3}, {3, 4, 5})})) ==
        "float[1, 1, 2] 4.4979415 5.7387934");  // ∛91, ∛189 (mpmath)
  CHECK(show(pool("LpPool", 11, {2})
                 .set("pads", Integers{1, 1})
                 .set("strides", Integers{2})
                 .run({X})) == "float[1, 1, 3] 3 4 1");
  CHECK(show(pool("LpPool", 11, {2})
                 .set("auto_pad", "SAME_UPPER")
                 .set("strides", Integers{3})
                 .run({X})) == "float[1, 1, 2] 5 1");
}

TEST_CASE("LpPool-18 has ceil_mode and dilations") {
  const Tensor X = f32({1, 1, 4}, {3, 0, -4, 1});
  CHECK(show(pool("LpPool", 18, {2}).set("dilations", Integers{2}).set("p", 1).run({X})) ==
        "float[1, 1, 2] 7 1");
  CHECK(show(pool("LpPool", 22, {3}).set("strides", Integers{3}).set("ceil_mode", 1).run({X})) ==
        "float[1, 1, 2] 5 1");
  CHECK(show(pool("LpPool", 22, {2}).run({tensor(DType::bfloat16, {1, 1, 2}, {3, 4})})) ==
        "bfloat16[1, 1, 1] 5");
}

TEST_CASE("LpPool needs a norm and, in version 1 too, a kernel") {
  CHECK(pool("LpPool", 11, {2}).set("p", 0).error({ramp}) ==
        "Unspecified: LpPool-11 (output 'y0'): p is 0, and no norm has that order");
  CHECK(OneNode("LpPool", 1).error({ramp}) ==
        "InvalidInput: LpPool-1 (output 'y0'): kernel_shape is missing");
}

TEST_CASE("Global pools take the whole of each channel") {
  const Tensor X = f32({1, 2, 1, 2}, {3, -4, 1, 1});
  CHECK(show(OneNode("GlobalAveragePool", 1).run({X})) == "float[1, 2, 1, 1] -0.5 1");
  CHECK(show(OneNode("GlobalMaxPool", 1).run({X})) == "float[1, 2, 1, 1] 3 1");
  CHECK(show(OneNode("GlobalLpPool", 1).run({X})) == "float[1, 2, 1, 1] 5 1.4142135");
  CHECK(show(OneNode("GlobalLpPool", 1).set("p", 1.0).run({X})) == "float[1, 2, 1, 1] 7 2");
  CHECK(show(OneNode("GlobalLpPool", 2).set("p", 1).run({X})) == "float[1, 2, 1, 1] 7 2");
  CHECK(show(OneNode("GlobalLpPool", 22).run({tensor(DType::bfloat16, {1, 1, 2}, {3, 4})})) ==
        "bfloat16[1, 1, 1] 5");
  CHECK(show(OneNode("GlobalMaxPool", 22).run({f32({1, 1, 2}, {NAN, 1})})) == "float[1, 1, 1] nan");
  CHECK(show(OneNode("GlobalAveragePool", 22).run({tensor(DType::bfloat16, {1, 1, 2}, {1, 2})})) ==
        "bfloat16[1, 1, 1] 1.5");
}

TEST_CASE("Global pools of a matrix change nothing but signs, and of no elements give none") {
  const Tensor X = f32({1, 2}, {3, -4});
  CHECK(show(OneNode("GlobalAveragePool", 1).run({X})) == "float[1, 2] 3 -4");
  CHECK(show(OneNode("GlobalMaxPool", 1).run({X})) == "float[1, 2] 3 -4");
  CHECK(show(OneNode("GlobalLpPool", 2).run({X})) == "float[1, 2] 3 4");
  CHECK(show(OneNode("GlobalLpPool", 2).run({f32({1, 1, 0}, {})})) == "float[1, 1, 1] 0");
  CHECK(show(OneNode("GlobalMaxPool", 1).run({f32({0, 1, 2}, {})})) == "float[0, 1, 1]");
  CHECK(OneNode("GlobalMaxPool", 1).error({f32({2}, {1, 2})}) ==
        "InvalidInput: GlobalMaxPool-1 (output 'y0'): X has the shape [2]; a batch and a channel "
        "axis are needed");
}

TEST_CASE("MaxUnpool puts elements back where they were") {
  const Tensor X = f32({1, 1, 2, 2}, {5, 6, 7, 8});
  const Tensor I = i64({1, 1, 2, 2}, {5, 7, 13, 15});
  const OneNode node = pool("MaxUnpool", 9, {2, 2}).set("strides", Integers{2, 2});
  CHECK(show(node.run({X, I})) == "float[1, 1, 4, 4] 0 0 0 0 0 5 0 6 0 0 0 0 0 7 0 8");
  CHECK(show(pool("MaxUnpool", 11, {2})
                 .set("strides", Integers{2})
                 .set("pads", Integers{1, 0})
                 .run({f32({1, 1, 2}, {1, 2}), i64({1, 1, 2}, {0, 2})})) == "float[1, 1, 3] 1 0 2");
}

TEST_CASE("MaxUnpool counts indices in the output_shape that is given") {
  const Tensor X = f32({1, 1, 2, 2}, {5, 6, 7, 8});
  const Tensor I = i64({1, 1, 2, 2}, {6, 8, 16, 18});
  CHECK(show(pool("MaxUnpool", 22, {2, 2})
                 .set("strides", Integers{2, 2})
                 .run({X, I, i64({4}, {1, 1, 5, 5})})) ==
        "float[1, 1, 5, 5] 0 0 0 0 0 0 5 0 6 0 0 0 0 0 0 0 7 0 8 0 0 0 0 0 0");
}

TEST_CASE("MaxUnpool inverts MaxPool where windows overlap, and refuses what MaxPool never gives") {
  const Tensor X = f32({1, 1, 3}, {1, 9, 2});
  const Values pooled = pool("MaxPool", 12, {2}).outputs(2).run_all({X});
  CHECK(show(pool("MaxUnpool", 11, {2}).run({pooled[0], pooled[1]})) == "float[1, 1, 3] 0 9 0");
  CHECK(pool("MaxUnpool", 11, {2}).error({f32({1, 1, 2}, {1, 2}), i64({1, 1, 2}, {0, 0})}) ==
        "Unspecified: MaxUnpool-11 (output 'y0'): index 0 occurs with different values");
  CHECK(pool("MaxUnpool", 11, {2}).error({f32({1, 1, 2}, {1, 2}), i64({1, 1, 2}, {0, 3})}) ==
        "InvalidInput: MaxUnpool-11 (output 'y0'): index 3 is outside [0, 2]");
  CHECK(pool("MaxUnpool", 11, {2}).error({f32({1, 1, 2}, {1, 2}), i64({1, 1, 1}, {0})}) ==
        "InvalidInput: MaxUnpool-11 (output 'y0'): I has the shape [1, 1, 1] where X has "
        "[1, 1, 2]");
  CHECK(pool("MaxUnpool", 11, {2}).error({X, i64({1, 1, 3}, {0, 1, 2}), i64({2}, {1, 3})}) ==
        "InvalidInput: MaxUnpool-11 (output 'y0'): output_shape [1, 3] does not fit X's "
        "[1, 1, 3]");
}

}  // namespace etalon::test::pool_test
