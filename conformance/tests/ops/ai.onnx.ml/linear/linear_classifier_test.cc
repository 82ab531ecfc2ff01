#include "conformance/tests/ops/one_node.h"

namespace etalon::test::linear_classifier_test {
namespace {

OneNode classifier(const Floats& coefficients, const Floats& intercepts,
                   const std::vector<int64_t>& labels) {
  return OneNode("LinearClassifier", 1, "ai.onnx.ml")
      .set("coefficients", coefficients)
      .set("intercepts", intercepts)
      .set("classlabels_ints", labels)
      .outputs(2);
}

OneNode three_classes() { return classifier({1, 1, 0, 1, 0.5, 0}, {0, 0, 0.25}, {5, 6, 7}); }

}  // namespace

TEST_CASE("LinearClassifier scores each class and names the top one") {
  const Values out = three_classes().run_all({f32({3, 2}, {1, 2, -1, 0.125, 0, 0})});
  CHECK(show(out[0]) == "int64[3] 5 6 7");
  CHECK(show(out[1]) == "float[3, 3] 3 2 0.75 -0.875 0.125 -0.25 0 0 0.25");
}

TEST_CASE("LinearClassifier names the first of equal classes; by string labels too") {
  const Values out = OneNode("LinearClassifier", 1, "ai.onnx.ml")
                         .set("coefficients", Floats{1, 2, 2})
                         .set("classlabels_strings", std::vector<std::string>{"a", "b", "c"})
                         .outputs(2)
                         .run_all({i64({2, 1}, {3, -1})});
  CHECK(show(out[0]) == "string[2] 'b' 'a'");
  CHECK(show(out[1]) == "float[2, 3] 3 6 6 -1 -2 -2");
}

TEST_CASE("LinearClassifier takes a vector for one row and no rows for none") {
  const Values out = three_classes().run_all({tensor(DType::float64, {2}, {1, 2})});
  CHECK(show(out[0]) == "int64[1] 5");
  CHECK(show(out[1]) == "float[1, 3] 3 2 0.75");
  CHECK(show(three_classes().run_all({f32({0, 2}, {})})[1]) == "float[0, 3]");
}

TEST_CASE("LinearClassifier's single row of coefficients scores two classes by -s and s") {
  const OneNode op = classifier({1, 1}, {0}, {5, 6});
  const Tensor X = f32({3, 2}, {0.25, 0.5, -1, 0, 0, 0});
  const Values out = op.run_all({X});
  CHECK(show(out[0]) == "int64[3] 6 5 5");
  CHECK(show(out[1]) == "float[3, 2] -0.75 0.75 1 -1 -0 0");
  // mpmath: 1 / (1 + exp(∓s)), and the same of ∓2s for SOFTMAX.
  CHECK(near(OneNode(op).set("post_transform", "LOGISTIC").run_all({X})[1],
             f32({3, 2}, {0.320821300824607, 0.679178699175393, 0.731058578630005,
                          0.268941421369995, 0.5, 0.5})));
  CHECK(near(OneNode(op).set("post_transform", "SOFTMAX").run_all({X})[1],
             f32({3, 2}, {0.182425523806356, 0.817574476193644, 0.880797077977882,
                          0.119202922022118, 0.5, 0.5})));
}

TEST_CASE("LinearClassifier transforms the scores not the choice") {
  const Tensor X = f32({1, 2}, {1, 2});  // scores 3, 2, 0.75
  const auto transformed = [&](const char* post_transform) {
    return OneNode(three_classes()).set("post_transform", post_transform).run_all({X});
  };
  // mpmath
  CHECK(near(transformed("SOFTMAX")[1],
             f32({1, 3}, {0.67875821679822, 0.249701193486254, 0.0715405897155262})));
  CHECK(near(transformed("LOGISTIC")[1],
             f32({1, 3}, {0.952574126822433, 0.880797077977882, 0.679178699175393})));
  const Values probit = transformed("PROBIT");  // defined for 0.75 only
  CHECK(near(probit[1], f32({1, 3}, {NAN, NAN, 0.674489750196082})));
  CHECK(show(probit[0]) == "int64[1] 7");
}

TEST_CASE("LinearClassifier's SOFTMAX_ZERO leaves zeros out and is open for nothing but zeros") {
  const OneNode op =
      classifier({1, 0, 0, 1, 0, 0}, {}, {5, 6, 7}).set("post_transform", "SOFTMAX_ZERO");
  const Values out = op.run_all({f32({2, 2}, {0.25, 0.5, 0, -1})});
  CHECK(near(out[1], f32({2, 3}, {0.437823499114202, 0.562176500885798, 0, 0, 1, 0})));  // mpmath
  CHECK(show(out[0]) == "int64[2] 6 6");
  CHECK(op.error({f32({1, 2}, {0, -0.0})}) ==
        "Unspecified: ai.onnx.ml.LinearClassifier-1 (output 'y0'): SOFTMAX_ZERO has only zeros to "
        "transform");
}

TEST_CASE("LinearClassifier's scores do not overflow on their way") {
  const OneNode op = classifier({1, 2}, {}, {5, 6});
  CHECK(show(OneNode(op).set("post_transform", "SOFTMAX").run_all({f32({1, 1}, {5000})})[1]) ==
        "float[1, 2] 0 1");
  CHECK(show(OneNode(op).set("post_transform", "LOGISTIC").run_all({f32({1, 1}, {-5000})})[1]) ==
        "float[1, 2] 0 0");
  CHECK(show(op.run_all({f32({1, 1}, {NAN})})[0]) == "int64[1] 5");
}

TEST_CASE("LinearClassifier adds products of doubles without loss") {
  // 1e16 + 1 - 1e16, of which plain double arithmetic keeps nothing.
  const OneNode op = classifier({1, 1, -1, 0, 0, 0}, {}, {5, 6});
  CHECK(show(op.run_all({tensor(DType::float64, {1, 3}, {1e16, 1, 1e16})})[1]) ==
        "float[1, 2] 1 0");
}

TEST_CASE("LinearClassifier requires coefficients and intercepts for each class") {
  const std::string place = "InvalidInput: ai.onnx.ml.LinearClassifier-1 (output 'y0'): ";
  const Tensor X = f32({1, 2}, {1, 2});
  CHECK(classifier({1, 1}, {}, {5, 6, 7}).error({X}) ==
        place + "there are 2 coefficients for 3 rows of 2 features");
  CHECK(classifier({1, 1}, {0, 0}, {5, 6}).error({X}) ==
        place + "there are 2 intercepts for 1 rows of coefficients");
  CHECK(
      three_classes().set("post_transform", "logistic").error({X}) ==
      place +
          "post_transform is 'logistic'; it may be NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO, PROBIT");
  CHECK(three_classes().error({f32({1, 1, 2}, {1, 2})}) ==
        place + "X has the shape [1, 1, 2]; it must be [N, F] or [F]");
  CHECK(OneNode("LinearClassifier", 1, "ai.onnx.ml")
            .set("coefficients", Floats{1})
            .outputs(2)
            .error({X}) == place +
                               "there are 0 classlabels_ints and 0 classlabels_strings; one "
                               "and only one is needed");
}

}  // namespace etalon::test::linear_classifier_test
