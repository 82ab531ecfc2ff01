#include "conformance/tests/ops/one_node.h"

namespace etalon::test::non_max_suppression_test {
namespace {

Tensor most(int64_t count) { return i64({}, {count}); }
Tensor threshold(double value) { return f32({}, {value}); }

// Unit squares, the second half over the first (an IoU of 1/3), the third apart.
const Tensor boxes = f32({1, 3, 4}, {0, 0, 1, 1, 0, 0.5, 1, 1.5, 5, 5, 6, 6});
const Tensor scores = f32({1, 1, 3}, {0.5, 0.75, 0.25});

}  // namespace

TEST_CASE("NonMaxSuppression takes boxes from the highest score down") {
  for (const int64_t opset : {10, 11}) {
    const OneNode node("NonMaxSuppression", opset);
    CHECK(show(node.run({boxes, scores, most(3), threshold(0.5)})) ==
          "int64[3, 3] 0 0 1 0 0 0 0 0 2");
    CHECK(show(node.run({boxes, scores, most(3), threshold(0.25)})) == "int64[2, 3] 0 0 1 0 0 2");
    CHECK(show(node.run({boxes, scores, most(1), threshold(0.5)})) == "int64[1, 3] 0 0 1");
  }
}

TEST_CASE("NonMaxSuppression-11 selects nothing unless a maximum is given") {
  const OneNode node("NonMaxSuppression", 11);
  CHECK(show(node.run({boxes, scores})) == "int64[0, 3]");
  CHECK(show(node.run({boxes, scores, most(-1)})) == "int64[0, 3]");
  CHECK(show(node.run({boxes, scores, i64({1}, {INT64_MAX})})) == "int64[2, 3] 0 0 1 0 0 2");
}

TEST_CASE("NonMaxSuppression-11 keeps a box whose overlap is just the threshold") {
  const OneNode node("NonMaxSuppression", 11);
  // the second covers half of the first: an IoU of 1/2
  const Tensor halves = f32({1, 2, 4}, {0, 0, 2, 1, 0, 0, 1, 1});
  const Tensor score = f32({1, 1, 2}, {2, 1});
  CHECK(show(node.run({halves, score, most(2), threshold(0.5)})) == "int64[2, 3] 0 0 0 0 0 1");
  CHECK(show(node.run({halves, score, most(2), threshold(0.49999997)})) == "int64[1, 3] 0 0 0");
  // touching boxes do not overlap, nor do boxes without area
  const Tensor touching = f32({1, 3, 4}, {0, 0, 1, 1, 0, 1, 1, 2, 0.5, 0.5, 0.5, 0.5});
  CHECK(show(node.run({touching, scores, most(3), threshold(0)})) ==
        "int64[3, 3] 0 0 1 0 0 0 0 0 2");
}

TEST_CASE("NonMaxSuppression-11 removes scores below the score threshold only") {
  CHECK(show(OneNode("NonMaxSuppression", 11)
                 .run({boxes, scores, most(3), threshold(1), threshold(0.5)})) ==
        "int64[2, 3] 0 0 1 0 0 0");
  CHECK(show(OneNode("NonMaxSuppression", 11)
                 .run({boxes, f32({1, 1, 3}, {-1, -INFINITY, -2}), most(3), threshold(1)})) ==
        "int64[3, 3] 0 0 0 0 0 2 0 0 1");
}

TEST_CASE("NonMaxSuppression-11 takes any two opposite corners, or center and size") {
  const Tensor flipped = f32({1, 2, 4}, {1, 1, 0, 0, 0, 1.5, 1, 0.5});
  const Tensor score = f32({1, 1, 2}, {2, 1});
  CHECK(show(OneNode("NonMaxSuppression", 11).run({flipped, score, most(2), threshold(0.3)})) ==
        "int64[1, 3] 0 0 0");
  // [x_center, y_center, width, height]: 4 × 1 and 1 × 4, an IoU of 1/7
  const Tensor centered = f32({1, 2, 4}, {0, 0, 4, 1, 0, 0, 1, 4});
  OneNode node("NonMaxSuppression", 11);
  node.set("center_point_box", 1);
  CHECK(show(node.run({centered, score, most(2), threshold(0.140625)})) == "int64[1, 3] 0 0 0");
  CHECK(show(node.run({centered, score, most(2), threshold(0.15625)})) ==
        "int64[2, 3] 0 0 0 0 0 1");
}

TEST_CASE("NonMaxSuppression-11 prefers the first of equal scores") {
  const Tensor same = f32({1, 3, 4}, {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(show(OneNode("NonMaxSuppression", 11)
                 .run({same, f32({1, 1, 3}, {1, 1, 1}), most(3), threshold(0.5)})) ==
        "int64[1, 3] 0 0 0");
}

TEST_CASE("NonMaxSuppression-11 goes batch by batch and class by class") {
  const Tensor two = f32({2, 1, 4}, {0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(show(OneNode("NonMaxSuppression", 11).run({two, f32({2, 2, 1}, {1, 2, 3, 4}), most(1)})) ==
        "int64[4, 3] 0 0 0 0 1 0 1 0 0 1 1 0");
  CHECK(show(OneNode("NonMaxSuppression", 11)
                 .run({Tensor::zeros(DType::float32, {1, 0, 4}),
                       Tensor::zeros(DType::float32, {1, 2, 0}), most(1)})) == "int64[0, 3]");
}

TEST_CASE("NonMaxSuppression-11 refuses inputs that do not fit") {
  const OneNode node("NonMaxSuppression", 11);
  const std::string place = "NonMaxSuppression-11 (output 'y0'): ";
  CHECK(node.error({boxes, scores, most(1), threshold(1.5)}) ==
        "InvalidInput: " + place + "iou_threshold 1.5 is outside [0, 1]");
  CHECK(node.error({boxes, scores, most(1), threshold(NAN)}) ==
        "InvalidInput: " + place + "iou_threshold nan is outside [0, 1]");
  CHECK(node.error({boxes, f32({1, 1, 2}, {1, 2}), most(1)}) ==
        "InvalidInput: " + place + "boxes [1, 3, 4] and scores [1, 1, 2] do not fit");
  CHECK(node.error({boxes, f32({1, 1, 3}, {1, NAN, 2}), most(1)}) ==
        "Unspecified: " + place + "the score of box 1 is NaN");
}

}  // namespace etalon::test::non_max_suppression_test
