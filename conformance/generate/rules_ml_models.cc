// The linear models and the support vector machines of ai.onnx.ml, and ZipMap, which takes their
// scores. No two classes of a sample score alike, for the specification does not say which of them
// is the top one.
#include "conformance/generate/rules.h"
#include "conformance/generate/rules_ml.h"

namespace etalon {

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

namespace {

void zip_map_call(Drafting& call) {
  Draw& draw = call.draw();
  const size_t classes = 1 + draw.below(4);
  give_class_labels(call, "classlabels_int64s", classes);
  call.add({draw.samples(), classes});
}

// A row of coefficients for each score.
void add_linear_model(Drafting& call, size_t rows, bool intercepts) {
  Draw& draw = call.draw();
  const bool probit = give_post_transform(call, true);
  const size_t features = draw.dimension();
  const double most = (probit ? 0.15 : 2) / static_cast<double>(features);
  call.set("coefficients", draw.reals(rows * features, probit ? 0.001 : -most, most));
  if (intercepts) call.set("intercepts", draw.reals(rows, probit ? 0.01 : -2, probit ? 0.2 : 2));
  call.add({draw.samples(), features}, probit ? Range{0.5, 5} : Range{-5, 5});
}

// The intercepts may be left out, but ONNX's shape inference takes the number of classes from them.
void linear_classifier_call(Drafting& call) {
  const size_t classes = 1 + call.draw().below(4);
  give_class_labels(call, "classlabels_ints", classes);
  call.offer_flag("multi_class");
  add_linear_model(call, classes, true);
}

void linear_regressor_call(Drafting& call) {
  const size_t targets = 1 + call.draw().below(3);
  if (targets != 1 || call.draw().chance(0.5)) call.set("targets", static_cast<int64_t>(targets));
  add_linear_model(call, targets, call.draw().chance(0.6));
}

// gamma, coef0 and degree, 0 where the kernel does not use them; the degree is whole, so that no
// root is taken of a negative number.
void give_kernel(Drafting& call, const std::string& kernel) {
  Draw& draw = call.draw();
  std::vector<double> params = draw.reals(3, 0.0625, 0.5);
  params[2] = static_cast<double>(draw.between(1, 3));
  if (kernel != "POLY") params[2] = 0;
  if (kernel == "RBF" || kernel == "LINEAR") params[1] = 0;
  if (kernel == "LINEAR") params[0] = 0;
  call.set("kernel_type", kernel);
  call.set("kernel_params", params);
}

std::string draw_kernel(Draw& draw) {
  return draw.pick<std::string>({"LINEAR", "POLY", "RBF", "SIGMOID"});
}

// LIBSVM's arrangement: the vectors class by class, one coefficient less than there are classes
// for each, and one rho for each pair of classes, whose decision values are the scores. There are
// no probabilities: how those of the pairs make one for each class is not told.
void svm_of_vectors(Drafting& call, size_t classes, size_t features) {
  Draw& draw = call.draw();
  const size_t pairs = classes * (classes - 1) / 2;
  std::vector<int64_t> vectors_per_class;
  size_t vectors = 0;
  for (size_t c = 0; c < classes; ++c) {
    vectors_per_class.push_back(draw.between(1, 3));
    vectors += static_cast<size_t>(vectors_per_class.back());
  }
  call.set("vectors_per_class", vectors_per_class);
  call.set("support_vectors", draw.reals(vectors * features, -2, 2));
  call.set("coefficients", draw.reals((classes - 1) * vectors, -2, 2));
  call.set("rho", draw.reals(pairs, -1, 1));
  give_kernel(call, draw_kernel(draw));
}

// Without support vectors a machine is linear: a row of coefficients for each class, and one rho.
void svm_classifier_call(Drafting& call) {
  Draw& draw = call.draw();
  const size_t classes = 2 + draw.below(2);
  const size_t features = draw.dimension();
  give_class_labels(call, "classlabels_ints", classes);
  give_post_transform(call, false);
  if (draw.chance(0.2)) {
    call.set("coefficients", draw.reals(classes * features, -2, 2));
    call.set("rho", draw.reals(1, -1, 1));
    if (draw.chance(0.5)) give_kernel(call, "LINEAR");
  } else {
    svm_of_vectors(call, classes, features);
  }
  call.add({draw.samples(), features}, {0.5, 5});
}

// A machine of one class finds outliers, of which no score is to be transformed.
void svm_regressor_call(Drafting& call) {
  Draw& draw = call.draw();
  const size_t features = draw.dimension();
  const size_t n_supports = draw.chance(0.2) ? 0 : 1 + draw.below(4);
  if (n_supports != 0) {
    call.set("n_supports", static_cast<int64_t>(n_supports));
    call.set("support_vectors", draw.reals(n_supports * features, -2, 2));
    give_kernel(call, draw_kernel(draw));
  }
  call.set("coefficients", draw.reals(n_supports == 0 ? features : n_supports, -2, 2));
  call.set("rho", draw.reals(1, -1, 1));
  if (n_supports != 0 && draw.chance(0.3)) {
    call.set("one_class", 1);
  } else {
    give_post_transform(call, false);
  }
  call.add({draw.samples(), features});
}

}  // namespace

Rules ml_model_rules() {
  return {{"LinearClassifier", linear_classifier_call},
          {"LinearRegressor", linear_regressor_call},
          {"SVMClassifier", svm_classifier_call},
          {"SVMRegressor", svm_regressor_call},
          {"ZipMap", zip_map_call}};
}

}  // namespace etalon
