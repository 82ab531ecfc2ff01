#include "conformance/generate/rules/ai.onnx/object_detection/boxes.h"

namespace etalon::rules {

// Scores differ, since the order of equal ones is not specified.
const GenerationRule non_max_suppression_rule("NonMaxSuppression", [](Drafting& call, Draw& draw) {
  const size_t batch = 1 + draw.below(2);
  const size_t classes = 1 + draw.below(2);
  const size_t count = 1 + draw.below(6);
  call.offer_flag("center_point_box");
  std::vector<double> boxes;
  for (size_t i = 0; i < batch * count; ++i) {
    const std::vector<double> box = draw_box(draw, 8, 8, 0.5);
    boxes.insert(boxes.end(), box.begin(), box.end());
  }
  std::vector<double> scores;
  for (const size_t rank : draw.permutation(batch * classes * count)) {
    scores.push_back(static_cast<double>(rank + 1) / 64);
  }
  call.add_reals({batch, count, 4}, boxes);
  call.add_reals({batch, classes, count}, scores);
  // Without a number of boxes there are none.
  const size_t given = draw.chance(0.05) ? 0 : 1 + draw.below(3);
  if (given > 0) {
    call.add_if(draw.chance(0.95), [&] { call.add_integers({}, {draw.between(1, 4)}); });
  }
  if (given > 1) call.add_if(draw.chance(0.8), [&] { call.add({}, {0.1, 0.9}); });
  if (given > 2) call.add({}, {0, 0.3});
});

}  // namespace etalon::rules
