#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scan_test {
namespace {

// state += x; scan output: the state.
Graph summing_body() {
  return graph({"state", "x"}, {{"Add", {"state", "x"}, {"next"}}}, {"next", "next"});
}

std::string both(const Values& out) { return show(out[0]) + " | " + show(out[1]); }

}  // namespace

TEST_CASE("Scan-9 and later carry states and stack scan outputs") {
  for (const int opset : {9, 11, 16, 19, 21, 23, 24, 25}) {
    const Values out = OneNode("Scan", opset)
                           .outputs(2)
                           .set("num_scan_inputs", 1)
                           .set("body", summing_body())
                           .run_all({f32({2}, {0, 100}), f32({3, 2}, {1, 2, 3, 4, 5, 6})});
    CHECK(both(out) == "float[2] 9 112 | float[3, 2] 1 102 4 106 9 112");
  }
}

TEST_CASE("Scan reads and writes along axes and in directions of its own") {
  const Tensor x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto scan = [&](int opset, int64_t input_axis, int64_t reversed, int64_t output_axis,
                        int64_t prepend) {
    return OneNode("Scan", opset)
        .outputs(2)
        .set("num_scan_inputs", 1)
        .set("scan_input_axes", Integers{input_axis})
        .set("scan_input_directions", Integers{reversed})
        .set("scan_output_axes", Integers{output_axis})
        .set("scan_output_directions", Integers{prepend})
        .set("body", summing_body());
  };
  const Values inputs{f32({2}, {0, 100}), x};
  CHECK(both(scan(9, 1, 0, 0, 0).run_all(inputs)) ==
        "float[2] 6 115 | float[3, 2] 1 104 3 109 6 115");
  CHECK(both(scan(9, 1, 1, 0, 0).run_all(inputs)) ==
        "float[2] 6 115 | float[3, 2] 3 106 5 111 6 115");
  CHECK(both(scan(9, 1, 0, 1, 0).run_all(inputs)) ==
        "float[2] 6 115 | float[2, 3] 1 3 6 104 109 115");
  CHECK(both(scan(11, -1, 0, -1, 1).run_all(inputs)) ==
        "float[2] 6 115 | float[2, 3] 6 3 1 115 109 104");
  CHECK(scan(9, -1, 0, 0, 0).error(inputs) ==
        "InvalidInput: Scan-9 (output 'y0'): axis -1 is negative");
  CHECK(scan(11, 2, 0, 0, 0).error(inputs) ==
        "InvalidInput: Scan-11 (output 'y0'): axis 2 is outside [-2, 1]");
  CHECK(scan(11, 1, 0, 2, 0).error(inputs) ==
        "InvalidInput: Scan-11 (output 'y0'): axis 2 is outside [-2, 1]");
  CHECK(scan(11, 1, 2, 0, 0).error(inputs) ==
        "InvalidInput: Scan-11 (output 'y0'): scan_input_directions holds 2, neither 0 nor 1");
}

TEST_CASE("Scan without states; two inputs of one length") {
  const Graph body = graph({"a", "b"}, {{"Mul", {"a", "b"}, {"ab"}}}, {"ab"});
  const OneNode scan = OneNode("Scan", 11)
                           .set("num_scan_inputs", 2)
                           .set("scan_input_directions", Integers{0, 1})
                           .set("body", body);
  CHECK(show(scan.run({f32({3}, {1, 2, 3}), f32({3}, {10, 20, 30})})) == "float[3] 30 40 30");
  CHECK(scan.error({f32({3}, {1, 2, 3}), f32({2}, {10, 20})}) ==
        "InvalidInput: Scan-11 (output 'y0'): the sequence length of input 1 is 2, that of the "
        "first is 3");
  CHECK(OneNode("Scan", 11)
            .set("num_scan_inputs", 1)
            .set("scan_input_axes", Integers{0, 0})
            .set("body", graph({"a"}, {}, {"a"}))
            .error({f32({1}, {1})}) ==
        "InvalidInput: Scan-11 (output 'y0'): scan_input_axes has 2 entries, not 1");
}

TEST_CASE("Scan refuses a number of scan inputs that it does not have") {
  for (const int count : {0, 3, -1}) {
    CHECK(OneNode("Scan", 11)
              .outputs(2)
              .set("num_scan_inputs", count)
              .set("body", summing_body())
              .error({f32({}, {0}), f32({1}, {1})}) ==
          fmt::format("InvalidInput: Scan-11 (output 'y0'): num_scan_inputs is {}, with 2 inputs",
                      count));
  }
}

TEST_CASE("Scan's states keep their shape") {
  CHECK(OneNode("Scan", 11)
            .outputs(2)
            .set("num_scan_inputs", 1)
            .set("body", summing_body())
            .error({f32({}, {0}), f32({1, 2}, {1, 2})}) ==
        "InvalidInput: Scan-11 (output 'y0'): state variable 0 changes from float[] to float[2]");
}

