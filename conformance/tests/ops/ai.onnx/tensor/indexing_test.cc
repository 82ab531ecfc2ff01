// Operators that read by index: Slice, Transpose, Gather, GatherElements, GatherND, Compress,
// NonZero, OneHot, ReverseSequence.
#include "conformance/tests/ops/one_node.h"

namespace etalon::test::indexing_test {
namespace {

// Slice-13 of 0, 1, …, size - 1.
std::string sliced(size_t size, int64_t start, int64_t end, int64_t step) {
  std::vector<double> values(size);
  for (size_t i = 0; i < size; ++i) values[i] = static_cast<double>(i);
  return show(OneNode("Slice", 13)
                  .run({tensor(DType::int32, {size}, values), i64({1}, {start}), i64({1}, {end}),
                        Value(), i64({1}, {step})}));
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

TEST_CASE("Transpose permutes axes, reversed by default") {
  const Tensor data = i64({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("Transpose", 1).run({data})) == "int64[3, 2] 1 4 2 5 3 6");
  CHECK(show(OneNode("Transpose", 13).set("perm", Integers{0, 1}).run({data})) ==
        "int64[2, 3] 1 2 3 4 5 6");
  CHECK(show(OneNode("Transpose", 13)
                 .set("perm", Integers{2, 0, 1})
                 .run({texts({1, 2, 1}, {"a", "b"})})) == "string[1, 1, 2] 'a' 'b'");
  CHECK(show(OneNode("Transpose", 13).run({f32({}, {1})})) == "float[] 1");
  CHECK(show(OneNode("Transpose", 25).run({tensor(DType::int4, {0, 2}, {})})) == "int4[2, 0]");
  CHECK(OneNode("Transpose", 13).set("perm", Integers{0, 0}).error({data}) ==
        "InvalidInput: Transpose-13 (output 'y0'): axis 0 is named twice");
  CHECK(OneNode("Transpose", 13).set("perm", Integers{0}).error({data}) ==
        "InvalidInput: Transpose-13 (output 'y0'): perm has 1 axes where data has 2");
}

TEST_CASE("Gather puts indices' axes in place of the axis") {
  const Tensor data = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("Gather", 1).run({data, i64({2, 1}, {2, 0})})) == "float[2, 1, 2] 5 6 1 2");
  CHECK(show(OneNode("Gather", 1).set("axis", 1).run({data, i64({}, {1})})) == "float[3] 2 4 6");
  CHECK(show(OneNode("Gather", 11).run({data, tensor(DType::int32, {1}, {-1})})) ==
        "float[1, 2] 5 6");
  CHECK(show(OneNode("Gather", 13).run({texts({2}, {"a", "b"}), i64({0}, {})})) == "string[0]");
}

TEST_CASE("Gather refuses indices out of range") {
  const Tensor data = f32({3}, {1, 2, 3});
  CHECK(OneNode("Gather", 13).error({data, i64({1}, {3})}) ==
        "InvalidInput: Gather-13 (output 'y0'): index 3 is outside [-3, 2]");
  CHECK(OneNode("Gather", 13).error({data, i64({1}, {-4})}) ==
        "InvalidInput: Gather-13 (output 'y0'): index -4 is outside [-3, 2]");
  CHECK(OneNode("Gather", 1).error({data, i64({1}, {-1})}) ==
        "InvalidInput: Gather-1 (output 'y0'): index -1 is outside [0, 2]");
  CHECK(OneNode("Gather", 13).error({f32({}, {1}), i64({}, {0})}).starts_with("InvalidInput"));
}

TEST_CASE("GatherElements indexes one axis by value, the others by place") {
  const Tensor data = f32({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(show(OneNode("GatherElements", 11).run({data, i64({2, 3}, {1, 2, 0, 2, 0, 0})})) ==
        "float[2, 3] 4 8 3 7 2 3");
  CHECK(show(OneNode("GatherElements", 11).set("axis", 1).run({data, i64({2, 1}, {-1, 0})})) ==
        "float[2, 1] 3 4");
  CHECK(show(OneNode("GatherElements", 13)
                 .set("axis", -1)
                 .run({data, tensor(DType::int32, {1, 4}, {0, 0, 2, 2})})) ==
        "float[1, 4] 1 1 3 3");
  CHECK(show(OneNode("GatherElements", 13).run({data, i64({0, 3}, {})})) == "float[0, 3]");
  CHECK(show(OneNode("GatherElements", 13).run({texts({2}, {"a", "b"}), i64({1}, {1})})) ==
        "string[1] 'b'");
}

TEST_CASE("GatherElements refuses indices out of range and shapes that do not fit") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  CHECK(OneNode("GatherElements", 13).error({data, i64({1, 1}, {2})}) ==
        "InvalidInput: GatherElements-13 (output 'y0'): index 2 is outside [-2, 1]");
  CHECK(OneNode("GatherElements", 13).error({data, i64({1, 3}, {0, 0, 0})}) ==
        "InvalidInput: GatherElements-13 (output 'y0'): indices' shape [1, 3] does not fit data's "
        "[2, 2]");
  CHECK(OneNode("GatherElements", 13).error({data, i64({1}, {0})}).starts_with("InvalidInput"));
}

TEST_CASE("GatherND takes elements or slices at index tuples") {
  const Tensor data = f32({2, 2}, {0, 1, 2, 3});
  CHECK(show(OneNode("GatherND", 11).run({data, i64({2, 2}, {0, 0, 1, -1})})) == "float[2] 0 3");
  CHECK(show(OneNode("GatherND", 11).run({data, i64({2, 1}, {1, 0})})) == "float[2, 2] 2 3 0 1");
  CHECK(show(OneNode("GatherND", 11).run({data, i64({2}, {1, 0})})) == "float[] 2");
  CHECK(show(OneNode("GatherND", 13).run({f32({3, 0}, {}), i64({1, 1}, {2})})) == "float[1, 0]");
  CHECK(show(OneNode("GatherND", 13).run({data, i64({0, 2}, {})})) == "float[0]");
}

TEST_CASE("GatherND-12 keeps batch axes apart") {
  const Tensor data = f32({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(show(OneNode("GatherND", 12).set("batch_dims", 1).run({data, i64({2, 1}, {1, 0})})) ==
        "float[2, 2] 2 3 4 5");
  CHECK(
      show(
          OneNode("GatherND", 12).set("batch_dims", 2).run({data, i64({2, 2, 1}, {1, 0, 0, 1})})) ==
      "float[2, 2] 1 2 4 7");
  CHECK(OneNode("GatherND", 12).set("batch_dims", 1).error({data, i64({1, 1}, {0})}) ==
        "InvalidInput: GatherND-12 (output 'y0'): the first 1 axes of indices' shape [1, 1] and "
        "data's [2, 2, 2] differ");
  CHECK(OneNode("GatherND", 12).set("batch_dims", -1).error({data, i64({1}, {0})}) ==
        "InvalidInput: GatherND-12 (output 'y0'): batch_dims is -1");
}

TEST_CASE("GatherND refuses tuples that do not fit") {
  const Tensor data = f32({2, 2}, {0, 1, 2, 3});
  const std::string place = "InvalidInput: GatherND-13 (output 'y0'): ";
  CHECK(OneNode("GatherND", 13).error({data, i64({1, 2}, {0, 2})}) ==
        place + "index 2 is outside [-2, 1]");
  CHECK(OneNode("GatherND", 13).error({data, i64({1, 3}, {0, 0, 0})}) ==
        place + "indices' shape [1, 3] does not fit data's [2, 2] with 0 batch axes");
  CHECK(OneNode("GatherND", 13).error({data, i64({1, 0}, {})}) == place + "a tuple is empty");
  CHECK(OneNode("GatherND", 13).error({data, i64({}, {0})}) == place + "indices is a scalar");
}

TEST_CASE("Compress selects entries where the condition holds") {
  const Tensor input = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor first_and_third = tensor(DType::boolean, {3}, {1, 0, 1});
  CHECK(show(OneNode("Compress", 9).set("axis", 0).run({input, first_and_third})) ==
        "float[2, 2] 1 2 5 6");
  CHECK(show(OneNode("Compress", 9).run({input, first_and_third})) == "float[2] 1 3");
  CHECK(
      show(
          OneNode("Compress", 11).set("axis", -1).run({input, tensor(DType::boolean, {1}, {1})})) ==
      "float[3, 1] 1 3 5");
  CHECK(show(OneNode("Compress", 11).run({input, tensor(DType::boolean, {0}, {})})) == "float[0]");
  CHECK(show(OneNode("Compress", 28)
                 .run({tensor(DType::bfloat16, {2}, {1, -0.0}),
                       tensor(DType::boolean, {2}, {0, 1})})) == "bfloat16[1] -0");
  CHECK(OneNode("Compress", 11).set("axis", 1).error({input, first_and_third}) ==
        "InvalidInput: Compress-11 (output 'y0'): condition holds at 2, past 2 entries");
  CHECK(OneNode("Compress", 11).error({input, tensor(DType::boolean, {1, 1}, {1})}) ==
        "InvalidInput: Compress-11 (output 'y0'): condition is not of rank 1");
}

TEST_CASE("NonZero lists indices by axis") {
  CHECK(show(OneNode("NonZero", 9).run({f32({2, 2}, {1, -0.0, NAN, 3})})) ==
        "int64[2, 3] 0 1 1 0 0 1");
  CHECK(show(OneNode("NonZero", 9).run({texts({3}, {"", "a", " "})})) == "int64[1, 2] 1 2");
  CHECK(show(OneNode("NonZero", 13).run({tensor(DType::int8, {2, 0}, {})})) == "int64[2, 0]");
  CHECK(show(OneNode("NonZero", 13).run({tensor(DType::boolean, {3}, {0, 0, 0})})) ==
        "int64[1, 0]");
  CHECK(show(OneNode("NonZero", 13).run({complexes({{0, 0}, {0, 1}})})) == "int64[1, 1] 1");
}

TEST_CASE("NonZero of a scalar has no axes to list") {
  CHECK(show(OneNode("NonZero", 13).run({f32({}, {2})})) == "int64[0, 1]");
  CHECK(show(OneNode("NonZero", 13).run({f32({}, {0})})) == "int64[0, 0]");
}

TEST_CASE("OneHot adds an axis") {
  const Tensor values = f32({2}, {-1, 1});
  const Tensor depth = i64({}, {3});
  CHECK(show(OneNode("OneHot", 9).run({i64({2}, {0, 2}), depth, values})) ==
        "float[2, 3] 1 -1 -1 -1 -1 1");
  CHECK(show(OneNode("OneHot", 9).set("axis", 0).run({i64({2}, {0, 2}), depth, values})) ==
        "float[3, 2] 1 -1 -1 -1 -1 1");
  CHECK(show(OneNode("OneHot", 11).run({i64({}, {1}), i64({1}, {2}), texts({2}, {"off", "on"})})) ==
        "string[2] 'off' 'on'");
  CHECK(show(OneNode("OneHot", 11).run({i64({0}, {}), depth, values})) == "float[0, 3]");
  CHECK(show(OneNode("OneHot", 11).run({i64({1}, {0}), i64({}, {0}), values})) == "float[1, 0]");
  CHECK(show(OneNode("OneHot", 28)
                 .run({f32({1}, {1.9}), f32({}, {2.5}), tensor(DType::bfloat16, {2}, {0, 1})})) ==
        "bfloat16[1, 2] 0 1");
}

TEST_CASE("OneHot of an index out of range is off everywhere") {
  const Tensor values = i64({2}, {0, 1});
  const Tensor depth = i64({}, {2});
  const Tensor indices = i64({4}, {-1, 2, -3, INT64_MIN});
  CHECK(show(OneNode("OneHot", 9).run({indices, depth, values})) == "int64[4, 2] 0 0 0 0 0 0 0 0");
  CHECK(show(OneNode("OneHot", 11).run({indices, depth, values})) == "int64[4, 2] 0 1 0 0 0 0 0 0");
  CHECK(show(OneNode("OneHot", 11).run({integers(DType::uint64, {1}, {-1}), depth, values})) ==
        "int64[1, 2] 0 0");
  CHECK(show(OneNode("OneHot", 11).run({f32({2}, {INFINITY, -INFINITY}), depth, values})) ==
        "int64[2, 2] 0 0 0 0");
}

TEST_CASE("OneHot refuses depths and values that are none") {
  const Tensor values = i64({2}, {0, 1});
  const std::string place = "InvalidInput: OneHot-11 (output 'y0'): ";
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({}, {-1}), values}) ==
        place + "depth is -1");
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({2}, {1, 1}), values}) ==
        place + "depth is no scalar");
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({}, {1}), i64({1}, {0})}) ==
        place + "values has the shape [1], not [2]");
  CHECK(OneNode("OneHot", 11).set("axis", 2).error({i64({1}, {0}), i64({}, {1}), values}) ==
        place + "axis 2 is outside [-2, 1]");
  CHECK(OneNode("OneHot", 11)
            .error({i64({1}, {0}), i64({}, {int64_t{1} << 60}), values})
            .starts_with("LimitExceeded"));
}

