#include "conformance/tests/ops/one_node.h"

namespace etalon::test::dropout_test {
namespace {

Tensor ones(DType type, size_t count) {
  return tensor(type, {count}, std::vector<double>(count, 1));
}

double share_of_zeros(const Tensor& x) {
  const Reals values = x.as<double>();
  return static_cast<double>(std::count(values.begin(), values.end(), 0.0)) /
         static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("Dropout-1 trains unless is_test") {
  for (const int opset : {1, 6}) {
    const Values out = OneNode("Dropout", opset)
                           .set("ratio", 0.75)
                           .outputs(2)
                           .run_all({ones(DType::float32, 20000)});
    const Tensor& output = out[0].tensor();
    const Tensor& mask = out[1].tensor();
    CHECK(std::abs(share_of_zeros(output) - 0.75) < 0.02);
    CHECK(mask.dtype() == DType::float32);
    CHECK(identical(Tensor::of(DType::float32, 4 * mask.as<double>()), output));
    const Values copied =
        OneNode("Dropout", opset).set("is_test", 1).outputs(2).run_all({f32({3}, {1, NAN, -0.0})});
    CHECK(show(copied[0]) == "float[3] 1 nan -0");
    CHECK(show(copied[1]) == "absent");
  }
}

TEST_CASE("Dropout-7 and 10 copy their input; the mask is all ones; 10's boolean") {
  const Values seven = OneNode("Dropout", 7).outputs(2).run_all({f32({2}, {3, -0.0})});
  CHECK(show(seven[0]) == "float[2] 3 -0");
  CHECK(show(seven[1]) == "float[2] 1 1");
  const Values ten = OneNode("Dropout", 10).outputs(2).run_all({f32({2}, {3, -0.0})});
  CHECK(show(ten[0]) == "float[2] 3 -0");
  CHECK(show(ten[1]) == "bool[2] true true");
}

TEST_CASE("Dropout-12 copies its input unless training") {
  const Tensor data = tensor(DType::float16, {}, {3});
  for (const int opset : {12, 13, 22}) {
    const Values out = OneNode("Dropout", opset).outputs(2).run_all({data, f32({}, {0.9})});
    CHECK(show(out[0]) == "float16[] 3");
    CHECK(show(out[1]) == "bool[] true");
  }
}

TEST_CASE("Dropout-12 trains with the mask that NumPy's uniform numbers of the seed give") {
  // RandomState(1).uniform(size=6): 0.417 0.720 0.0001 0.302 0.147 0.092
  const Tensor data = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  const Values out = OneNode("Dropout", 12)
                         .set("seed", 1)
                         .outputs(2)
                         .run_all({data, f32({}, {0.25}), scalar(true)});
  CHECK(show(out[1]) == "bool[2, 3] true true false true false false");
  CHECK(show(out[0]) == "float[2, 3] 1.3333334 2.6666667 0 5.3333335 0 0");
}

TEST_CASE("Dropout-22 trains float8 data") {
  const Tensor data = tensor(DType::float8e4m3fn, {2}, {-3, 3});
  CHECK(show(OneNode("Dropout", 22).set("seed", 1).run({data, Value(), scalar(true)})) ==
        "float8e4m3fn[2] -0 6");
}

TEST_CASE("Dropout multiplies by the mask: a dropped element keeps its sign and NaN") {
  const Tensor data = f32({6}, {1, 1, NAN, 1, -1, INFINITY});
  CHECK(show(OneNode("Dropout", 22).set("seed", 1).run({data, f32({}, {0.25}), scalar(true)})) ==
        "float[6] 1.3333334 1.3333334 nan 1.3333334 -0 nan");
}

TEST_CASE("Dropout refuses a ratio outside [0; 1)") {
  const Tensor data = f32({1}, {1});
  CHECK(OneNode("Dropout", 13).error({data, f32({}, {1}), scalar(true)}) ==
        "InvalidInput: Dropout-13 (output 'y0'): ratio 1 is outside [0, 1)");
  CHECK(OneNode("Dropout", 13).error({data, f32({}, {1})}) ==
        "InvalidInput: Dropout-13 (output 'y0'): ratio 1 is outside [0, 1)");
  CHECK(OneNode("Dropout", 13).error({data, f32({2}, {0.5, 0.5})}) ==
        "InvalidInput: Dropout-13 (output 'y0'): ratio has the shape [2], which is not that of a "
        "scalar");
  CHECK(OneNode("Dropout", 1).set("ratio", -0.5).error({data}) ==
        "InvalidInput: Dropout-1 (output 'y0'): ratio -0.5 is outside [0, 1)");
}

}  // namespace etalon::test::dropout_test
