#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice_scope.h"

namespace etalon::test::conv_test {
namespace {

const Tensor ramp = f32({1, 1, 4}, {1, 2, 3, 4});
const Tensor pair = f32({1, 1, 2}, {1, 10});

}  // namespace

TEST_CASE("Conv equals its formula where kernels and channels and images are larger than tiles") {
  // Small integers: sums are exact in any order.
  const Shape x{2, 6, 9, 30};
  const Shape w{8, 3, 3, 5};
  std::vector<double> X(element_count(x));
  std::vector<double> W(element_count(w));
  for (size_t i = 0; i < X.size(); ++i) X[i] = double(i * 7 % 11) - 5;
  for (size_t i = 0; i < W.size(); ++i) W[i] = double(i * 5 % 13) - 6;
  std::vector<double> Y;
  for (int n = 0; n < 2; ++n) {
    for (int m = 0; m < 8; ++m) {
      for (int i = 0; i < 4; ++i) {     // (9 + 1 + 2 − 5) / 2 + 1
        for (int j = 0; j < 28; ++j) {  // 30 + 2 − 4
          double sum = 0;
          for (int c = 0; c < 3; ++c) {
            for (int k = 0; k < 3; ++k) {
              for (int l = 0; l < 5; ++l) {
                const int row = 2 * i + 2 * k - 1;
                const int column = j + l - 2;
                if (row < 0 || row >= 9 || column < 0 || column >= 30) continue;
                sum += W[size_t(((m * 3 + c) * 3 + k) * 5 + l)] *
                       X[size_t(((n * 6 + m / 4 * 3 + c) * 9 + row) * 30 + column)];
              }
            }
          }
          Y.push_back(sum);
        }
      }
    }
  }
  const Value actual = OneNode("Conv", 11)
                           .set("group", 2)
                           .set("strides", Integers{2, 1})
                           .set("dilations", Integers{2, 1})
                           .set("pads", Integers{1, 2, 2, 0})
                           .run({f32(x, X), f32(w, W)});
  CHECK(identical(actual.tensor(), f32({2, 8, 4, 28}, Y)));
}

TEST_CASE("Conv rounds once") {
  const double e = std::ldexp(1, -40);  // (1 + e)² − 1 − 2e = e²
  CHECK(OneNode("Conv", 11)
            .run({tensor(DType::float64, {1, 1, 3}, {1 + e, -1, -2}),
                  tensor(DType::float64, {1, 1, 3}, {1 + e, 1, e})})
            .tensor()
            .item<double>() == e * e);
}

TEST_CASE("Conv refuses inputs that do not fit") {
  const auto error = [](const OneNode& node) { return node.error({ramp, pair}); };
  CHECK(error(OneNode("Conv", 11).set("group", 2)) ==
        "InvalidInput: Conv-11 (output 'y0'): X of shape [1, 1, 4] and W of shape [1, 1, 2] do not "
        "fit 2 groups");
  CHECK(error(OneNode("Conv", 11).set("kernel_shape", Integers{3})) ==
        "InvalidInput: Conv-11 (output 'y0'): kernel_shape differs from W's [2]");
  CHECK(error(OneNode("Conv", 11).set("pads", Integers{1})) ==
        "InvalidInput: Conv-11 (output 'y0'): pads has 1 values where 2 are needed");
  CHECK(error(OneNode("Conv", 11).set("pads", Integers{-1, 0})) ==
        "InvalidInput: Conv-11 (output 'y0'): pads has a value of -1, which is too small");
  CHECK(error(OneNode("Conv", 11).set("strides", Integers{0})) ==
        "InvalidInput: Conv-11 (output 'y0'): strides has a value of 0, which is too small");
  CHECK(error(OneNode("Conv", 11).set("pads", Integers{1, 0}).set("auto_pad", "SAME_UPPER")) ==
        "InvalidInput: Conv-11 (output 'y0'): pads are given together with auto_pad SAME_UPPER");
  CHECK(error(OneNode("Conv", 11).set("pads", Integers{0, 0}).set("auto_pad", "VALID")) ==
        "InvalidInput: Conv-11 (output 'y0'): pads are given together with auto_pad VALID");
  CHECK(error(OneNode("Conv", 11).set("auto_pad", "SAME")) ==
        "InvalidInput: Conv-11 (output 'y0'): auto_pad is 'SAME'; it may be NOTSET, SAME_UPPER, "
        "SAME_LOWER, VALID");
  CHECK(error(OneNode("Conv", 11).set("dilations", Integers{5})) ==
        "InvalidInput: Conv-11 (output 'y0'): a kernel that extends over 6 elements does not fit 4 "
        "padded by 0");
  CHECK(
      OneNode("Conv", 11).error({ramp, pair, f32({2}, {0, 0})}) ==
      "InvalidInput: Conv-11 (output 'y0'): the bias has the shape [2] where there are 1 channels");
  CHECK(OneNode("Conv", 11).error({f32({4}, {1, 2, 3, 4}), pair}) ==
        "InvalidInput: Conv-11 (output 'y0'): X has the shape [4]; a batch and a channel axis are "
        "needed");
  CHECK(OneNode("Conv", 11)
            .set("pads", Integers{int64_t{1} << 40, 0})
            .error({ramp, pair})
            .starts_with("LimitExceeded"));
}

TEST_CASE("Conv is -0 exactly when all its products are and its bias") {
  const Tensor negative = f32({1, 1, 2}, {-0.0, -0.0});
  const Tensor ones = f32({1, 1, 2}, {1, 1});
  CHECK(show(OneNode("Conv", 11).run({negative, ones})) == "float[1, 1, 1] -0");
  CHECK(show(OneNode("Conv", 11).run({negative, ones, f32({1}, {-0.0})})) == "float[1, 1, 1] -0");
}

// 2^60 + 1 - 2^60 + 4 = 5, of which a sum in double loses the 1.
TEST_CASE("Conv's sums are exact where terms cancel whatever the window") {
  const auto ones = [](const Shape& shape) { return f32(shape, Floats(element_count(shape), 1)); };
  const Tensor channels = f32({1, 2, 5}, {0x1p60, 7, 1, 7, 0, -0x1p60, 7, 4, 7, 0});
  const Tensor found = OneNode("Conv", 11)
                           .set("dilations", Integers{2})
                           .set("strides", Integers{2})
                           .set("pads", Integers{2, 0})
                           .run({channels, ones({6, 2, 2})})
                           .tensor();
  CHECK(show(slice(found, 1, 0, 1)) == "float[1, 1, 3] 0 5 5");
  CHECK(show(slice(found, 1, 5, 6)) == "float[1, 1, 3] 0 5 5");
  const Tensor plane = f32({1, 1, 2, 3}, {0x1p60, 1, 2, -0x1p60, 4, 8});
  const Tensor whole = OneNode("Conv", 11).run({plane, ones({5, 1, 2, 2})}).tensor();
  CHECK(show(slice(whole, 1, 4, 5)) == "float[1, 1, 1, 2] 5 15");
  const Tensor pair = f32({2, 2, 4}, {0x1p60, 1, -0x1p60, 4, 1, 1, 1, 1,  //
                                      1, 1, 1, 1, 4, -0x1p60, 1, 0x1p60});
  const Tensor groups = OneNode("Conv", 11).set("group", 2).run({pair, ones({10, 1, 4})}).tensor();
  CHECK(show(slice(groups, 1, 4, 6)) == "float[2, 2, 1] 5 4 4 5");
}

TEST_CASE("Conv of sums that lie on ties rounds each to even") {
  const Tensor X = f32({1, 1, 3, 40}, std::vector<double>(120, 1));
  const auto sums = [&](double a, double b) {
    const Tensor Y = OneNode("Conv", 11).run({X, f32({2, 1, 1, 2}, {a, b, 1, 1})}).tensor();
    const Reals y = Y.as<double>();
    CHECK(std::all_of(y.begin() + 117, y.end(), [](double sum) { return sum == 2; }));
    CHECK(
        std::all_of(y.begin(), y.begin() + 117, [&](double sum) { return sum == y(0, 0, 0, 0); }));
    return y(0, 0, 0, 0);
  };
  CHECK(sums(1, 0x1p-24) == 1);
  CHECK(sums(1 + 0x1p-23, 0x1p-24) == 1 + 0x1p-22);
  CHECK(sums(1, -1) == 0);
  CHECK_FALSE(std::signbit(sums(1, -1)));
}

TEST_CASE("Conv with a weight of NaN or infinity over the padding multiplies it or leaves it out") {
  // pads 1 before 0 and 2, kernel 2: the first output has W[0] over the padding, the second over 0.
  const auto padded = [](double weight, const Choices& choices) {
    const ChoiceScope scope(Recording::on, choices);
    const Value Y = OneNode("Conv", 11)
                        .set("pads", Integers{1, 0})
                        .run({f32({1, 1, 2}, {0, 2}), f32({2, 1, 2}, {weight, 3, 1, 3})});
    std::string text = show(Y);
    for (const std::string& point : scope.met()) {
      if (point != "Conv.negative_zero") text += " " + point;
    }
    return text;
  };
  CHECK(padded(NAN, {}) == "float[1, 2, 2] nan nan 0 6 Conv.padding_times_nan");
  CHECK(padded(INFINITY, {}) == "float[1, 2, 2] nan nan 0 6 Conv.padding_times_infinity");
  const Choices left_out{{"Conv.padding_times_nan", "left_out"},
                         {"Conv.padding_times_infinity", "left_out"}};
  CHECK(padded(NAN, left_out).starts_with("float[1, 2, 2] 0 nan 0 6"));
  CHECK(padded(-INFINITY, left_out).starts_with("float[1, 2, 2] 0 nan 0 6"));
  CHECK(padded(1, {}).find("padding") == std::string::npos);
}

}  // namespace etalon::test::conv_test
