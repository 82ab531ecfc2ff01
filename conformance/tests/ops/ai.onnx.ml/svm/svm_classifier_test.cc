#include "conformance/tests/ops/one_node.h"

namespace etalon::test::svm_classifier_test {
namespace {

// Support vectors (1, 0) of class 5 and (0, 1) of class 6.
OneNode two_classes() {
  return OneNode("SVMClassifier", 1, "ai.onnx.ml")
      .set("classlabels_ints", Integers{5, 6})
      .set("support_vectors", Floats{1, 0, 0, 1})
      .set("vectors_per_class", Integers{1, 1})
      .set("coefficients", Floats{1, -2})
      .set("rho", Floats{0.25})
      .outputs(2);
}

// Support vectors (1, 0) of class a, (0, 1) and (1, 1) of class b, (-1, 0.5) of class c.
OneNode three_classes() {
  return OneNode("SVMClassifier", 1, "ai.onnx.ml")
      .set("classlabels_strings", std::vector<std::string>{"a", "b", "c"})
      .set("support_vectors", Floats{1, 0, 0, 1, 1, 1, -1, 0.5})
      .set("vectors_per_class", Integers{1, 2, 1})
      .set("coefficients", Floats{1, -1, 0.5, -0.25, 0.25, 0.75, -0.5, -1})
      .set("rho", Floats{0.125, 0.25, 0.5})
      .outputs(2);
}

}  // namespace

TEST_CASE("SVMClassifier decides between two classes by the sign of one value d") {
  const Values out = two_classes().run_all({f32({3, 2}, {1, 0, 0, 1, 0, 0.125})});
  CHECK(show(out[0]) == "int64[3] 5 6 6");  // d = 0 is for the second
  CHECK(show(out[1]) == "float[3, 2] -1.25 1.25 1.75 -1.75 -0 0");
}

TEST_CASE("SVMClassifier has four kernels") {
  const Tensor X = f32({1, 2}, {1, 0});
  const auto with = [&](const char* kernel_type) {
    return two_classes()
        .set("kernel_params", Floats{0.5, 0.25, 3})
        .set("kernel_type", kernel_type)
        .run_all({X})[1];
  };
  CHECK(show(with("LINEAR")) == "float[1, 2] -1.25 1.25");
  CHECK(show(with("POLY")) == "float[1, 2] -0.640625 0.640625");  // 0.75³ - 2 · 0.25³ + 0.25
  // 1 - 2 / e + 0.25 and tanh 0.75 - 2 tanh 0.25 + 0.25, by mpmath
  CHECK(near(with("RBF"), f32({1, 2}, {-0.514241117657115, 0.514241117657115})));
  CHECK(near(with("SIGMOID"), f32({1, 2}, {-0.395311627579869, 0.395311627579869})));
}

TEST_CASE("SVMClassifier lets each pair of classes vote") {
  const Tensor X = f32({4, 2}, {1, 0, 0, 1, -1, 1, 0, 2});
  const Values out = three_classes().run_all({X});
  CHECK(show(out[0]) == "string[4] 'a' 'b' 'c' 'c'");
  CHECK(show(out[1]) ==
        "float[4, 3] 1.625 0.75 1 -0.375 0.125 0.25 -1.875 -0.375 -0.25 -0.875 0 0");
}

TEST_CASE("SVMClassifier names the first of the classes with most votes") {
  const OneNode op = three_classes()
                         .set("coefficients", Floats(8, 0.0))
                         .set("rho", Floats{-1, 1, -1});  // one vote each
  CHECK(show(op.run_all({i64({1, 2}, {0, 0})})[0]) == "string[1] 'a'");
}

TEST_CASE("SVMClassifier couples the probabilities of pairs") {
  const OneNode op = three_classes()
                         .set("prob_a", Floats{-1.5, -1, -0.5})
                         .set("prob_b", Floats{0.125, 0.25, -0.25});
  const Values out = op.run_all({f32({2, 2}, {1, 0, 0, 1})});
  // Wu, Lin and Weng's algorithm 2 in NumPy
  CHECK(near(out[1], f32({2, 3}, {0.621571211516638, 0.139498445499291, 0.238930342984072,
                                  0.243330466526659, 0.456895470353884, 0.299774063119458})));
  CHECK(show(out[0]) == "string[2] 'a' 'b'");
}

TEST_CASE("SVMClassifier's label follows the votes even where the probabilities differ") {
  const OneNode op = three_classes()
                         .set("coefficients", Floats(8, 0.0))
                         .set("prob_a", Floats{-1.5, -1, -0.5})
                         .set("prob_b", Floats{0.125, 0.25, -0.25});
  const Values out = op.run_all({f32({1, 2}, {0, 0})});  // decision values 0.125, 0.25, 0.5
  CHECK(near(out[1], f32({1, 3}, {0.345605995351983, 0.375871274758756, 0.278522729889261})));
  CHECK(show(out[0]) == "string[1] 'a'");
}

TEST_CASE("SVMClassifier gives the probabilities of two classes as they are or transformed") {
  const OneNode op = two_classes().set("prob_a", Floats{-1.5}).set("prob_b", Floats{0.125});
  const Tensor X = f32({2, 2}, {1, 0, -100, 0});
  // Wu, Lin and Weng's algorithm 2 in NumPy
  CHECK(near(op.run_all({X})[1],
             f32({2, 2}, {0.851952492735373, 0.148047507264628, 3.0000009e-14, 1})));
  CHECK(near(OneNode(op).set("post_transform", "LOGISTIC").run_all({f32({1, 2}, {1, 0})})[1],
             f32({1, 2}, {0.700976561922623, 0.536944422267956})));
}

TEST_CASE("SVMClassifier transforms decision values") {
  const Tensor X = f32({1, 2}, {1, 0});
  // mpmath, of -1.25 and 1.25
  CHECK(near(two_classes().set("post_transform", "LOGISTIC").run_all({X})[1],
             f32({1, 2}, {0.222700138825309, 0.777299861174691})));
  CHECK(near(two_classes().set("post_transform", "SOFTMAX").run_all({X})[1],
             f32({1, 2}, {0.0758581800212436, 0.924141819978756})));
}

TEST_CASE("SVMClassifier without support vectors scores each class") {
  const OneNode op = OneNode("SVMClassifier", 1, "ai.onnx.ml")
                         .set("classlabels_ints", Integers{5, 6, 7})
                         .set("coefficients", Floats{1, -2, 0.5, 1, -1, 0.25})
                         .set("rho", Floats{0.25})
                         .outputs(2);
  const Values out = op.run_all({f32({3, 2}, {1, 0, 0, 1, 0, 0})});
  CHECK(show(out[0]) == "int64[3] 5 6 5");
  CHECK(show(out[1]) == "float[3, 3] 1.25 0.75 -0.75 -1.75 1.25 0.5 0.25 0.25 0.25");
  CHECK(OneNode(op)
            .set("prob_a", Floats{1, 1, 1})
            .set("prob_b", Floats{1, 1, 1})
            .error({f32({1, 2}, {1, 0})}) ==
        "Unspecified: ai.onnx.ml.SVMClassifier-1 (output 'y0'): there are probabilities of pairs "
        "but no decision values of pairs");
}

TEST_CASE("SVMClassifier takes a vector for one row and no rows for none") {
  CHECK(show(two_classes().run_all({tensor(DType::float64, {2}, {0, 1})})[1]) ==
        "float[1, 2] 1.75 -1.75");
  const Values out = two_classes().run_all({f32({0, 2}, {})});
  CHECK(show(out[0]) == "int64[0]");
  CHECK(show(out[1]) == "float[0, 2]");
}

TEST_CASE("SVMClassifier requires all parameters for each pair of classes") {
  const std::string place = "InvalidInput: ai.onnx.ml.SVMClassifier-1 (output 'y0'): ";
  const Tensor X = f32({1, 2}, {1, 0});
  CHECK(three_classes().set("rho", Floats{1}).error({X}) ==
        place + "there are 1 rho, 0 prob_a and 0 prob_b for 3 pairs of classes");
  CHECK(three_classes().set("prob_a", Floats{1, 1, 1}).error({X}) ==
        place + "there are 3 rho, 3 prob_a and 0 prob_b for 3 pairs of classes");
  CHECK(three_classes().set("coefficients", Floats{1}).error({X}) ==
        place + "there are 1 coefficients where 8 are needed");
  CHECK(three_classes().set("vectors_per_class", Integers{2, 2}).error({X}) ==
        place + "vectors_per_class has 2 elements for 3 classes");
  CHECK(three_classes().set("vectors_per_class", Integers{5, -2, 1}).error({X}) ==
        place + "vectors_per_class holds -2");
  CHECK(three_classes().error({f32({1, 3}, {1, 0, 0})}) ==
        place + "support_vectors has 8 elements for 4 vectors of 3 features");
  CHECK(two_classes().set("kernel_type", "RBF").error({X}) ==
        place + "there are 0 kernel_params, not 3");
  CHECK(two_classes().set("kernel_type", "rbf").error({X}) ==
        place + "kernel_type is 'rbf'; it may be LINEAR, POLY, RBF, SIGMOID");
  CHECK(three_classes()
            .set("vectors_per_class", Integers{INT64_MAX, INT64_MAX, 2})
            .error({X})
            .starts_with("LimitExceeded"));
}

}  // namespace etalon::test::svm_classifier_test
