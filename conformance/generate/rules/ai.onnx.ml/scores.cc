#include "conformance/generate/rules/ai.onnx.ml/scores.h"

namespace etalon::rules {

const std::vector<std::string>& post_transforms() {
  static const std::vector<std::string> names = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO",
                                                 "PROBIT"};
  return names;
}

bool give_post_transform(Drafting& call, bool may_be_probit) {
  Draw& draw = call.draw();
  if (draw.chance(0.2)) return false;
  const size_t names = post_transforms().size() - (may_be_probit ? 0 : 1);
  const std::string& name = post_transforms()[draw.below(names)];
  call.set("post_transform", name);
  return name == "PROBIT";
}

void give_class_labels(Drafting& call, const std::string& integers, size_t classes) {
  Draw& draw = call.draw();
  if (draw.chance(0.5)) {
    std::vector<std::string> texts = {"no", "yes", "perhaps", ""};
    draw.shuffle(texts);
    texts.resize(classes);
    return call.set("classlabels_strings", texts);
  }
  std::vector<int64_t> numbers = {-1, 0, 1, 7};
  draw.shuffle(numbers);
  numbers.resize(classes);
  call.set(integers, numbers);
}

void add_samples(Drafting& call, size_t features, const Range& range) {
  Draw& draw = call.draw();
  const bool one = draw.chance(0.15);
  call.add(one ? Shape{features} : Shape{draw.samples(), features}, range);
}

}  // namespace etalon::rules
