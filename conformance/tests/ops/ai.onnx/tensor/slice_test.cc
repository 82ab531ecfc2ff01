#include "conformance/tests/ops/one_node.h"

namespace etalon::test::slice_test {
namespace {

// Slice-13 of 0, 1, …, size - 1.
std::string sliced(size_t size, int64_t start, int64_t end, int64_t step) {
  return show(OneNode("Slice", 13)
                  .run({counted(DType::int32, {size}), i64({1}, {start}), i64({1}, {end}), none,
                        i64({1}, {step})}));
}

}  // namespace

TEST_CASE("Slice-1 takes bounds as attributes") {
  const Tensor data = f32({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(show(OneNode("Slice", 1)
                 .set("starts", Integers{1, 0})
                 .set("ends", Integers{2, 3})
                 .run({data})) == "float[1, 3] 5 6 7");
  CHECK(show(OneNode("Slice", 1)
                 .set("starts", Integers{0, 1})
                 .set("ends", Integers{-1, 1000})
                 .run({data})) == "float[1, 3] 2 3 4");
  CHECK(show(OneNode("Slice", 1)
                 .set("starts", Integers{-2})
                 .set("ends", Integers{4})
                 .set("axes", Integers{1})
                 .run({data})) == "float[2, 2] 3 4 7 8");
}

TEST_CASE("Slice-10 takes bounds and steps as inputs") {
  const Tensor data = f32({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(show(OneNode("Slice", 10)
                 .run({data, i64({2}, {1, 0}), i64({2}, {2, 3}), i64({2}, {0, 1}),
                       i64({2}, {1, 2})})) == "float[1, 2] 5 7");
  CHECK(show(OneNode("Slice", 11)
                 .run({data, tensor(DType::int32, {1}, {0}), tensor(DType::int32, {1}, {1}),
                       tensor(DType::int32, {1}, {-1})})) == "float[2, 1] 1 5");
}

TEST_CASE("Slice clamps bounds to the axis") {
  CHECK(sliced(5, 1, 4, 1) == "int32[3] 1 2 3");
  CHECK(sliced(5, -3, -1, 1) == "int32[2] 2 3");
  CHECK(sliced(5, -100, 100, 2) == "int32[3] 0 2 4");
  CHECK(sliced(5, 3, 3, 1) == "int32[0]");
  CHECK(sliced(5, 4, 1, 1) == "int32[0]");
  CHECK(sliced(5, 1000, INT64_MAX, 1) == "int32[0]");
  CHECK(sliced(5, INT64_MIN, INT64_MAX, INT64_MAX) == "int32[1] 0");
  CHECK(sliced(0, 0, 5, 1) == "int32[0]");
}

TEST_CASE("Slice goes backwards by negative steps") {
  CHECK(sliced(5, -1, INT64_MIN, -1) == "int32[5] 4 3 2 1 0");
  CHECK(sliced(5, 100, 0, -2) == "int32[2] 4 2");
  CHECK(sliced(5, 3, -1, -1) == "int32[0]");
  CHECK(sliced(5, 3, -6, -2) == "int32[2] 3 1");
  CHECK(sliced(5, 4, INT64_MIN, INT64_MIN) == "int32[1] 4");
  CHECK(sliced(0, -1, INT64_MIN, -1) == "int32[0]");
  // "starts[axes[i]] is clamped to range … [0, dims[axes[i]]-1] for negative stepping"; NumPy's
  // [-10:-20:-1] is empty.
  CHECK(sliced(5, -10, -20, -1) == "int32[1] 0");
}

TEST_CASE("Slice refuses a step of 0 and lists of different lengths") {
  const Tensor data = f32({2}, {1, 2});
  CHECK(OneNode("Slice", 13).error({data, i64({1}, {0}), i64({1}, {1}), Value(), i64({1}, {0})}) ==
        "InvalidInput: Slice-13 (output 'y0'): a step is 0");
  CHECK(OneNode("Slice", 13).error({data, i64({1}, {0}), i64({2}, {1, 1})}) ==
        "InvalidInput: Slice-13 (output 'y0'): there are 1 starts, 2 ends, 1 axes and 1 steps for "
        "1 axes of data");
  CHECK(OneNode("Slice", 13)
            .error({data, i64({1}, {0}), i64({1}, {1}), i64({1}, {1})})
            .starts_with("InvalidInput"));
}

TEST_CASE("Slice of a tensor without elements keeps its other axes") {
  const Tensor data = f32({0, 5}, {});
  CHECK(show(OneNode("Slice", 13).run({data, i64({1}, {1}), i64({1}, {3}), i64({1}, {1})})) ==
        "float[0, 2]");
}

}  // namespace etalon::test::slice_test
