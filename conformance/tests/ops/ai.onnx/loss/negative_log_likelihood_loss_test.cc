#include "conformance/tests/ops/one_node.h"

namespace etalon::test::negative_log_likelihood_loss_test {
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
}

TEST_CASE("NegativeLogLikelihoodLoss weights classes and divides a mean by the weights applied") {
  // 3·0.125, 2·0.5, 0·0.25, 2·0.125; the weights applied: 0.125 + 0.5 + 0.25 + 0.125 = 1.
  CHECK(show(nll("none").run({input, target, weight})) == "float[2, 2] -0.375 -1 -0 -0.25");
}

TEST_CASE("NegativeLogLikelihoodLoss leaves ignore_index out of the sum and of the mean") {
  CHECK(show(nll("none").set("ignore_index", 2).run({input, target})) == "float[2, 2] 0 -2 -0 0");
  CHECK(show(nll("mean").set("ignore_index", 2).run({input, target, weight})) ==
        "float[] -1.3333334");
  const Tensor with_negative = i64({2, 2}, {-5, 1, 0, 2});
  CHECK(show(nll("mean").set("ignore_index", -5).run({input, with_negative})) ==
        "float[] -1.3333334");
}

TEST_CASE("NegativeLogLikelihoodLoss refuses classes and shapes and reductions that do not fit") {
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
        place + "reduction is 'median'; it may be none, sum, mean");
}

}  // namespace etalon::test::negative_log_likelihood_loss_test
