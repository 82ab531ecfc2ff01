#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gru_unit_test {

TEST_CASE("GRUUnit mixes the previous state and the new output by the update gate") {
  // mpmath: 2 σ(1) + tanh(0.5) (1 − σ(1)); the reset gate, NaN, is not read.
  CHECK(near(
      OneNode("GRUUnit", 1)
          .run({f64({1, 1, 1}, {2}), f64({1, 1, 3}, {NAN, 1, 0.5}), i32({1}, {1}), i32({1}, {0})}),
      f64({1, 1, 1}, {1.5863996023729783})));
  // The complement of σ(40) is not lost: 0 σ(40) + 1 (1 − σ(40)) = 1 / (1 + e^40).
  CHECK(near(
      OneNode("GRUUnit", 1)
          .run({f64({1, 1}, {0}), f64({1, 3}, {0, 40, INFINITY}), i32({1}, {1}), i32({}, {0})}),
      f64({1, 1}, {4.248354255291589e-18})));
}

TEST_CASE("GRUUnit past a sequence's end passes the state on or drops it") {
  const Values inputs{f32({1, 3, 1}, {2, 4, 6}), f32({1, 3, 3}, std::vector<double>(9)),
                      i32({3}, {3, 2, 1}), i32({1}, {2})};
  CHECK(show(OneNode("GRUUnit", 1).run(inputs)) == "float[1, 3, 1] 1 4 6");
  CHECK(show(OneNode("GRUUnit", 1).set("drop_states", 1).run(inputs)) == "float[1, 3, 1] 1 0 0");
}

TEST_CASE("GRUUnit of an empty batch and of shapes that do not fit") {
  const Tensor t = i32({1}, {0});
  CHECK(
      show(OneNode("GRUUnit", 1).run({f32({1, 0, 2}, {}), f32({1, 0, 6}, {}), i32({0}, {}), t})) ==
      "float[1, 0, 2]");
  CHECK(OneNode("GRUUnit", 1)
            .error({f32({1, 2}, {1, 2}), f32({1, 4}, {1, 2, 3, 4}), i32({1}, {1}), t}) ==
        "InvalidInput: GRUUnit-1 (output 'y0'): hidden_prev of shape [1, 2] and gates of shape "
        "[1, 4] are not [1, D] and [1, 3D]");
  CHECK(OneNode("GRUUnit", 1)
            .error({f32({1, 1}, {1}), f32({1, 3}, {1, 2, 3}), i32({1}, {1}), i32({2}, {0, 1})})
            .starts_with("InvalidInput: GRUUnit-1 "));
}

}  // namespace etalon::test::gru_unit_test
