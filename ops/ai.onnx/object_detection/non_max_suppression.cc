// NonMaxSuppression: by batch and class, boxes from the highest score down, without those whose
// intersection over union with a selected one is > iou_threshold; of equal scores the first wins.
// Scores < score_threshold are removed.
//   10, 11   11: wording only
#include "ops/ai.onnx/object_detection/boxes.h"

namespace etalon {
namespace {

void require_fitting(const Tensor& boxes, const Tensor& scores) {
  if (boxes.rank() != 3 || scores.rank() != 3 || boxes.dim(2) != 4 ||
      boxes.dim(0) != scores.dim(0) || boxes.dim(1) != scores.dim(2)) {
    throw InvalidInput("boxes {} and scores {} do not fit", to_string(boxes.shape()),
                       to_string(scores.shape()));
  }
}

// The boxes of one batch entry that are selected for one class, best first.
std::vector<size_t> selected(const Boxes& boxes, const Reals& scores, const Criteria& criteria) {
  std::vector<size_t> kept;
  for (const size_t candidate : candidates(scores, criteria.score_threshold)) {
    if (int64_t(kept.size()) >= criteria.max_output_boxes_per_class) break;
    const bool suppressed = std::any_of(kept.begin(), kept.end(), [&](size_t other) {
      return boxes.overlap(other, candidate, criteria.iou_threshold);
    });
    if (!suppressed) kept.push_back(candidate);
  }
  return kept;
}

Values non_max_suppression(const Call& call) {
  require_fitting(call.tensor("boxes"), call.tensor("scores"));
  const Criteria criteria = criteria_of(call);
  const int64_t center_point_box = call.integer("center_point_box");
  if (center_point_box != 0 && center_point_box != 1) {
    throw InvalidInput("center_point_box is {}, not 0 or 1", center_point_box);
  }
  const Reader boxes(call.tensor("boxes"));
  const Reals scores = call.tensor("scores").as<double>();
  const size_t num_batches = scores.shape()[0], num_classes = scores.shape()[1];
  std::vector<int64_t> selected_indices;  // [batch, class, box], …
  for (size_t batch = 0; batch < num_batches; ++batch) {
    const Boxes of_batch(boxes, batch, center_point_box == 1);
    for (size_t c = 0; c < num_classes; ++c) {
      for (const size_t box : selected(of_batch, xt::view(scores, batch, c), criteria)) {
        selected_indices.insert(selected_indices.end(), {int64_t(batch), int64_t(c), int64_t(box)});
      }
    }
  }
  return {vector_of(selected_indices).reshaped({selected_indices.size() / 3, 3})};
}

const Operator op("NonMaxSuppression", non_max_suppression, {10, 11});

}  // namespace
}  // namespace etalon
