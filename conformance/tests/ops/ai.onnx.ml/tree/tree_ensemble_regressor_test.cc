#include "conformance/tests/ops/ai.onnx.ml/tree/trees.h"

namespace etalon::test::tree_ensemble_regressor_test {
namespace {

OneNode regressor(const std::vector<std::vector<Knot>>& trees, const std::vector<Ballot>& votes,
                  int64_t n_targets = 1, int64_t opset = 1) {
  return ensemble("TreeEnsembleRegressor", opset, trees, votes).set("n_targets", n_targets);
}

}  // namespace

TEST_CASE("TreeEnsembleRegressor's leaf may have several votes for a target or none") {
  const OneNode op = regressor({stump("BRANCH_LEQ", 0.5)}, {{0, 1, 0, 1}, {0, 1, 0, 5}});
  const Tensor X = f32({2, 1}, {0, 1});
  CHECK(OneNode(op).set("aggregate_function", "MIN").error({X}) ==
        "Unspecified: ai.onnx.ml.TreeEnsembleRegressor-1 (output 'y0'): a target has no votes, so "
        "there is no least or greatest vote");
}

TEST_CASE("TreeEnsembleRegressor transforms the row of its results; be it of one") {
  const Tensor X = f32({1, 1}, {0});
  const OneNode two = regressor({{{}}}, {{0, 0, 0, 0.25}, {0, 0, 1, 0.5}}, 2);
  CHECK(near(OneNode(two).set("post_transform", "SOFTMAX").run({X}),
             f32({1, 2}, {0.437823499114202, 0.562176500885798})));
}

TEST_CASE("TreeEnsembleRegressor-3 takes values and weights and base values as doubles") {
  OneNode op = OneNode("TreeEnsembleRegressor", 3, "ai.onnx.ml")
                   .set("n_targets", 1)
                   .set("nodes_treeids", std::vector<int64_t>{0, 0, 0})
                   .set("nodes_nodeids", std::vector<int64_t>{0, 1, 2})
                   .set("nodes_featureids", std::vector<int64_t>{0, 0, 0})
                   .set("nodes_values_as_tensor", tensor(DType::float64, {3}, {0.1, 0, 0}))
                   .set("nodes_modes", std::vector<std::string>{"BRANCH_LEQ", "LEAF", "LEAF"})
                   .set("nodes_truenodeids", std::vector<int64_t>{1, 0, 0})
                   .set("nodes_falsenodeids", std::vector<int64_t>{2, 0, 0})
                   .set("target_treeids", std::vector<int64_t>{0, 0})
                   .set("target_nodeids", std::vector<int64_t>{1, 2})
                   .set("target_ids", std::vector<int64_t>{0, 0})
                   .set("target_weights_as_tensor", tensor(DType::float64, {2}, {0x1p24, 2}))
                   .set("base_values_as_tensor", tensor(DType::float64, {1}, {1}));
  CHECK(OneNode(op).set("nodes_values", std::vector<double>{0, 0, 0}).error({f32({1, 1}, {0})}) ==
        "InvalidModel: ai.onnx.ml.TreeEnsembleRegressor-3 (output 'y0'): both nodes_values and "
        "nodes_values_as_tensor are given");
  CHECK(OneNode(op)
            .set("nodes_values_as_tensor", texts({3}, {"", "", ""}))
            .error({f32({1, 1}, {0})}) ==
        "InvalidModel: ai.onnx.ml.TreeEnsembleRegressor-3 (output 'y0'): nodes_values_as_tensor "
        "does not hold floats");
}

TEST_CASE("TreeEnsembleRegressor-5 is as 3") {
  CHECK(show(regressor({stump("BRANCH_LEQ", 0.5)}, {{0, 1, 0, 1}}, 1, 5).run({f32({1, 1}, {0})})) ==
        "float[1, 1] 1");
}

TEST_CASE("TreeEnsembleRegressor never loses its way") {
  const std::string place = "InvalidModel: ai.onnx.ml.TreeEnsembleRegressor-1 (output 'y0'): ";
  const Tensor X = f32({1, 1}, {0});
  const std::vector<Ballot> none = {};
  CHECK(regressor({{{"BRANCH_LEQ", 1, 0, 0}}}, none).error({X}) ==
        place + "the nodes of a tree form a cycle");
  CHECK(regressor({{{"BRANCH_LEQ", 1, 1, 1}, {"BRANCH_LEQ", 1, 0, 0}, {}}}, none).error({X}) ==
        place + "the nodes of a tree form a cycle");
  CHECK(regressor({{{"BRANCH_LEQ", 1, 7, 0}}}, none).error({X}) == place + "tree 0 has no node 7");
  CHECK(regressor({{{"BRANCH_LEQ", 1, 0, -1}}}, none).error({X}) ==
        place + "tree 0 has no node -1");
  CHECK(regressor({}, none).error({X}) == place + "there are no trees");
  CHECK(regressor({{{"BRANCH_MEMBER", 1, 0, 0}}}, none).error({X}) ==
        place + "mode 'BRANCH_MEMBER' is unknown");
  CHECK(regressor({{{"", 1, 0, 0}}}, none).error({X}) == place + "mode '' is unknown");
  CHECK(regressor({{{"BRANCH_LEQ", 1, 1, 1, -1}, {}}}, none).error({X}) ==
        place + "feature -1 is outside [0, 281474976710655]");
}

TEST_CASE("TreeEnsembleRegressor refuses features and targets and nodes that are not there") {
  const std::string place = "ai.onnx.ml.TreeEnsembleRegressor-1 (output 'y0'): ";
  const Tensor X = f32({1, 1}, {0});
  const std::vector<std::vector<Knot>> leaf = {{{}}};
  CHECK(regressor({{{"BRANCH_LEQ", 1, 1, 1, 1}, {}}}, {}).error({X}) ==
        "InvalidInput: " + place + "a node tests feature 1 where X has 1");
  CHECK(regressor(leaf, {{0, 0, 1, 1}}).error({X}) ==
        "InvalidModel: " + place + "target_ids 1 is outside [0, 0]");
  CHECK(regressor(leaf, {{0, 1, 0, 1}}).error({X}) ==
        "InvalidModel: " + place + "tree 0 has no node 1");
  CHECK(regressor(leaf, {}).set("nodes_nodeids", std::vector<int64_t>{0, 1}).error({X}) ==
        "InvalidModel: " + place + "nodes_nodeids has 2 elements where 1 are needed");
  const auto of_ids = [&](const std::vector<int64_t>& nodeids) {
    return regressor({{{}, {}}}, {}).set("nodes_nodeids", nodeids).error({X});
  };
  CHECK(of_ids({0, 0}) == "InvalidModel: " + place + "node 0 of tree 0 is listed twice");
  CHECK(of_ids({1, 2}) == "InvalidModel: " + place + "the node ids of tree 0 start at 1, not at 0");
  CHECK(of_ids({0, 2}) == "InvalidModel: " + place + "node 2 of tree 0 is outside [0, 1]");
  CHECK(regressor(leaf, {}).set("base_values", std::vector<double>{1, 2}).error({X}) ==
        "InvalidModel: " + place + "base_values has 2 elements where 1 are needed");
  CHECK(regressor(leaf, {}, 0).error({X}) == "InvalidModel: " + place + "n_targets is 0");
  CHECK(regressor(leaf, {}, INT64_MAX).error({X}).starts_with("LimitExceeded"));
  CHECK(regressor(leaf, {}).set("aggregate_function", "MEAN").error({X}) ==
        "InvalidInput: " + place +
            "aggregate_function is 'MEAN'; it may be AVERAGE, SUM, MIN, MAX");
  CHECK(regressor(leaf, {}).error({f32({1}, {0})}) ==
        "InvalidInput: " + place + "X has the shape [1]; it must be [N, F]");
}

}  // namespace etalon::test::tree_ensemble_regressor_test
