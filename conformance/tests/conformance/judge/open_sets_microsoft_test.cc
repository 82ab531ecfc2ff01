// What the elements of com.microsoft's open points may be, and what they may not: elements of the
// atlas's examples replaced by numbers on either side. The numbers follow from what the points say.
#include <cmath>
#include <limits>

#include "conformance/judge/compare.h"
#include "conformance/judge/open.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/cases/open_examples.h"
#include "engine/operators/choice_scope.h"

namespace etalon::open_sets_microsoft_test {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
const double inf = std::numeric_limits<double>::infinity();

// A point's example, and element `at` of one of its outputs: which numbers it may be, and which
// not.
struct Element {
  const char* point;
  std::vector<double> permitted, refused;
  size_t output = 0, at = 0;
};

void check(const Element& element) {
  const auto [of, point] = open_points().find(std::string("com.microsoft.") + element.point);
  INFO(element.point);
  REQUIRE(point != nullptr);
  const ChoiceScope scope(Recording::on);
  const Values outputs = test::outputs_of_example(*of, point->example);
  const Tensor& marked = outputs.at(element.output).tensor();
  const auto is_permitted = [&](double number) {
    const Settled settled = settle(test::replaced(marked, element.at, number), marked, marked, {});
    return compare(settled.value.tensor(), marked, {}).pass();
  };
  for (const double number : element.permitted) {
    INFO(number);
    CHECK(is_permitted(number));
  }
  for (const double number : element.refused) {
    INFO(number);
    CHECK_FALSE(is_permitted(number));
  }
}

TEST_CASE("A step that exceeds the type gives what its activation makes of an infinity or NaN") {
  check({"FusedConv.overflow", {nan, inf, -inf, 3e38}, {42, 0, -3e38}});
  check({"FusedConv.undescribed", {0, -4}, {1, -10, nan}});
  check({"FusedGemm.overflow", {nan, 1, -1}, {0.5, 42, inf}});
  check({"FusedGemm.beta_zero", {nan, 0.5}, {0.7, 42, inf}});
  check({"BiasGelu.overflow", {nan, 0}, {1, inf, -inf}});
  check({"FastGelu.overflow", {nan, 1e20}, {1, inf, -inf}});
  check({"MatMulBnb4.overflow", {nan, inf, 3e38}, {42, 1e38}});
  check({"MatMulNBits.overflow", {nan, inf, 3e38}, {42, 1e38}});
  check({"MoE.overflow", {nan, inf, -inf, 3e38}, {42, 1e38}});
  check({"QMoE.overflow", {nan, inf, -inf, 3e38}, {42, 1e38}});
  check({"WordConvEmbedding.overflow", {nan, 0, 1, -1}, {0.5, 42, inf}});
  // The determinant is 2²⁰⁰.
  check({"Inverse.overflow", {0, nan, inf}, {1, -1}});
}

TEST_CASE("Of scores that may be infinite or NaN an attention gives a mean of values or NaN") {
  // The values are 2 and 4.
  for (const char* point : {"GroupQueryAttention.overflow", "GroupQueryAttention.steps",
                            "DecoderMaskedMultiHeadAttention.overflow"}) {
    check({point, {2, 2.5, 4, nan}, {1.9, 4.1, 404, -3, inf, -inf}});
  }
  check({"GroupQueryAttention.hidden_keys", {2, 3, 4}, {1.9, 4.1, nan, inf}});
  check({"Attention.mask", {2, 3, 4, nan, 0}, {1.9, 4.1, 200, inf}});
  check({"QAttention.mask_shape", {2, 3, 4, nan, 0}, {1.9, 4.1, 200, inf}});
  check({"MultiHeadAttention.cross_unidirectional", {2, 5, 9, nan, 0}, {1.9, 9.1, -2, inf}});
  check({"GroupQueryAttention.no_keys", {2, nan, 0}, {2.1, -1, inf}});
  check({"DecoderMaskedMultiHeadAttention.no_keys", {0, nan}, {1, inf}});
}

TEST_CASE("Another reading is one value and none besides") {
  check({"GroupQueryAttention.masked_values", {nan, 2}, {3, 0, inf}});
  check({"GroupQueryAttention.smooth_softmax", {3, 2}, {2.5, 4, 1.9, nan}});
  // Stored as 4 and 9 with a scale of 0.5.
  check({"GroupQueryAttention.quantized_reads", {3.25, 3.375}, {3.3, 4, nan}, 0, 8});
  check({"GroupQueryAttention.quantized_rounding", {2, 3}, {1, 4}, 2, 8});
  check({"DecoderMaskedMultiHeadAttention.order_of_keys", {5, 11}, {12.5, nan}, 1, 4});
  check({"DecoderMaskedMultiHeadAttention.bias_of_past", {3, 5}, {4, 8, nan}});
  check({"RotaryEmbedding.scale", {3, 6}, {4.5, 9, nan}});
  check({"RelativePositionBias.bins", {12, 13}, {10, 11, 14, nan}, 0, 6});
  check({"GatedRelativePositionBias.token_offset", {9, 16}, {12, nan}});
  check({"SkipGroupNorm.skip_layout", {1.75, -0.25}, {0.5, 2, nan}, 0, 1});
  check({"SkipSimplifiedLayerNormalization.mean", {0, 4}, {2, 5, nan}, 1});
  check({"EmbedLayerNormalization.mask_index", {0, 1, 2}, {3, -1}, 1});
  check({"EmbedLayerNormalization.segment_ids", {5, 3}, {4, 10, nan}, 2, 1});
  check({"MatMulNBits.g_idx", {3, 1}, {2, 4, nan}});
  check({"NhwcMaxPool.padding_window", {0, -128}, {5, -1, 127}});
  check({"NhwcMaxPool.negative_padding", {5, 6}, {7, 0}});
  check({"QLinearAveragePool.negative_padding", {5, 6}, {7, 0}});
}

TEST_CASE("Tied experts are one or the other; experts without an order are a mean of theirs") {
  check({"MoE.ties", {3, 2}, {2.5, 1, 300, nan}});
  check({"QMoE.ties", {3, 2}, {2.5, 1, 300, nan}});
  check({"MoE.no_number", {nan, 0, 2, 3}, {-1, 3.1, 300, inf}});
  // e^0.5 / (1 + e^0.5) of 3.
  check({"QMoE.routing", {3, 1.867378}, {2, 1, nan}});
  // The greatest activation is 1, the sums are 16: each layer is off by 16/127 at most.
  check({"QMoE.activations", {256, 255, 253}, {200, 300, nan, inf}});
}

TEST_CASE("Where a word of WordConvEmbedding ends and what is no number in it") {
  check({"WordConvEmbedding.no_number", {nan, 1, -1, 0}, {0.5, 2, inf}});
  check({"WordConvEmbedding.inner_zero", {0, std::tanh(5.0)}, {0.5, 2, nan}});
  check({"WordConvEmbedding.no_characters", {0, std::tanh(1.0)}, {0.5, 1, nan}});
}

TEST_CASE("An infinity or NaN as an integer is an end of the type or 0 or the zero point") {
  for (const char* point : {"QLinearAdd.no_number", "QGemm.no_number", "QLinearConv.no_number",
                            "QuantizeLinear.no_number", "QLinearSoftmax.no_number"}) {
    check({point, {255, 0}, {1, 127, 254}});
  }
  check({"QLinearAveragePool.padding_window", {7, 0, 255}, {1, 8}});
  // 16, of which the digits may be lost.
  check({"QLinearConv.scales", {0, 16, 20, 32, 255}, {33, 100, 254}});
  check({"QGemm.integer_overflow", {0x1p31, -0x1p31}, {0, 1e9, nan, inf}});
  check({"DynamicQuantizeMatMul.no_number", {nan, inf, -inf}, {0, 42}});
  check({"DynamicQuantizeMatMul.range", {nan, inf, -inf}, {0, 42, -1e38}});
}

TEST_CASE("A region without a place has a pixel of its channel and no other number") {
  check({"CropAndResize.nonfinite_roi", {5, 0, nan}, {4, 6, 500, inf}});
  check({"CropAndResize.infinite_pixel", {1, nan, inf, -inf}, {2, 0.5, 42}});
}

TEST_CASE("A state of DynamicQuantizeLSTM of which nothing is known is as far as it comes") {
  check({"DynamicQuantizeLSTM.no_number", {nan, -1, 0.5, 1}, {1.01, -2, inf}});
  check({"DynamicQuantizeLSTM.ended", {-1, 0, 1}, {1.01, nan, inf}, 1, 1});
  check({"DynamicQuantizeLSTM.ended", {-2, 0, 2}, {2.01, nan, inf}, 2, 1});
}

TEST_CASE("An entry that Pad reflects again is one of its line") {
  check({"Pad.reflect_again", {1, 2}, {1.5, 0, 3, nan}});
  check({"Pad.reflect_again", {2}, {1, nan}, 0, 1});
}

}  // namespace
}  // namespace etalon::open_sets_microsoft_test
