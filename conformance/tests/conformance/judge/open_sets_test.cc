// What the elements of open points may be, and what they may not: elements of the atlas's examples
// replaced by numbers on either side. The numbers follow from what the points say.
#include <cmath>
#include <limits>

#include "conformance/judge/open.h"
#include "conformance/tests/conformance/cases/open_examples.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/operators/choice_scope.h"

namespace etalon::test::open_sets_test {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
const double inf = std::numeric_limits<double>::infinity();
const double least = std::numeric_limits<float>::lowest();

struct Element {
  const char* point;
  size_t output, at;
  std::vector<double> permitted, refused;
};

// What is permitted does not differ from Etalon's value once it is settled.
bool is_permitted(const Tensor& marked, size_t at, double number) {
  const Tensor got = replaced(marked, at, number);
  const Settled settled = settle(got, marked, marked, {});
  return identical(settled.value.tensor(), marked);
}

void check(const Element& element) {
  const auto [of, point] = open_points().find(element.point);
  INFO(element.point << ", element " << element.at << " of output " << element.output);
  REQUIRE(point != nullptr);
  const ChoiceScope scope(Recording::on);
  const Values outputs = outputs_of_example(*of, point->example);
  const Tensor& marked = outputs.at(element.output).tensor();
  for (const double number : element.permitted) {
    INFO(number);
    CHECK(is_permitted(marked, element.at, number));
  }
  for (const double number : element.refused) {
    INFO(number);
    CHECK_FALSE(is_permitted(marked, element.at, number));
  }
}

TEST_CASE("Comparisons and maxima with NaN leave a few values open") {
  for (const char* point : {"LeakyRelu.nan", "Elu.nan", "Selu.nan", "PRelu.nan", "Relu.nan"}) {
    check({point, 0, 0, {nan, 0}, {0.5, -1, 101, inf}});
  }
  check({"Sign.nan", 0, 0, {nan, 0, 1, -1}, {0.5, 2, -101, inf}});
  // Of [1, NaN, 3] 1 is no maximum.
  check({"Hardmax.nan", 0, 0, {0}, {1, nan}});
  check({"Hardmax.nan", 0, 1, {0, 1}, {0.5, 2, nan}});
  check({"Hardmax.nan", 0, 2, {0, 1}, {0.5, -1, nan}});
  // Of [1, NaN, 3, NaN] 3 is the greatest number, and 1 the least.
  check({"ArgMax.nan", 0, 0, {1, 2, 3}, {0, 4}});
  check({"ArgMin.nan", 0, 0, {0, 1, 3}, {2, 4}});
  // The two greatest of [1, NaN, 3] are [NaN, 3], [3, NaN] or [3, 1].
  check({"TopK.nan", 0, 0, {nan, 3}, {1, 303, inf}});
  check({"TopK.nan", 0, 1, {nan, 3, 1}, {2, inf}});
  check({"TopK.nan", 1, 0, {1, 2}, {0, 3}});
  check({"LinearClassifier.nan", 0, 0, {3, 4}, {0, 5}});
  check({"SVMClassifier.nan", 0, 0, {3, 4}, {0, 5}});
  check({"SVMRegressor.one_class", 0, 0, {1, -1}, {0, nan}});
  check({"LabelEncoder.nan_2", 0, 0, {7, -1}, {0, 707}});
  check({"LabelEncoder.negative_zero", 0, 0, {7, -1}, {0, 707}});
}

TEST_CASE("Softplus is exact or infinite where exp(x) is") {
  check({"Softplus.overflow", 0, 0, {100, inf}, {42, -1000, 101, nan, -inf}});
}

TEST_CASE("A divisor of zero leaves a few values open") {
  // max(0, 2) + min(0, NaN).
  check({"Celu.zero_divisor", 0, 1, {nan, 2}, {0, 4, inf}});
  check({"Celu.zero_divisor", 0, 0, {0}, {nan, 1}});
  for (const char* point :
       {"NegativeLogLikelihoodLoss.zero_divisor", "LRN.zero_divisor",
        "SoftmaxCrossEntropyLoss.zero_divisor", "RMSNormalization.zero_divisor", "ReduceMean.empty",
        "GlobalAveragePool.empty", "AveragePool.padding_window", "Attention.no_keys",
        "BatchNormalization.zero_divisor", "RoiAlign.zero_divisor"}) {
    check({point, 0, 0, {nan, 0}, {1, -101, inf}});
  }
  // Two elements: between −√2 and √2.
  for (const char* point :
       {"LayerNormalization.zero_divisor", "InstanceNormalization.zero_divisor",
        "GroupNormalization.zero_divisor", "MeanVarianceNormalization.zero_divisor"}) {
    check({point, 0, 1, {nan, 0, 1, -1.41, inf}, {1.43, -1.43, 1e6}});
  }
  check({"AffineGrid.zero_divisor", 0, 0, {-1, 0, 1, nan}, {0.5, -101, inf}});
  // The peak of the triangle, and a bin outside it.
  check({"MelWeightMatrix.zero_divisor", 0, 0, {1, 0, nan}, {0.5, 101, inf}});
  check({"MelWeightMatrix.zero_divisor", 0, 1, {0}, {1, nan}});
}

TEST_CASE("What is made of no elements is one of a few values") {
  for (const char* point : {"MaxPool.padding_window", "MaxRoiPool.padding_window"}) {
    check({point, 0, 0, {0, nan, -inf, least}, {1, -101, inf}});
  }
  check({"GlobalMaxPool.empty", 0, 0, {-inf, nan, 0, least}, {1, inf}});
  check({"ReduceMax.empty_set", 0, 0, {-inf, nan, 0, least}, {1, inf}});
  check({"ReduceMin.empty_set", 0, 0, {inf, nan, 0, -least}, {1, -inf}});
  check({"ReduceProd.empty_set", 0, 0, {1, nan, 0}, {2, inf}});
  check({"LayerNormalization.empty_statistics", 1, 0, {nan, 0}, {1, inf}});
  check({"LSTM.no_steps", 1, 0, {5, 0}, {1, 7, nan}});
  check({"LSTM.no_steps", 2, 0, {7, 0}, {1, 5, nan}});
}

TEST_CASE("A place that is none lies somewhere in the image or outside") {
  // The pixels are 1, 2, 3 and 4.
  check({"RoiAlign.padding_window", 0, 0, {0, 1, 2.5, 4}, {-0.1, 4.1, 101, nan, inf}});
  check({"GridSample.nan_grid", 0, 0, {6, 5, 7, 0, nan}, {-1, 7.1, 606, inf}});
  check({"GridSample.inf", 0, 0, {0, 2.5, 7, nan}, {-1, 7.1, inf}});
  check({"DeformConv.nan_offset", 0, 0, {3, 0, nan}, {1, 303, inf}});
}

TEST_CASE("A neighbour of weight 0 that is infinite is read or not beside an infinite pixel too") {
  const ChoiceScope scope(Recording::on);
  // With align_corners, -1 is the first pixel: 1 times it and 0 times the second.
  const auto first = [](const std::vector<double>& pixels, double at) {
    return OneNode("GridSample", 22)
        .set("align_corners", 1)
        .run({f32({1, 1, 1, 2}, pixels), f32({1, 1, 1, 2}, {at, 0})})
        .tensor();
  };
  CHECK(is_permitted(first({-inf, -inf}, -1), 0, nan));
  CHECK(is_permitted(first({inf, -inf}, -1), 0, nan));
  CHECK(is_permitted(first({1, inf}, -1), 0, nan));
  CHECK_FALSE(is_permitted(first({-inf, -inf}, -1), 0, 0));
  // The neighbour is a number, or has a weight.
  CHECK_FALSE(is_permitted(first({inf, 1}, -1), 0, nan));
  CHECK_FALSE(is_permitted(first({inf, inf}, -0.5), 0, nan));
}

TEST_CASE("Sums and products of infinities are NaN or infinite or what is left without them") {
  check({"Det.inf", 0, 0, {nan, inf, -inf}, {0, 1, 101}});
  check({"DFT.inf", 0, 1, {nan, inf, -inf, 0}, {1, 101}});
  check({"DFT.inf", 0, 0, {nan, inf}, {0, 101}});
}

TEST_CASE("A number that no integer stands for saturates or is 0 or the zero point") {
  for (const char* point : {"QuantizeLinear.nan", "QuantizeLinear.zero_divisor", "QLinearConv.inf",
                            "QLinearConv.nan", "QLinearConv.zero_divisor", "QLinearMatMul.nan",
                            "QLinearMatMul.zero_divisor", "DynamicQuantizeLinear.zero_divisor"}) {
    check({point, 0, 0, {0, 255}, {1, 128}});
  }
  // Beside an infinite element, 1/∞ is decided.
  check({"DynamicQuantizeLinear.inf", 0, 0, {0, 255}, {1}});
  check({"DynamicQuantizeLinear.inf", 0, 1, {0}, {1, 255}});
  check({"DynamicQuantizeLinear.inf", 1, 0, {inf}, {1, nan}});
  check({"DynamicQuantizeLinear.zero_divisor", 1, 0, {0, 1, 1.0 / 255}, {-1, 2, inf}});
  // 6e38 / 255, of which 3e38 is 127.5.
  check({"DynamicQuantizeLinear.overflow", 1, 0, {inf, 2.352941e36}, {1, 2.4e36, nan}});
  check({"DynamicQuantizeLinear.overflow", 0, 0, {0, 255}, {1, 128}});
  // Half of 3, by an alpha of 0.5 or of 0.
  check({"Gemm.fractional_alpha", 0, 0, {1, 2, 0}, {3, -1}});
  check({"BitShift.index_11", 0, 0, {0, 255}, {1, 254}});
}

TEST_CASE("A result of another shape is open; another element of this shape is not") {
  const OneNode node = OneNode("Pad", 13);
  const ChoiceScope scope(Recording::on);
  const Value expected = node.run({f32({2}, {1, 2}), i64({2}, {-3, 4})});
  const auto settled = [&](const Tensor& got) { return settle(got, expected, expected, {}); };
  CHECK(points_of(settled(f32({4}, {0, 0, 0, 0})).open) ==
        std::vector<std::string>{"Pad.beyond_length"});
  CHECK(settled(f32({3}, {0, 1, 0})).open.empty());
  const Value one = OneNode("Compress", 11).run({f32({}, {1}), tensor(DType::boolean, {1}, {1})});
  CHECK(points_of(settle(f32({}, {1}), one, one, {}).open) ==
        std::vector<std::string>{"Compress.rank0"});
  CHECK(settle(f32({1}, {2}), one, one, {}).open.empty());
}

TEST_CASE("A sample on the edge of the image is inside") {
  // The only sample of a region from 0 to 1 is at 0.5 or, shifted by half a pixel, at 0: the
  // pixel 1.
  const OneNode node = OneNode("RoiAlign", 16).set("sampling_ratio", 1);
  const ChoiceScope scope(Recording::on);
  const Value Y =
      node.run({f32({1, 1, 2, 2}, {1, 2, 3, 4}), f32({1, 4}, {0, 0, 1, 1}), i64({1}, {0})});
  CHECK(show(Y) == "float[1, 1, 1, 1] 1");
  CHECK(open_elements(Y).empty());
}

}  // namespace
}  // namespace etalon::test::open_sets_test
