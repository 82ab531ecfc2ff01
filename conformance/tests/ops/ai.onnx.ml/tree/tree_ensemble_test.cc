#include "conformance/tests/ops/one_node.h"

namespace etalon::test::tree_ensemble_test {
namespace {

Tensor modes(const std::vector<double>& values) {
  return tensor(DType::uint8, {values.size()}, values);
}

// One test of feature 0, with leaf 0 where it holds, else leaf 1; targets 0 and 1.
OneNode stump(DType type, double mode, const std::vector<double>& weights = {0.25, 0.75}) {
  return OneNode("TreeEnsemble", 5, "ai.onnx.ml")
      .set("n_targets", 2)
      .set("tree_roots", Integers{0})
      .set("nodes_featureids", Integers{0})
      .set("nodes_modes", modes({mode}))
      .set("nodes_splits", tensor(type, {1}, {0.5}))
      .set("nodes_truenodeids", Integers{0})
      .set("nodes_falsenodeids", Integers{1})
      .set("nodes_trueleafs", Integers{1})
      .set("nodes_falseleafs", Integers{1})
      .set("leaf_targetids", Integers{0, 1})
      .set("leaf_weights", tensor(type, {2}, weights));
}

// The same with both leaves for a single target.
OneNode one_target(DType type, double mode, const std::vector<double>& weights = {0.25, 0.75}) {
  return stump(type, mode, weights).set("n_targets", 1).set("leaf_targetids", Integers{0, 0});
}

}  // namespace

TEST_CASE("TreeEnsemble tests membership of the sets that NaNs end") {
  const OneNode op = one_target(DType::float32, 6, {1, 2});
  const Tensor X = f32({4, 1}, {1, 3, -0.0, NAN});
  const auto of = [&](const std::vector<double>& members) {
    return OneNode(op).set("membership_values", f32({members.size()}, members));
  };
  const std::string place = "InvalidModel: ai.onnx.ml.TreeEnsemble-5 (output 'y0'): ";
  CHECK(of({0, NAN, 1, NAN}).error({X}) ==
        place + "membership_values holds 2 sets for 1 BRANCH_MEMBER nodes");
  CHECK(op.error({X}) == place + "membership_values holds 0 sets for 1 BRANCH_MEMBER nodes");
}

TEST_CASE("TreeEnsemble aggregates over trees") {
  const Tensor X = f32({2, 2}, {0, 1, 0, 0});
  CHECK(stump(DType::float32, 0).set("aggregate_function", 2).error({X}) ==
        "Unspecified: ai.onnx.ml.TreeEnsemble-5 (output 'y0'): a target has no votes, so there is "
        "no least or greatest vote");
}

TEST_CASE("TreeEnsemble never loses its way") {
  const std::string place = "InvalidModel: ai.onnx.ml.TreeEnsemble-5 (output 'y0'): ";
  const Tensor X = f32({1, 1}, {0});
  const OneNode op = stump(DType::float32, 0);
  CHECK(OneNode(op).set("nodes_trueleafs", Integers{0}).error({X}) ==
        place + "the nodes of a tree form a cycle");
  CHECK(OneNode(op).set("nodes_truenodeids", Integers{2}).error({X}) ==
        place + "nodes_truenodeids 2 is outside [0, 1]");
  CHECK(OneNode(op).set("nodes_falseleafs", Integers{0}).error({X}) ==
        place + "nodes_falsenodeids 1 is outside [0, 0]");
  CHECK(OneNode(op).set("nodes_falsenodeids", Integers{-1}).error({X}) ==
        place + "nodes_falsenodeids -1 is outside [0, 1]");
  CHECK(OneNode(op).set("tree_roots", Integers{1}).error({X}) ==
        place + "tree root 1 is outside [0, 0]");
  CHECK(OneNode(op).set("tree_roots", Integers{}).error({X}) == place + "there are no trees");
  CHECK(OneNode(op).set("leaf_targetids", Integers{0, 2}).error({X}) ==
        place + "leaf target 2 is outside [0, 1]");
  CHECK(OneNode(op).set("nodes_modes", modes({7})).error({X}) ==
        place + "mode 7 is outside [0, 6]");
  CHECK(OneNode(op).set("nodes_featureids", Integers{1}).error({X}) ==
        "InvalidInput: ai.onnx.ml.TreeEnsemble-5 (output 'y0'): a node tests feature 1 where X has "
        "1");
}

TEST_CASE("TreeEnsemble requires lists of one length and one type") {
  const std::string place = "InvalidModel: ai.onnx.ml.TreeEnsemble-5 (output 'y0'): ";
  const Tensor X = f32({1, 1}, {0});
  const OneNode op = stump(DType::float32, 0);
  CHECK(OneNode(op).set("nodes_splits", tensor(DType::float64, {1}, {0})).error({X}) ==
        place + "nodes_splits is a tensor(double) where X is a tensor(float)");
  CHECK(OneNode(op).set("nodes_modes", tensor(DType::int32, {1}, {0})).error({X}) ==
        place + "nodes_modes does not hold uint8");
  CHECK(OneNode(op).set("nodes_featureids", Integers{0, 0}).error({X}) ==
        place + "nodes_featureids has 2 elements where 1 are needed");
  CHECK(OneNode(op).set("leaf_targetids", Integers{0}).error({X}) ==
        place + "leaf_targetids has 1 elements where 2 are needed");
  CHECK(OneNode(op).set("post_transform", 5).error({X}) ==
        place + "post_transform 5 is outside [0, 4]");
  CHECK(OneNode(op).set("aggregate_function", -1).error({X}) ==
        place + "aggregate_function -1 is outside [0, 3]");
}

}  // namespace etalon::test::tree_ensemble_test
