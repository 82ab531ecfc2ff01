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

// True if two of the numbers that are not below the threshold are equal.
bool has_ties(Reals scores, double score_threshold) {
  std::sort(scores.begin(), scores.end());
  for (size_t i = 1; i < scores.size(); ++i) {
    if (scores.data()[i] == scores.data()[i - 1] && !(scores.data()[i] < score_threshold)) {
      return true;
    }
  }
  return false;
}

// NaN is neither below a threshold nor ordered; boxes of equal scores are in no order; and two
// boxes without area have no union.
Tensor open_selection(const Call& call, const Tensor& Y, double score_threshold) {
  const Tensor& boxes = call.tensor("boxes");
  const Tensor& scores = call.tensor("scores");
  const Reals numbers = boxes.as<double>();
  size_t empty = 0;
  for (size_t i = 0; i < numbers.size(); i += 4) {
    const double* n = numbers.data() + i;
    const bool centred = call.flag("center_point_box");
    empty += centred ? n[2] == 0 || n[3] == 0 : n[0] == n[2] || n[1] == n[3];
  }
  bool ties = false;
  for (size_t batch = 0; batch < scores.dim(0); ++batch) {
    for (size_t c = 0; c < scores.dim(1); ++c) {
      const Reals all = scores.as<double>();
      ties = ties || has_ties(xt::view(all, batch, c), score_threshold);
    }
  }
  const bool nan = xt::any(nans(boxes)) || xt::any(nans(scores));
  return any_shape(any_shape(any_shape(Y, "ties", ties), "zero_divisor", empty > 1), "nan", nan);
}

Values non_max_suppression(const Call& call) {
  require_fitting(call.tensor("boxes"), call.tensor("scores"));
  const Criteria criteria = criteria_of(call);
  const Reals boxes = call.tensor("boxes").as<double>();
  const Reals scores = call.tensor("scores").as<double>();
  const size_t num_batches = scores.shape()[0], num_classes = scores.shape()[1];
  std::vector<int64_t> selected_indices;
  for (size_t batch = 0; batch < num_batches; ++batch) {
    const Boxes of_batch{boxes.data() + batch * boxes.shape()[1] * 4,
                         call.flag("center_point_box")};
    for (size_t c = 0; c < num_classes; ++c) {
      const Reals of_class = xt::view(scores, batch, c);
      for (const size_t box : selected(of_batch, of_class, criteria)) {
        selected_indices.insert(selected_indices.end(), {int64_t(batch), int64_t(c), int64_t(box)});
      }
    }
  }
  const Tensor Y = vector_of(selected_indices).reshaped({selected_indices.size() / 3, 3});
  return {choices_wanted() ? open_selection(call, Y, criteria.score_threshold) : Y};
}

const Operator op("NonMaxSuppression", non_max_suppression, {10, 11});

}  // namespace
}  // namespace etalon
