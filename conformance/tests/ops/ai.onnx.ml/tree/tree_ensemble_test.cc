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

TEST_CASE("TreeEnsemble's tests by number") {
  const Tensor X = f32({4, 1}, {0, 0.5, 1, NAN});
  const auto with = [&](double mode, int64_t missing) {
    return show(one_target(DType::float32, mode, {1, 2})
                    .set("nodes_missing_value_tracks_true", Integers{missing})
                    .run({X}));
  };
  CHECK(with(0, 0) == "float[4, 1] 1 1 2 2");
  CHECK(with(1, 0) == "float[4, 1] 1 2 2 2");
  CHECK(with(2, 0) == "float[4, 1] 2 1 1 2");
  CHECK(with(3, 0) == "float[4, 1] 2 2 1 2");
  CHECK(with(4, 0) == "float[4, 1] 2 1 2 2");
  CHECK(with(5, 0) == "float[4, 1] 1 2 1 2");
  CHECK(with(5, 1) == "float[4, 1] 1 2 1 1");
}

TEST_CASE("TreeEnsemble tests membership of the sets that NaNs end") {
  const OneNode op = one_target(DType::float32, 6, {1, 2});
  const Tensor X = f32({4, 1}, {1, 3, -0.0, NAN});
  const auto of = [&](const std::vector<double>& members) {
    return OneNode(op).set("membership_values", f32({members.size()}, members));
  };
  CHECK(show(of({0, 1, NAN}).run({X})) == "float[4, 1] 1 2 1 2");
  CHECK(show(of({0, 1}).run({X})) == "float[4, 1] 1 2 1 2");
  CHECK(show(of({NAN}).run({X})) == "float[4, 1] 2 2 2 2");
  CHECK(show(of({3, NAN}).set("nodes_missing_value_tracks_true", Integers{1}).run({X})) ==
        "float[4, 1] 2 1 2 1");
  const std::string place = "InvalidModel: ai.onnx.ml.TreeEnsemble-5 (output 'y0'): ";
  CHECK(of({0, NAN, 1, NAN}).error({X}) ==
        place + "membership_values holds 2 sets for 1 BRANCH_MEMBER nodes");
  CHECK(op.error({X}) == place + "membership_values holds 0 sets for 1 BRANCH_MEMBER nodes");
}

TEST_CASE("TreeEnsemble gives each node with a set its own, in their order") {
  // Node 0 leads to node 2 for members of the first set, else to node 1.
  const OneNode op = OneNode("TreeEnsemble", 5, "ai.onnx.ml")
                         .set("n_targets", 1)
                         .set("tree_roots", Integers{0})
                         .set("nodes_featureids", Integers{0, 1, 1})
                         .set("nodes_modes", modes({6, 0, 6}))
                         .set("nodes_splits", f32({3}, {0, 0, 0}))
                         .set("membership_values", f32({5}, {1, 2, NAN, 3, NAN}))
                         .set("nodes_truenodeids", Integers{2, 0, 2})
                         .set("nodes_falsenodeids", Integers{1, 1, 3})
                         .set("nodes_trueleafs", Integers{0, 1, 1})
                         .set("nodes_falseleafs", Integers{0, 1, 1})
                         .set("leaf_targetids", Integers{0, 0, 0, 0})
                         .set("leaf_weights", f32({4}, {1, 2, 4, 8}));
  CHECK(show(op.run({f32({4, 2}, {2, 3, 1, 2, 3, 0, 3, 1})})) == "float[4, 1] 4 8 1 2");
}

TEST_CASE("TreeEnsemble computes in the type of its input") {
  CHECK(show(stump(DType::float64, 0, {0.1, 5}).run({tensor(DType::float64, {1, 1}, {0})})) ==
        "double[1, 2] 0.1 0");
  CHECK(show(stump(DType::float16, 0).run({tensor(DType::float16, {2, 1}, {0, 1})})) ==
        "float16[2, 2] 0.25 0 0 0.75");
  CHECK(show(stump(DType::float32, 0).run({f32({0, 3}, {})})) == "float[0, 2]");
}

