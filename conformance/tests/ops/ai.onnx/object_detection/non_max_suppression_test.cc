#include "conformance/tests/ops/one_node.h"

namespace etalon::test::non_max_suppression_test {
namespace {

Tensor most(int64_t count) { return i64({}, {count}); }
Tensor threshold(double value) { return f32({}, {value}); }

// Unit squares, the second half over the first (an IoU of 1/3), the third apart.
const Tensor boxes = f32({1, 3, 4}, {0, 0, 1, 1, 0, 0.5, 1, 1.5, 5, 5, 6, 6});
const Tensor scores = f32({1, 1, 3}, {0.5, 0.75, 0.25});

}  // namespace

TEST_CASE("NonMaxSuppression-11 refuses inputs that do not fit") {
  const OneNode node("NonMaxSuppression", 11);
  const std::string place = "NonMaxSuppression-11 (output 'y0'): ";
  CHECK(node.error({boxes, scores, most(1), threshold(1.5)}) ==
        "InvalidInput: " + place + "iou_threshold 1.5 is outside [0, 1]");
  CHECK(node.error({boxes, scores, most(1), threshold(NAN)}) ==
        "InvalidInput: " + place + "iou_threshold nan is outside [0, 1]");
  CHECK(node.error({boxes, scores, i64({1, 1}, {1})}) ==
        "InvalidInput: " + place +
            "max_output_boxes_per_class has the shape [1, 1], which is not that of a scalar");
  CHECK(node.error({boxes, f32({1, 1, 2}, {1, 2}), most(1)}) ==
        "InvalidInput: " + place + "boxes [1, 3, 4] and scores [1, 1, 2] do not fit");
  CHECK(node.error({boxes, f32({1, 1, 3}, {1, NAN, 2}), most(1)}) ==
        "Unspecified: " + place + "the score of box 1 is NaN");
}

}  // namespace etalon::test::non_max_suppression_test
