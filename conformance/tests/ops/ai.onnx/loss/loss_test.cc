#include "conformance/tests/ops/one_node.h"

namespace etalon::test::loss_test {
namespace {

// The example of the specification: N = 2, C = 3, d1 = 2.
const Tensor input = f32({2, 3, 2}, {1, 2, 2, 2, 3, 2, 0, 1, 2, 2, 1, 2});
const Tensor target = i64({2, 2}, {2, 1, 0, 2});
const Tensor weight = f32({3}, {0.25, 0.5, 0.125});

OneNode nll(const char* reduction) {
  return OneNode("NegativeLogLikelihoodLoss", 13).set("reduction", reduction);
}

}  // namespace

TEST_CASE("NegativeLogLikelihoodLoss picks each sample's class") {
  for (const int64_t opset : {12, 13, 22}) {
    CHECK(show(OneNode("NegativeLogLikelihoodLoss", opset)
                   .set("reduction", "none")
                   .run({input, target})) == "float[2, 2] -3 -2 -0 -2");
  }
  CHECK(show(nll("sum").run({input, target})) == "float[] -7");
  CHECK(show(nll("mean").run({input, target})) == "float[] -1.75");
  CHECK(show(OneNode("NegativeLogLikelihoodLoss", 13).run({input, target})) == "float[] -1.75");
  CHECK(show(nll("none").run({f32({1, 2}, {-1, -2}), tensor(DType::int32, {1}, {1})})) ==
        "float[1] 2");
}

TEST_CASE("NegativeLogLikelihoodLoss weights classes, and divides a mean by the weights applied") {
  // 3·0.125, 2·0.5, 0·0.25, 2·0.125; the weights applied: 0.125 + 0.5 + 0.25 + 0.125 = 1.
  CHECK(show(nll("none").run({input, target, weight})) == "float[2, 2] -0.375 -1 -0 -0.25");
  CHECK(show(nll("sum").run({input, target, weight})) == "float[] -1.625");
  CHECK(show(nll("mean").run({input, target, weight})) == "float[] -1.625");
}

TEST_CASE("NegativeLogLikelihoodLoss leaves ignore_index out of the sum and of the mean") {
  CHECK(show(nll("none").set("ignore_index", 2).run({input, target})) == "float[2, 2] 0 -2 -0 0");
  CHECK(show(nll("mean").set("ignore_index", 2).run({input, target})) == "float[] -1");
  CHECK(show(nll("mean").set("ignore_index", 2).run({input, target, weight})) ==
        "float[] -1.3333334");
  const Tensor with_negative = i64({2, 2}, {-5, 1, 0, 2});
  CHECK(show(nll("mean").set("ignore_index", -5).run({input, with_negative})) ==
        "float[] -1.3333334");
  CHECK(show(nll("mean").set("ignore_index", 9).run({input, i64({2, 2}, {9, 9, 9, 9})})) ==
        "float[] nan");
}

TEST_CASE("NegativeLogLikelihoodLoss takes NaN and infinities only where the class is picked") {
  const Tensor x = f32({2, 2}, {NAN, 1, -INFINITY, 2});
  CHECK(show(nll("none").run({x, i64({2}, {1, 0})})) == "float[2] -1 inf");
  CHECK(show(nll("sum").run({x, i64({2}, {0, 1})})) == "float[] nan");
}

TEST_CASE("NegativeLogLikelihoodLoss of no samples") {
  CHECK(show(nll("none").run({f32({0, 3}, {}), i64({0}, {})})) == "float[0]");
  CHECK(show(nll("sum").run({f32({0, 3}, {}), i64({0}, {})})) == "float[] 0");
}

TEST_CASE("NegativeLogLikelihoodLoss refuses classes, shapes and reductions that do not fit") {
  const std::string place = "InvalidInput: NegativeLogLikelihoodLoss-13 (output 'y0'): ";
  CHECK(nll("none").error({input, i64({2, 2}, {3, 0, 0, 0})}) ==
        place + "class 3 is outside [0, 2]");
  CHECK(nll("none").set("ignore_index", 3).error({input, i64({2, 2}, {-1, 0, 0, 0})}) ==
        place + "class -1 is outside [0, 2]");
  CHECK(nll("none").error({input, i64({2}, {0, 0})}) ==
        place + "the shapes [2, 3, 2] of classes' scores and [2] of targets do not fit");
  CHECK(nll("none").error({input, target, f32({2}, {1, 1})}) ==
        place + "weights of shape [2] for 3 classes");
  CHECK(nll("median").error({input, target}) ==
        place + "reduction is 'median', not none, sum or mean");
}

TEST_CASE("SoftmaxCrossEntropyLoss is the negative log of each label's Softmax") {
  // Equal scores of 4 classes: log 4 each.
  const Tensor scores = f32({2, 4}, {1, 1, 1, 1, 7, 7, 7, 7});
  const Tensor labels = i64({2}, {0, 3});
  const double log_4 = std::log(4.0);
  for (const int64_t opset : {12, 13}) {
    CHECK(near(
        OneNode("SoftmaxCrossEntropyLoss", opset).set("reduction", "none").run({scores, labels}),
        f32({2}, {log_4, log_4}), 0));
  }
  CHECK(near(OneNode("SoftmaxCrossEntropyLoss", 13).set("reduction", "sum").run({scores, labels}),
             f32({}, {2 * log_4}), 0));
  CHECK(near(OneNode("SoftmaxCrossEntropyLoss", 13).run({scores, labels}), f32({}, {log_4}), 0));
}

TEST_CASE("SoftmaxCrossEntropyLoss gives the log probabilities as its second output") {
  const Tensor scores = f32({1, 2, 2}, {0, std::log(3.0), 0, 0});
  const Values outputs = OneNode("SoftmaxCrossEntropyLoss", 13)
                             .set("reduction", "none")
                             .outputs(2)
                             .run_all({scores, i64({1, 2}, {0, 1})});
  const double log_2 = std::log(2.0);
  CHECK(near(outputs[0], f32({1, 2}, {log_2, 2 * log_2})));
  CHECK(near(outputs[1], f32({1, 2, 2}, {-log_2, std::log(0.75), -log_2, -2 * log_2})));
}

TEST_CASE("SoftmaxCrossEntropyLoss weights classes and ignores ignore_index") {
  const Tensor scores = f32({3, 2}, {0, 0, 0, 0, 0, 0});
  const Tensor labels = i64({3}, {0, 1, -1});
  const double log_2 = std::log(2.0);
  OneNode node = OneNode("SoftmaxCrossEntropyLoss", 13).set("ignore_index", -1);
  CHECK(near(node.run({scores, labels, f32({2}, {3, 1})}), f32({}, {log_2}), 0));
  CHECK(near(node.run({scores, labels}), f32({}, {log_2}), 0));
  CHECK(near(node.set("reduction", "sum").run({scores, labels, f32({2}, {3, 1})}),
             f32({}, {4 * log_2}), 0));
}

TEST_CASE("SoftmaxCrossEntropyLoss keeps a small loss beside a large score") {
  // log(1 + e^-40), Python's decimal.
  CHECK(near(OneNode("SoftmaxCrossEntropyLoss", 13).run({f32({1, 2}, {0, -40}), i64({1}, {0})}),
             f32({}, {4.248354255291589e-18})));
  CHECK(show(OneNode("SoftmaxCrossEntropyLoss", 13)
                 .run({tensor(DType::bfloat16, {1, 1}, {5}), i64({1}, {0})})) == "bfloat16[] 0");
}

TEST_CASE("SoftmaxCrossEntropyLoss refuses scores without classes and labels outside them") {
  CHECK(OneNode("SoftmaxCrossEntropyLoss", 13).error({f32({2}, {1, 2}), i64({2}, {0, 0})}) ==
        "InvalidInput: SoftmaxCrossEntropyLoss-13 (output 'y0'): scores of shape [2] have no axis "
        "of classes");
  CHECK(OneNode("SoftmaxCrossEntropyLoss", 13).error({f32({1, 2}, {1, 2}), i64({1}, {2})}) ==
        "InvalidInput: SoftmaxCrossEntropyLoss-13 (output 'y0'): class 2 is outside [0, 1]");
}

}  // namespace etalon::test::loss_test
