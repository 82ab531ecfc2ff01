// NonMaxSuppression: by batch and class, boxes from the highest score down, without those whose
// intersection over union with a selected one is > iou_threshold; of equal scores the first wins.
// Scores < score_threshold are removed.
//   10, 11   11: wording only
#include "engine/numerics/carriers.h"
#include "engine/operators/choice.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

template <class R>
struct Box {
  R y1, x1, y2, x2;  // y1 <= y2, x1 <= x2
  R area() const { return (y2 - y1) * (x2 - x1); }
};

// The boxes of one batch entry, as the input holds them.
struct Boxes {
  const double* numbers;  // [boxes, 4]
  bool center_point_box;

  template <class R>
  Box<R> box(size_t i) const {
    const double* n = numbers + 4 * i;
    if (!center_point_box) {
      return {std::min(n[0], n[2]), std::min(n[1], n[3]), std::max(n[0], n[2]),
              std::max(n[1], n[3])};
    }
    const R x_center = n[0], y_center = n[1];
    const R half_width = R(std::fabs(n[2])) / 2, half_height = R(std::fabs(n[3])) / 2;
    return {y_center - half_height, x_center - half_width, y_center + half_height,
            x_center + half_width};
  }

  // True if the intersection of two boxes over their union is above the threshold, which is not
  // negative.
  template <class R>
  bool overlap(size_t i, size_t j, double threshold) const {
    const Box<R> a = box<R>(i), b = box<R>(j);
    const R height = minimum(a.y2, b.y2) - maximum(a.y1, b.y1);
    const R width = minimum(a.x2, b.x2) - maximum(a.x1, b.x1);
    if (height <= 0 || width <= 0) return false;
    const R intersection = height * width;
    return intersection / (a.area() + b.area() - intersection) > threshold;
  }
  bool overlap(size_t i, size_t j, double threshold) const {
    return over_reals(DType::float32, [&]<class R>() { return overlap<R>(i, j, threshold); });
  }
};

struct Criteria {
  int64_t max_output_boxes_per_class;
  double iou_threshold, score_threshold;
};

Criteria criteria_of(const Call& call) {
  const Tensor* max_output_boxes_per_class = call.maybe("max_output_boxes_per_class");
  const Tensor* iou_threshold = call.maybe("iou_threshold");
  const Tensor* score_threshold = call.maybe("score_threshold");
  const Criteria criteria{
      max_output_boxes_per_class ? max_output_boxes_per_class->item<int64_t>() : 0,
      iou_threshold ? iou_threshold->item<double>() : 0,
      score_threshold ? score_threshold->item<double>() : -std::numeric_limits<double>::infinity()};
  if (!(criteria.iou_threshold >= 0 && criteria.iou_threshold <= 1)) {
    throw InvalidInput("iou_threshold {} is outside [0, 1]", criteria.iou_threshold);
  }
  return criteria;
}

// The boxes of sufficient score, best first.
std::vector<size_t> candidates(const Reals& scores, double score_threshold) {
  std::vector<size_t> boxes;
  for (size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores(i)) && !choices_wanted()) {
      throw Unspecified("the score of box {} is NaN", i);
    }
    if (!(scores(i) < score_threshold) && !std::isnan(scores(i))) boxes.push_back(i);
  }
  std::stable_sort(boxes.begin(), boxes.end(),
                   [&](size_t a, size_t b) { return scores(a) > scores(b); });
  return boxes;
}

// The boxes of one batch entry that are selected for one class, best first.
std::vector<size_t> selected(const Boxes& boxes, const Reals& scores, const Criteria& criteria) {
  std::vector<size_t> kept;
  for (const size_t candidate : candidates(scores, criteria.score_threshold)) {
    if (int64_t(kept.size()) >= criteria.max_output_boxes_per_class) break;
    count_step();
    count_work(work_per_step * kept.size());
    const bool suppressed = std::any_of(kept.begin(), kept.end(), [&](size_t other) {
      return boxes.overlap(other, candidate, criteria.iou_threshold);
    });
    if (!suppressed) kept.push_back(candidate);
  }
  return kept;
}

void require_fitting(const Tensor& boxes, const Tensor& scores) {
  if (boxes.rank() != 3 || scores.rank() != 3 || boxes.dim(2) != 4 ||
      boxes.dim(0) != scores.dim(0) || boxes.dim(1) != scores.dim(2)) {
    throw InvalidInput("boxes {} and scores {} do not fit", to_string(boxes.shape()),
                       to_string(scores.shape()));
  }
}

// What the text leaves open of the selection from one batch entry and class.
struct Questions {
  bool ties = false;          // boxes of equal scores
  bool ties_overlap = false;  // of which only one is selected
};

void ask(const Boxes& boxes, const Reals& scores, const Criteria& criteria, Questions& questions) {
  const std::vector<size_t> order = candidates(scores, criteria.score_threshold);
  for (size_t i = 0; i < order.size(); ++i) {
    count_work(work_per_step * i);
    for (size_t j = 0; j < i; ++j) {
      if (scores(order[i]) != scores(order[j])) continue;
      questions.ties = true;
      questions.ties_overlap =
          questions.ties_overlap || boxes.overlap(order[i], order[j], criteria.iou_threshold);
    }
  }
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
Tensor open_selection(const Call& call, const Tensor& Y, const Questions& questions) {
  const Tensor& boxes = call.tensor("boxes");
  const Reals numbers = boxes.as<double>();
  Tensor selected = questions.ties ? any_order(Y, "ties", 0) : Y;
  selected = any_shape(selected, "ties_overlap", questions.ties_overlap);
  selected =
      any_shape(selected, "zero_divisor", has_points(numbers, call.flag("center_point_box")));
  selected = any_shape(selected, "inf_boxes", xt::any(xt::isinf(numbers)));
  selected = any_shape(selected, "nan_boxes", xt::any(nans(boxes)));
  return any_shape(selected, "nan", xt::any(nans(call.tensor("scores"))));
}

Values non_max_suppression(const Call& call) {
  require_fitting(call.tensor("boxes"), call.tensor("scores"));
  const Criteria criteria = criteria_of(call);
  const Reals boxes = call.tensor("boxes").as<double>();
  const Reals scores = call.tensor("scores").as<double>();
  const size_t num_batches = scores.shape()[0], num_classes = scores.shape()[1];
  std::vector<int64_t> selected_indices;
  Questions questions;
  for (size_t batch = 0; batch < num_batches; ++batch) {
    const Boxes of_batch{boxes.data() + batch * boxes.shape()[1] * 4,
                         call.flag("center_point_box")};
    for (size_t c = 0; c < num_classes; ++c) {
      const Reals of_class = xt::view(scores, batch, c);
      if (choices_wanted()) ask(of_batch, of_class, criteria, questions);
      for (const size_t box : selected(of_batch, of_class, criteria)) {
        selected_indices.insert(selected_indices.end(), {int64_t(batch), int64_t(c), int64_t(box)});
      }
    }
  }
  const Tensor Y = vector_of(selected_indices).reshaped({selected_indices.size() / 3, 3});
  return {choices_wanted() ? open_selection(call, Y, questions) : Y};
}

const Operator op("NonMaxSuppression", non_max_suppression, {10, 11});

}  // namespace
}  // namespace etalon
