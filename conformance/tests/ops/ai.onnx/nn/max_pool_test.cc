#include "conformance/tests/ops/one_node.h"

namespace etalon::test::max_pool_test {
namespace {

const Tensor ramp = f32({1, 1, 5}, {1, 2, 3, 4, 5});

OneNode pool(int64_t opset, const std::vector<int64_t>& kernel) {
  return OneNode("MaxPool", opset).set("kernel_shape", kernel);
}

}  // namespace

TEST_CASE("MaxPool-8 says where it found the greatest") {
  const Tensor X = f32({2, 1, 4}, {1, 7, 7, 2, 5, 4, 3, 9});
  const Values Y = pool(8, {2}).set("strides", Integers{2}).outputs(2).run_all({X});
  CHECK(show(Y[0]) == "float[2, 1, 2] 7 7 5 9");
  CHECK(show(Y[1]) == "int64[2, 1, 2] 1 2 4 7");
  const Values same = pool(8, {3}).outputs(2).run_all({f32({1, 1, 3}, {7, 7, 7})});
  CHECK(show(same[1]) == "int64[1, 1, 1] 0");
}

TEST_CASE("MaxPool-8 counts spatial positions column-major for storage_order 1") {
  const Tensor X = f32({1, 2, 2, 3}, {1, 2, 3, 4, 9, 5, 8, 2, 3, 4, 5, 6});
  const OneNode node = pool(8, {2, 3}).outputs(2);
  CHECK(show(node.run_all({X})[1]) == "int64[1, 2, 1, 1] 4 6");
  // Row 1, column 1 is 1 + 1·2 = 3 of channel 0; row 0, column 0 is the first of channel 1.
  CHECK(show(OneNode(node).set("storage_order", 1).run_all({X})[1]) == "int64[1, 2, 1, 1] 3 6");
}

TEST_CASE("MaxPool keeps NaN; the first of them") {
  const Values Y = pool(12, {3}).outputs(2).run_all(
      {f32({1, 1, 5}, {INFINITY, NAN, NAN, -INFINITY, -INFINITY})});
  CHECK(show(Y[0]) == "float[1, 1, 3] nan nan nan");
  CHECK(show(Y[1]) == "int64[1, 1, 3] 1 1 2");
}

TEST_CASE(
    "MaxPool over two axes takes the first of equals in the order of rows; never the padding") {
  const OneNode pads_everywhere = pool(12, {2, 2}).set("pads", Integers{1, 1, 1, 1}).outputs(2);
  const Values Y = pads_everywhere.run_all({f32({1, 1, 2, 3}, {-5, -2, -2, -3, -2, -9})});
  CHECK(show(Y[0]) == "float[1, 1, 3, 4] -5 -2 -2 -2 -3 -2 -2 -2 -3 -2 -2 -9");
  CHECK(show(Y[1]) == "int64[1, 1, 3, 4] 0 1 1 2 3 1 1 2 3 4 4 5");
  const OneNode whole = pool(12, {2, 2}).outputs(2);
  CHECK(show(whole.run_all({f32({1, 1, 2, 2}, {0, 7, 7, 0})})[1]) == "int64[1, 1, 1, 1] 1");
  CHECK(show(whole.run_all({f32({1, 1, 2, 2}, {9, NAN, NAN, INFINITY})})[1]) ==
        "int64[1, 1, 1, 1] 1");
  CHECK(show(whole.run_all({f32({1, 1, 2, 2}, {9, INFINITY, NAN, 0})})[1]) ==
        "int64[1, 1, 1, 1] 2");
}

TEST_CASE("MaxPool dilates and strides and pads each axis by its own") {
  // Rows 0, 2 of 4 at columns −1, 2 and 1, 4 of 5; padding has no elements.
  const Tensor X =
      f32({1, 1, 4, 5}, {1, 2, 3, 4, 5, 20, 20, 20, 20, 20, 6, 7, 8, 9, 10, 0, 0, 0, 0, 0});
  const Values Y = pool(12, {2, 2})
                       .set("dilations", Integers{2, 3})
                       .set("strides", Integers{3, 2})
                       .set("pads", Integers{0, 1, 0, 0})
                       .outputs(2)
                       .run_all({X});
  CHECK(show(Y[0]) == "float[1, 1, 1, 2] 8 10");
  CHECK(show(Y[1]) == "int64[1, 1, 1, 2] 12 14");
}

// Worked by reading every element of each window.
TEST_CASE("MaxPool of windows that share most of their elements") {
  for (const int64_t dilation : {1, 2, 3}) {
    for (const int64_t stride : {1, 2, 3}) {
      CAPTURE(dilation, stride);
      constexpr int64_t rows = 23, columns = 31, kernel = 13, pad = 5;
      std::vector<double> x;
      for (int64_t i = 0; i < rows * columns; ++i) {
        x.push_back(i % 97 == 50 ? NAN : double(i * i % 41 - i / 50));  // many equals
      }
      const Values Y = pool(12, {3, kernel})
                           .set("dilations", Integers{1, dilation})
                           .set("strides", Integers{1, stride})
                           .set("pads", Integers{1, pad, 1, pad})
                           .outputs(2)
                           .run_all({f32({1, 1, size_t(rows), size_t(columns)}, x)});
      const Shape& shape = Y[1].tensor().shape();
      const Ints Indices = Y[1].tensor().as<int64_t>();
      std::vector<int64_t> expected;
      for (int64_t row = 0; row < int64_t(shape[2]); ++row) {
        for (int64_t column = 0; column < int64_t(shape[3]); ++column) {
          int64_t best = -1;
          for (int64_t tap = 0; tap < 3 * kernel; ++tap) {
            const int64_t r = row + tap / kernel - 1;
            const int64_t c = column * stride + tap % kernel * dilation - pad;
            if (r < 0 || r >= rows || c < 0 || c >= columns) continue;
            const int64_t at = r * columns + c;
            const bool greater = best < 0 || x[size_t(at)] > x[size_t(best)] ||
                                 (std::isnan(x[size_t(at)]) && !std::isnan(x[size_t(best)]));
            if (greater) best = at;
          }
          expected.push_back(best);
        }
      }
      CHECK(std::vector<int64_t>(Indices.begin(), Indices.end()) == expected);
    }
  }
}

TEST_CASE("MaxPool of a window of padding only has no value") {
  CHECK(pool(12, {1}).set("pads", Integers{1, 0}).error({ramp}) ==
        "Unspecified: MaxPool-12 (output 'y0'): a window lies in the padding only, and has no "
        "greatest element");
}

TEST_CASE("MaxPool of empty inputs and of inputs that do not fit") {
  const Tensor no_rows = f32({1, 1, 0, 2}, {}), no_columns = f32({1, 1, 2, 0}, {});
  for (const Tensor& X : {no_rows, no_columns}) {
    CHECK(pool(12, {1, 1}).set("pads", Integers{1, 1, 1, 1}).error({X}) ==
          "Unspecified: MaxPool-12 (output 'y0'): a window lies in the padding only, and has no "
          "greatest element");
  }
  CHECK(show(pool(12, {2}).outputs(2).run_all({f32({0, 1, 3}, {})})[1]) == "int64[0, 1, 2]");
  CHECK(pool(12, {2, 2}).error({ramp}) ==
        "InvalidInput: MaxPool-12 (output 'y0'): the kernel [2, 2] does not have the 1 spatial "
        "axes of the input");
  CHECK(pool(12, {0}).error({ramp}) ==
        "InvalidInput: MaxPool-12 (output 'y0'): the kernel [0] has a dimension of 0");
}

}  // namespace etalon::test::max_pool_test
