// NonMaxSuppression: by batch and class, boxes from the highest score down, without those whose
// intersection over union with a selected one is > iou_threshold; of equal scores the first wins.
//   10, 11   11: wording only. Scores < score_threshold are removed
#include "engine/numerics/numerics.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

struct Box {
  double y1, x1, y2, x2;  // y1 <= y2, x1 <= x2
  double area() const { return (y2 - y1) * (x2 - x1); }
};

Box box_of(const double* d, bool center_point_box) {
  if (center_point_box) {  // [x_center, y_center, width, height]
    const double half_width = std::fabs(d[2]) / 2;
    const double half_height = std::fabs(d[3]) / 2;
    return {d[1] - half_height, d[0] - half_width, d[1] + half_height, d[0] + half_width};
  }
  return {std::min(d[0], d[2]), std::min(d[1], d[3]), std::max(d[0], d[2]), std::max(d[1], d[3])};
}

double intersection_over_union(const Box& a, const Box& b) {
  const double height = std::min(a.y2, b.y2) - std::max(a.y1, b.y1);
  const double width = std::min(a.x2, b.x2) - std::max(a.x1, b.x1);
  if (height <= 0 || width <= 0) return 0;
  const double intersection = height * width;
  return intersection / (a.area() + b.area() - intersection);
}

struct Criteria {
  size_t max_output_boxes = 0;
  double iou_threshold = 0;
  std::optional<double> score_threshold;
};

Criteria criteria_of(const Call& call) {
  Criteria criteria;
  if (const Tensor* limit = call.maybe("max_output_boxes_per_class")) {
    criteria.max_output_boxes = size_t(std::max<int64_t>(limit->item<int64_t>(), 0));
  }
  if (const Tensor* iou = call.maybe("iou_threshold")) criteria.iou_threshold = iou->item<double>();
  if (!(criteria.iou_threshold >= 0 && criteria.iou_threshold <= 1)) {
    throw InvalidInput("iou_threshold {} is outside [0, 1]", criteria.iou_threshold);
  }
  if (const Tensor* least = call.maybe("score_threshold")) {
    criteria.score_threshold = least->item<double>();
  }
  return criteria;
}

// The boxes with a sufficient score, best first.
std::vector<size_t> candidates_of(size_t boxes, const double* scores, const Criteria& criteria) {
  std::vector<size_t> candidates;
  for (size_t i = 0; i < boxes; ++i) {
    if (std::isnan(scores[i])) throw Unspecified("the score of box {} is NaN", i);
    const bool too_low = criteria.score_threshold && scores[i] < *criteria.score_threshold;
    if (!too_low) candidates.push_back(i);
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  return candidates;
}

// The boxes of one class that remain, best first.
std::vector<size_t> selected(const std::vector<Box>& boxes, const double* scores,
                             const Criteria& criteria) {
  std::vector<size_t> kept;
  for (const size_t candidate : candidates_of(boxes.size(), scores, criteria)) {
    if (kept.size() >= criteria.max_output_boxes) break;
    count_step();
    const bool suppressed = std::any_of(kept.begin(), kept.end(), [&](size_t other) {
      return intersection_over_union(boxes[other], boxes[candidate]) > criteria.iou_threshold;
    });
    if (!suppressed) kept.push_back(candidate);
  }
  return kept;
}

// The boxes of one batch entry, from `count` rows of four coordinates.
std::vector<Box> boxes_of(const double* coordinates, size_t count, bool center_point_box) {
  std::vector<Box> boxes;
  for (size_t i = 0; i < count; ++i) {
    boxes.push_back(box_of(coordinates + 4 * i, center_point_box));
  }
  return boxes;
}

Values non_max_suppression(const Call& call) {
  const Tensor& boxes = call.tensor("boxes");
  const Tensor& scores = call.tensor("scores");
  if (boxes.rank() != 3 || scores.rank() != 3 || boxes.dim(2) != 4 ||
      boxes.dim(0) != scores.dim(0) || boxes.dim(1) != scores.dim(2)) {
    throw InvalidInput("boxes {} and scores {} do not fit", to_string(boxes.shape()),
                       to_string(scores.shape()));
  }
  const Criteria criteria = criteria_of(call);
  const size_t num_batches = scores.dim(0), num_classes = scores.dim(1);
  const size_t spatial_dimension = scores.dim(2);
  const Reals coordinates = boxes.as<double>();
  const Reals score = scores.as<double>();
  std::vector<int64_t> selected_indices;
  for (size_t batch = 0; batch < num_batches; ++batch) {
    const std::vector<Box> batch_boxes =
        boxes_of(coordinates.data() + batch * spatial_dimension * 4, spatial_dimension,
                 call.flag("center_point_box"));
    for (size_t c = 0; c < num_classes; ++c) {
      const double* class_scores = score.data() + (batch * num_classes + c) * spatial_dimension;
      for (const size_t box : selected(batch_boxes, class_scores, criteria)) {
        selected_indices.insert(selected_indices.end(), {int64_t(batch), int64_t(c), int64_t(box)});
      }
    }
  }
  return {vector_of(selected_indices).reshaped({selected_indices.size() / 3, 3})};
}

const Operator op("NonMaxSuppression", non_max_suppression, {10, 11});

}  // namespace
}  // namespace etalon