TEST_CASE("ReverseSequence reverses the first entries in time") {
  const Tensor input = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("ReverseSequence", 10).run({input, i64({2}, {2, 3})})) ==
        "float[3, 2] 3 6 1 4 5 2");
  CHECK(show(OneNode("ReverseSequence", 10)
                 .set("time_axis", 1)
                 .set("batch_axis", 0)
                 .run({input, i64({3}, {0, 1, 2})})) == "float[3, 2] 1 2 3 4 6 5");
  const Tensor pairs = tensor(DType::bfloat16, {1, 2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("ReverseSequence", 28)
                 .set("time_axis", 1)
                 .set("batch_axis", 0)
                 .run({pairs, i64({1}, {2})})) == "bfloat16[1, 2, 2] 3 4 1 2");
  CHECK(show(OneNode("ReverseSequence", 10).run({texts({2, 1}, {"a", "b"}), i64({1}, {2})})) ==
        "string[2, 1] 'b' 'a'");
}

TEST_CASE("ReverseSequence of no elements") {
  CHECK(show(OneNode("ReverseSequence", 10).run({f32({2, 1, 0}, {}), i64({1}, {2})})) ==
        "float[2, 1, 0]");
  CHECK(show(OneNode("ReverseSequence", 10).run({f32({0, 1}, {}), i64({1}, {0})})) ==
        "float[0, 1]");
}

TEST_CASE("ReverseSequence refuses lengths and axes out of range") {
  const Tensor input = f32({2, 1}, {1, 2});
  const std::string place = "InvalidInput: ReverseSequence-10 (output 'y0'): ";
  CHECK(OneNode("ReverseSequence", 10).error({input, i64({1}, {3})}) ==
        place + "length 3 is outside [0, 2]");
  CHECK(OneNode("ReverseSequence", 10).error({input, i64({1}, {-1})}) ==
        place + "length -1 is outside [0, 2]");
  CHECK(OneNode("ReverseSequence", 10).error({input, i64({2}, {1, 1})}) ==
        place + "sequence_lens has the shape [2], not [1]");
  CHECK(OneNode("ReverseSequence", 10).set("time_axis", 1).error({input, i64({1}, {1})}) ==
        place + "batch_axis is 1 and time_axis 1");
  CHECK(OneNode("ReverseSequence", 10).error({f32({2}, {1, 2}), i64({1}, {1})}) ==
        place + "input has rank 1, less than 2");
}

}  // namespace etalon::test::indexing_test
