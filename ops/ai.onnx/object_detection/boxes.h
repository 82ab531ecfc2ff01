// NonMaxSuppression's inputs: boxes, and which of them are candidates.
#pragma once

#include "engine/formula.h"
#include "engine/operators/input_shapes.h"

namespace etalon {

template <class R>
struct Box {
  R y1, x1, y2, x2;  // y1 <= y2, x1 <= x2
  R area() const { return (y2 - y1) * (x2 - x1); }
};

// The boxes of one batch entry: two opposite corners [y, x, y, x], or [x_center, y_center, width,
// height].
class Boxes {
 public:
  Boxes(const Reader& boxes, size_t batch, bool center_point_box)
      : boxes_(boxes), batch_(batch), center_point_box_(center_point_box) {}

  template <class R>
  Box<R> box(size_t i) const {
    const auto n = [&](size_t k) { return boxes_.at<double>(batch_, i, k); };
    if (!center_point_box_) {
      return {std::min(n(0), n(2)), std::min(n(1), n(3)), std::max(n(0), n(2)),
              std::max(n(1), n(3))};
    }
    const R x_center = n(0), y_center = n(1);
    const R half_width = R(std::fabs(n(2))) / 2, half_height = R(std::fabs(n(3))) / 2;
    return {y_center - half_height, x_center - half_width, y_center + half_height,
            x_center + half_width};
  }

  // Whether the intersection of two boxes over their union is above the threshold, which is not
  // negative.
  bool overlap(size_t i, size_t j, double threshold) const {
    return exactly([&]<class R>() -> bool {
      const Box<R> a = box<R>(i), b = box<R>(j);
      const R height = minimum(a.y2, b.y2) - maximum(a.y1, b.y1);
      const R width = minimum(a.x2, b.x2) - maximum(a.x1, b.x1);
      if (height <= 0 || width <= 0) return false;
      const R intersection = height * width;
      return intersection / (a.area() + b.area() - intersection) > threshold;
    });
  }

 private:
  const Reader& boxes_;
  size_t batch_;
  bool center_point_box_;
};

struct Criteria {
  int64_t max_output_boxes_per_class;
  double iou_threshold, score_threshold;
};

inline Criteria criteria_of(const Call& call) {
  constexpr double lowest = -std::numeric_limits<double>::infinity();
  const Criteria criteria{scalar_input<int64_t>(call, "max_output_boxes_per_class", 0),
                          scalar_input<double>(call, "iou_threshold", 0),
                          scalar_input<double>(call, "score_threshold", lowest)};
  if (!(criteria.iou_threshold >= 0 && criteria.iou_threshold <= 1)) {
    throw InvalidInput("iou_threshold {} is outside [0, 1]", criteria.iou_threshold);
  }
  return criteria;
}

// The boxes of sufficient score, best first; of equal scores the first.
inline std::vector<size_t> candidates(const Reals& scores, double score_threshold) {
  std::vector<size_t> boxes;
  for (size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores(i))) {
      undefined(0, "the score of box {} is NaN", i);
    } else if (!(scores(i) < score_threshold)) {
      boxes.push_back(i);
    }
  }
  const auto is_better = [&](size_t a, size_t b) { return scores(a) > scores(b); };
  std::stable_sort(boxes.begin(), boxes.end(), is_better);
  return boxes;
}

}  // namespace etalon
