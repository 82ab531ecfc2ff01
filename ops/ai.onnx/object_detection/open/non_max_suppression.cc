// NonMaxSuppression.
#include "engine/operators/choice.h"
#include "ops/ai.onnx/object_detection/boxes.h"

namespace etalon {
namespace {

struct Ties {
  bool any = false;      // boxes of equal scores
  bool overlap = false;  // of which only one is selected
};

void add_ties(const Boxes& boxes, const Reals& scores, const Criteria& criteria, Ties& ties) {
  const std::vector<size_t> order = candidates(scores, criteria.score_threshold);
  for (size_t i = 0; i < order.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (scores(order[i]) != scores(order[j])) continue;
      ties.any = true;
      ties.overlap = ties.overlap || boxes.overlap(order[i], order[j], criteria.iou_threshold);
    }
  }
}

Ties ties_of(const Call& call) {
  const Criteria criteria = criteria_of(call);
  const Reader boxes(call.tensor("boxes"));
  const Reals scores = call.tensor("scores").as<double>();
  Ties ties;
  for (size_t batch = 0; batch < scores.shape()[0]; ++batch) {
    const Boxes of_batch(boxes, batch, call.flag("center_point_box"));
    for (size_t c = 0; c < scores.shape()[1]; ++c) {
      add_ties(of_batch, xt::view(scores, batch, c), criteria, ties);
    }
  }
  return ties;
}

// True if two boxes have no area, so that they have no union.
bool has_points(const Reals& boxes, bool center_point_box) {
  size_t points = 0;
  for (size_t i = 0; i < boxes.size(); i += 4) {
    const double* n = boxes.data() + i;
    points += center_point_box ? n[2] == 0 || n[3] == 0 : n[0] == n[2] || n[1] == n[3];
  }
  return points > 1;
}

// NaN is neither below a threshold nor ordered, boxes of equal scores are in no order, and infinite
// boxes have no intersection over union.
void non_max_suppression(Opening& open) {
  const Call& call = open.call;
  const Tensor& boxes = call.tensor("boxes");
  const Reals numbers = boxes.as<double>();
  const Ties ties = ties_of(call);
  Tensor Y = ties.any ? any_order(open.Y, "ties", 0) : open.Y;
  Y = any_shape(Y, "ties_overlap", ties.overlap);
  Y = any_shape(Y, "zero_divisor", has_points(numbers, call.flag("center_point_box")));
  Y = any_shape(Y, "inf_boxes", xt::any(Bools(xt::isinf(numbers))));
  Y = any_shape(Y, "nan_boxes", xt::any(nans(boxes)));
  open.Y = any_shape(Y, "nan", xt::any(nans(call.tensor("scores"))));
}

const Open op("NonMaxSuppression", non_max_suppression);

}  // namespace
}  // namespace etalon