TEST_CASE("TreeEnsemble aggregates over trees") {
  const OneNode op = one_target(DType::float32, 0, {1, 6})
                         .set("tree_roots", Integers{0, 1})
                         .set("nodes_featureids", Integers{0, 1})
                         .set("nodes_modes", modes({0, 0}))
                         .set("nodes_splits", f32({2}, {0.5, 0.5}))
                         .set("nodes_truenodeids", Integers{0, 0})
                         .set("nodes_falsenodeids", Integers{1, 1})
                         .set("nodes_trueleafs", Integers{1, 1})
                         .set("nodes_falseleafs", Integers{1, 1});
  const Tensor X = f32({2, 2}, {0, 1, 0, 0});
  const auto with = [&](int64_t aggregate_function) {
    return show(OneNode(op).set("aggregate_function", aggregate_function).run({X}));
  };
  CHECK(with(0) == "float[2, 1] 3.5 1");
  CHECK(with(1) == "float[2, 1] 7 2");
  CHECK(with(2) == "float[2, 1] 1 1");
  CHECK(with(3) == "float[2, 1] 6 1");
  CHECK(stump(DType::float32, 0).set("aggregate_function", 2).error({X}) ==
        "Unspecified: ai.onnx.ml.TreeEnsemble-5 (output 'y0'): a target without votes has no least "
        "or greatest one");
}

TEST_CASE("TreeEnsemble's sums of doubles are compensated") {
  const OneNode op = one_target(DType::float64, 0, {1e16, 0})
                         .set("leaf_targetids", Integers{0, 0, 0})
                         .set("leaf_weights", tensor(DType::float64, {3}, {1e16, 1, -1e16}))
                         .set("tree_roots", Integers{0, 1, 2})
                         .set("nodes_featureids", Integers{0, 0, 0})
                         .set("nodes_modes", modes({0, 0, 0}))
                         .set("nodes_splits", tensor(DType::float64, {3}, {0, 0, 0}))
                         .set("nodes_truenodeids", Integers{0, 1, 2})
                         .set("nodes_falsenodeids", Integers{0, 1, 2})
                         .set("nodes_trueleafs", Integers{1, 1, 1})
                         .set("nodes_falseleafs", Integers{1, 1, 1});
  CHECK(show(op.run({tensor(DType::float64, {1, 1}, {0})})) == "double[1, 1] 1");
}

TEST_CASE("TreeEnsemble's post-transforms by number") {
  const Tensor X = tensor(DType::float64, {1, 1}, {0});
  const auto with = [&](int64_t post_transform, const std::vector<double>& weights) {
    return stump(DType::float64, 0, weights)
        .set("leaf_targetids", Integers{1, 0})
        .set("post_transform", post_transform)
        .run({X});  // scores 0 and the first weight
  };
  const auto pair = [](double a, double b) { return tensor(DType::float64, {1, 2}, {a, b}); };
  // mpmath
  CHECK(near(with(0, {2, 0}), pair(0, 2), 0));
  CHECK(near(with(1, {2, 0}), pair(0.11920292202211756, 0.8807970779778824)));
  CHECK(near(with(2, {2, 0}), pair(0.5, 0.8807970779778824)));
  CHECK(near(with(2, {-700, 0}), pair(0.5, 9.859676543759771e-305)));
  CHECK(near(with(3, {2, 0}), pair(0, 1), 0));
}

TEST_CASE("TreeEnsemble's PROBIT is good to two units in the last place") {
  const auto probit = [](double p) {
    return one_target(DType::float64, 0, {p, 0})
        .set("post_transform", 4)
        .run({tensor(DType::float64, {1, 1}, {0})});
  };
  const auto value = [](double z) { return tensor(DType::float64, {1, 1}, {z}); };
  // mpmath, of the doubles nearest to these
  CHECK(near(probit(0.5), value(0), 0));
  CHECK(near(probit(0.25), value(-0.6744897501960817), 2));
  CHECK(near(probit(0.75), value(0.6744897501960817), 2));
  CHECK(near(probit(0.1), value(-1.2815515655446004), 2));
  CHECK(near(probit(0.4), value(-0.25334710313579974), 2));
  CHECK(near(probit(0.05), value(-1.6448536269514726), 2));
  CHECK(near(probit(1e-10), value(-6.361340902404056), 2));
  CHECK(near(probit(1e-300), value(-37.0470962993612), 2));
  CHECK(near(probit(0.5 + 0x1p-40), value(2.2797651350911115e-12), 2));
  CHECK(near(probit(-0.5), value(NAN), 0));
}

TEST_CASE("TreeEnsemble never loses its way") {
  const std::string place = "InvalidModel: ai.onnx.ml.TreeEnsemble-5 (output 'y0'): ";
  const Tensor X = f32({1, 1}, {0});
  const OneNode op = stump(DType::float32, 0);
  CHECK(OneNode(op).set("nodes_trueleafs", Integers{0}).error({X}) ==
        place + "the nodes of a tree lead in a circle");
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
