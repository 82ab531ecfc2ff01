#include "conformance/tests/ops/ai.onnx.ml/tree/trees.h"

namespace etalon::test::tree_ensemble_classifier_test {
namespace {

using Floats = std::vector<double>;

// A stump at 0.5 that gives `votes` by the leaf, 1 or 2.
OneNode classifier(const std::vector<Ballot>& votes, const std::vector<int64_t>& labels,
                   int64_t opset = 1) {
  return ensemble("TreeEnsembleClassifier", opset, {stump("BRANCH_LEQ", 0.5)}, votes)
      .set("classlabels_int64s", labels)
      .outputs(2);
}

// All weights for the first of two classes.
OneNode one_column(double when_true, double when_false) {
  return classifier({{0, 1, 0, when_true}, {0, 2, 0, when_false}}, {5, 6});
}

const Tensor& both_leaves() {
  static const Tensor X = f32({2, 1}, {0, 1});
  return X;
}

}  // namespace

TEST_CASE("TreeEnsembleClassifier sums the votes for each class and names the top one") {
  const OneNode op =
      classifier({{0, 1, 0, 0.25}, {0, 1, 2, 0.5}, {0, 2, 1, 0.75}, {0, 2, 1, 1}}, {5, 6, 7});
  const Values out = op.run_all({both_leaves()});
  CHECK(show(out[0]) == "int64[2] 7 6");
  CHECK(show(out[1]) == "float[2, 3] 0.25 0 0.5 0 1.75 0");
  CHECK(show(op.run_all({i64({0, 1}, {})})[1]) == "float[0, 3]");
}

TEST_CASE("TreeEnsembleClassifier sums over trees and adds base values") {
  const OneNode op =
      ensemble("TreeEnsembleClassifier", 1, {stump("BRANCH_GT", 0), stump("BRANCH_GT", 1)},
               {{0, 1, 0, 1}, {0, 2, 1, 2}, {1, 1, 0, 4}, {1, 2, 1, 8}})
          .set("classlabels_strings", std::vector<std::string>{"no", "yes"})
          .set("base_values", Floats{0.5, -7})
          .outputs(2);
  const Values out = op.run_all({tensor(DType::int32, {3, 1}, {0, 1, 2})});
  CHECK(show(out[1]) == "float[3, 2] 0.5 3 1.5 1 5.5 -7");
  CHECK(show(out[0]) == "string[3] 'yes' 'no' 'no'");
}

TEST_CASE("TreeEnsembleClassifier names the first of equal classes; one without votes has 0") {
  CHECK(show(classifier({{0, 1, 1, 0.25}, {0, 1, 2, 0.25}, {0, 2, 1, -1}}, {5, 6, 7})
                 .run_all({both_leaves()})[0]) == "int64[2] 6 5");
}

TEST_CASE("TreeEnsembleClassifier's one column of probabilities is of the second class") {
  const Values out = one_column(0.25, 0.75).run_all({both_leaves()});
  CHECK(show(out[0]) == "int64[2] 5 6");
  CHECK(show(out[1]) == "float[2, 2] 0.75 0.25 0.25 0.75");
  CHECK(show(one_column(0.5, 0.5).run_all({both_leaves()})[0]) == "int64[2] 5 5");
}

TEST_CASE("TreeEnsembleClassifier's one column of margins is for the second class; else against") {
  const Values out = one_column(-0.25, 0.75).run_all({both_leaves()});
  CHECK(show(out[0]) == "int64[2] 5 6");
  CHECK(show(out[1]) == "float[2, 2] 0.25 -0.25 -0.75 0.75");
}

TEST_CASE("TreeEnsembleClassifier's LOGISTIC applies to one column with any weights") {
  const Values mixed =
      one_column(-0.25, 0.75).set("post_transform", "LOGISTIC").run_all({both_leaves()});
  // mpmath
  CHECK(near(mixed[1], f32({2, 2}, {0.562176500885798, 0.437823499114202, 0.320821300824607,
                                    0.679178699175393})));
  CHECK(show(mixed[0]) == "int64[2] 5 6");
  const Values positive =
      one_column(0.25, 0.75).set("post_transform", "LOGISTIC").run_all({both_leaves()});
  CHECK(near(positive[1], f32({2, 2}, {0.437823499114202, 0.562176500885798, 0.320821300824607,
                                       0.679178699175393})));
  CHECK(show(positive[0]) == "int64[2] 6 6");
}

TEST_CASE("TreeEnsembleClassifier's LOGISTIC applies to trees that are leaves only") {
  const auto leaf = [](double weight) {
    return ensemble("TreeEnsembleClassifier", 1, {{{}}}, {{0, 0, 0, weight}})
        .set("classlabels_int64s", std::vector<int64_t>{5, 6})
        .set("post_transform", "LOGISTIC")
        .outputs(2)
        .run_all({f32({1, 1}, {0})});
  };
  // mpmath
  CHECK(near(leaf(0.75)[1], f32({1, 2}, {0.320821300824607, 0.679178699175393})));
  CHECK(near(leaf(-0.75)[1], f32({1, 2}, {0.679178699175393, 0.320821300824607})));
}

TEST_CASE("TreeEnsembleClassifier's other transforms of one column") {
  const auto transformed = [](const char* post_transform) {
    return one_column(0.25, 0.75).set("post_transform", post_transform).run_all({both_leaves()})[1];
  };
  // mpmath: softmax(-s, s), and the quantiles of 1 - s and s
  CHECK(near(transformed("SOFTMAX"), f32({2, 2}, {0.377540668798145, 0.622459331201855,
                                                  0.18242552380635635, 0.8175744761936437})));
  CHECK(near(transformed("PROBIT"), f32({2, 2}, {0.674489750196082, -0.674489750196082,
                                                 -0.674489750196082, 0.674489750196082})));
}

TEST_CASE(
    "TreeEnsembleClassifier's weights for the second class alone are no column of their own") {
  const OneNode op = classifier({{0, 1, 1, 0.25}, {0, 2, 1, -0.75}}, {5, 6});
  const Values out = op.run_all({both_leaves()});
  CHECK(show(out[0]) == "int64[2] 6 5");
  CHECK(show(out[1]) == "float[2, 2] 0 0.25 0 -0.75");
}

TEST_CASE("TreeEnsembleClassifier adds the one base value of one column") {
  const Values out =
      one_column(0.25, 0.5).set("base_values", Floats{0.25}).run_all({both_leaves()});
  CHECK(show(out[1]) == "float[2, 2] 0.5 0.5 0.25 0.75");
  CHECK(one_column(0.25, 0.5).set("base_values", Floats{1, 2}).error({both_leaves()}) ==
        "Unspecified: ai.onnx.ml.TreeEnsembleClassifier-1 (output 'y0'): there are two base_values "
        "for one column of weights");
}

TEST_CASE("TreeEnsembleClassifier of one class has one score") {
  const Values out = classifier({{0, 1, 0, -0.25}, {0, 2, 0, 0.5}}, {5}).run_all({both_leaves()});
  CHECK(show(out[0]) == "int64[2] 5 5");
  CHECK(show(out[1]) == "float[2, 1] -0.25 0.5");
}

TEST_CASE("TreeEnsembleClassifier transforms scores by class") {
  const OneNode op = classifier({{0, 1, 0, 0.25}, {0, 1, 2, 0.5}, {0, 2, 1, -0.25}}, {5, 6, 7});
  const auto transformed = [&](const char* post_transform) {
    return OneNode(op).set("post_transform", post_transform).run_all({both_leaves()});
  };
  // mpmath
  CHECK(near(transformed("LOGISTIC")[1], f32({2, 3}, {0.562176500885798, 0.5, 0.622459331201855,
                                                      0.5, 0.437823499114202, 0.5})));
  const Values zero = transformed("SOFTMAX_ZERO");
  CHECK(near(zero[1], f32({2, 3}, {0.437823499114202, 0, 0.562176500885798, 0, 1, 0})));
  CHECK(show(zero[0]) == "int64[2] 7 6");
}

TEST_CASE("TreeEnsembleClassifier-3 takes weights as doubles") {
  const OneNode op =
      OneNode("TreeEnsembleClassifier", 3, "ai.onnx.ml")
          .set("nodes_treeids", std::vector<int64_t>{0})
          .set("nodes_nodeids", std::vector<int64_t>{0})
          .set("nodes_featureids", std::vector<int64_t>{0})
          .set("nodes_values_as_tensor", tensor(DType::float64, {1}, {0}))
          .set("nodes_modes", std::vector<std::string>{"LEAF"})
          .set("nodes_truenodeids", std::vector<int64_t>{0})
          .set("nodes_falsenodeids", std::vector<int64_t>{0})
          .set("class_treeids", std::vector<int64_t>{0, 0})
          .set("class_nodeids", std::vector<int64_t>{0, 0})
          .set("class_ids", std::vector<int64_t>{1, 1})
          .set("class_weights_as_tensor", tensor(DType::float64, {2}, {1 + 0x1p-40, -1}))
          .set("base_values_as_tensor", tensor(DType::float64, {2}, {0, 0x1p-40}))
          .set("classlabels_int64s", std::vector<int64_t>{5, 6})
          .outputs(2);
  const Values out = op.run_all({f32({1, 1}, {0})});
  CHECK(near(out[1], f32({1, 2}, {0, 0x1p-39}), 0));
  CHECK(show(out[0]) == "int64[1] 6");
}

TEST_CASE("TreeEnsembleClassifier-5 is as 3") {
  const Values out = classifier({{0, 1, 0, 1}, {0, 2, 1, 2}}, {5, 6}, 5).run_all({both_leaves()});
  CHECK(show(out[0]) == "int64[2] 5 6");
  CHECK(show(out[1]) == "float[2, 2] 1 0 0 2");
}

TEST_CASE("TreeEnsembleClassifier refuses classes that are not there") {
  const std::string place = "ai.onnx.ml.TreeEnsembleClassifier-1 (output 'y0'): ";
  CHECK(classifier({{0, 1, 3, 1}}, {5, 6, 7}).error({both_leaves()}) ==
        "InvalidModel: " + place + "class_ids 3 is outside [0, 2]");
  CHECK(classifier({{0, 1, 0, 1}, {0, 2, -1, 1}}, {5, 6}).error({both_leaves()}) ==
        "InvalidModel: " + place + "class_ids -1 is outside [0, 1]");
  CHECK(classifier({}, {}).error({both_leaves()}) ==
        "InvalidInput: " + place +
            "there are 0 classlabels_int64s and 0 classlabels_strings; one "
            "and only one is needed");
  CHECK(classifier({{0, 1, 0, 1}, {0, 2, 1, 1}}, {5, 6})
            .set("base_values", Floats{1})
            .error({both_leaves()}) ==
        "InvalidModel: " + place + "base_values has 1 elements where 2 are needed");
}

}  // namespace etalon::test::tree_ensemble_classifier_test
