#include "conformance/tests/ops/one_node.h"

namespace etalon::test::softmax_cross_entropy_loss_test {

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

TEST_CASE("SoftmaxCrossEntropyLoss keeps a small loss next to a large score") {
  // −log 1, and the mean of a single −0.
  CHECK(show(OneNode("SoftmaxCrossEntropyLoss", 13)
                 .run({tensor(DType::bfloat16, {1, 1}, {5}), i64({1}, {0})})) == "bfloat16[] -0");
}

TEST_CASE("SoftmaxCrossEntropyLoss refuses scores without classes and labels outside them") {
  CHECK(OneNode("SoftmaxCrossEntropyLoss", 13).error({f32({2}, {1, 2}), i64({2}, {0, 0})}) ==
        "InvalidInput: SoftmaxCrossEntropyLoss-13 (output 'y0'): scores of shape [2] have no axis "
        "of classes");
  CHECK(OneNode("SoftmaxCrossEntropyLoss", 13).error({f32({1, 2}, {1, 2}), i64({1}, {2})}) ==
        "InvalidInput: SoftmaxCrossEntropyLoss-13 (output 'y0'): class 2 is outside [0, 1]");
}

}  // namespace etalon::test::softmax_cross_entropy_loss_test