TEST_CASE("The scan output of no steps has the rank that the body declares") {
  Graph body = summing_body();
  const auto scan = [&] {
    return OneNode("Scan", 11)
        .outputs(2)
        .set("num_scan_inputs", 1)
        .set("scan_output_axes", Integers{-1})
        .set("body", body);
  };
  const Values inputs{f32({2}, {3, 4}), f32({0, 2}, {})};
  CHECK(scan().error(inputs) ==
        "Unspecified: Scan-11 (output 'y0'): there is no iteration, and the body declares no type "
        "and rank for 'next'");
  body.outputs[1].type = Type::tensor(DType::float32);
  body.outputs[1].type.shape = std::vector<Dim>{int64_t{2}};
  CHECK(both(scan().run_all(inputs)) == "float[2] 3 4 | float[2, 0]");
}

TEST_CASE("Scan-8 runs each batch entry for its own length and pads with zeros") {
  const Tensor initial = f32({2, 1}, {0, 100});
  const Tensor x = f32({2, 3, 1}, {1, 2, 3, 4, 5, 6});
  OneNode scan =
      OneNode("Scan", 8).outputs(2).set("num_scan_inputs", 1).set("body", summing_body());
  CHECK(both(scan.run_all({Value(), initial, x})) ==
        "float[2, 1] 6 115 | float[2, 3, 1] 1 3 6 104 109 115");
  CHECK(both(scan.run_all({i64({2}, {2, 0}), initial, x})) ==
        "float[2, 1] 3 100 | float[2, 3, 1] 1 3 0 0 0 0");
  CHECK(both(scan.run_all({i64({2}, {0, 2}), initial, x})) ==
        "float[2, 1] 0 109 | float[2, 3, 1] 0 0 0 104 109 0");
  scan.set("directions", Integers{1});
  CHECK(both(scan.run_all({i64({2}, {2, 3}), initial, x})) ==
        "float[2, 1] 3 115 | float[2, 3, 1] 2 3 0 106 111 115");
}

TEST_CASE("Scan-8 with an empty batch or empty sequences") {
  Graph body = summing_body();
  body.outputs[1].type = Type::tensor(DType::float32);
  body.outputs[1].type.shape = std::vector<Dim>{int64_t{1}};
  const OneNode scan = OneNode("Scan", 8).outputs(2).set("num_scan_inputs", 1).set("body", body);
  CHECK(both(scan.run_all({Value(), f32({0, 1}, {}), f32({0, 3, 1}, {})})) ==
        "float[0, 1] | float[0, 3, 1]");
  CHECK(both(scan.run_all({Value(), f32({1, 1}, {7}), f32({1, 0, 1}, {})})) ==
        "float[1, 1] 7 | float[1, 0, 1]");
  CHECK(both(scan.run_all({i64({1}, {0}), f32({1, 1}, {7}), f32({1, 2, 1}, {1, 2})})) ==
        "float[1, 1] 7 | float[1, 2, 1] 0 0");
}

TEST_CASE("Scan-8 refuses lengths and batches that do not fit") {
  const OneNode scan =
      OneNode("Scan", 8).outputs(2).set("num_scan_inputs", 1).set("body", summing_body());
  const Tensor x = f32({1, 2, 1}, {1, 2});
  CHECK(scan.error({i64({1}, {3}), f32({1, 1}, {0}), x}) ==
        "InvalidInput: Scan-8 (output 'y0'): a sequence length of 3 is outside [0, 2]");
  CHECK(scan.error({i64({2}, {1, 1}), f32({1, 1}, {0}), x}) ==
        "InvalidInput: Scan-8 (output 'y0'): there are 2 sequence lengths for a batch of 1");
  CHECK(scan.error({i64({1, 1}, {1}), f32({1, 1}, {0}), x}) ==
        "InvalidInput: Scan-8 (output 'y0'): sequence_lens has rank 2, not 1");
  CHECK(scan.error({Value(), f32({2, 1}, {0, 0}), x}) ==
        "InvalidInput: Scan-8 (output 'y0'): the batch size of input 1 is 2, that of the first is "
        "1");
  CHECK(scan.error({Value(), f32({1}, {0}), f32({1}, {1})}) ==
        "InvalidInput: Scan-8 (output 'y0'): a scan input has rank 1, less than 2");
}

TEST_CASE("A Scan with more or fewer outputs than its body gives is invalid") {
  for (const int opset : {9, 25}) {
    CHECK(OneNode("Scan", opset)
              .outputs(3)
              .set("num_scan_inputs", 1)
              .set("body", summing_body())
              .error({f32({2}, {0, 100}), f32({3, 2}, {1, 2, 3, 4, 5, 6})})
              .ends_with(" (output 'y0'): the node has 3 outputs, but its attributes and inputs "
                         "give only 2"));
    CHECK(OneNode("Scan", opset)
              .set("num_scan_inputs", 1)
              .set("body", summing_body())
              .error({f32({2}, {0, 100}), f32({3, 2}, {1, 2, 3, 4, 5, 6})})
              .ends_with("the node has 1 outputs, but its attributes and inputs give 2"));
  }
}

}  // namespace etalon::test::scan_test
