// The standard group of thinker's operator list, row by row: names and versions as the document's
// own sections and tables give them.
#include <algorithm>
#include <set>

#include "conformance/tests/catch.h"
#include "engine/operators/operator.h"

namespace etalon::test::thinker_standard_test {
namespace {

struct Rows {
  int version;
  std::vector<std::string> names;
};

const std::vector<Rows> document = {
    {1,
     {"Not", "Tanh", "GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool", "MaxRoiPool",
      "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Softplus",
      "Softsign", "LpNormalization"}},
    {6,
     {"Elu", "HardSigmoid", "LeakyRelu", "Selu", "InstanceNormalization",
      "MeanVarianceNormalization"}},
    {7, {"Acos", "Asin", "Atan", "Cos", "Sin", "Tan", "Or", "Xor", "GRU", "LSTM"}},
    {9,
     {"Acosh", "Asinh", "Atanh", "Cosh", "Sinh", "ConstantOfShape", "EyeLike", "Shrink", "Size",
      "Where", "PRelu", "BatchNormalization"}},
    {10, {"IsInf", "ReverseSequence", "RoiAlign", "ThresholdedRelu"}},
    {11,
     {"Round", "AveragePool", "MaxPool", "BitShift", "Compress", "Conv", "ConvTranspose", "Det",
      "LpPool", "MaxUnPool", "NonMaxSuppression", "OneHot", "Range", "Split", "TopK"}},
    {12, {"GreaterOrEqual", "LessOrEqual", "Celu"}},
    {13,
     {"Abs",
      "Ceil",
      "Erf",
      "Exp",
      "Floor",
      "IsNaN",
      "Identity",
      "Log",
      "Neg",
      "Reciprocal",
      "Sign",
      "Sqrt",
      "Add",
      "And",
      "Div",
      "Equal",
      "Greater",
      "Less",
      "Mul",
      "Pow",
      "Sub",
      "Mod",
      "Max",
      "Min",
      "Sum",
      "Mean",
      "ArgMax",
      "ArgMin",
      "Cast",
      "Clip",
      "Concat",
      "Dropout",
      "Expand",
      "Flatten",
      "Gather",
      "GatherElements",
      "GatherND",
      "Gemm",
      "Hardmax",
      "MatMul",
      "NonZero",
      "Pad",
      "ReduceL1",
      "ReduceL2",
      "ReduceLogSum",
      "ReduceLogSumExp",
      "ReduceMax",
      "ReduceMean",
      "ReduceMin",
      "ReduceProd",
      "ReduceSum",
      "ReduceSumSquare",
      "Reshape",
      "Resize",
      "ScatterElements",
      "ScatterND",
      "Shape",
      "Slice",
      "Split",
      "Squeeze",
      "Tile",
      "Transpose",
      "Unsqueeze",
      "LogSoftmax",
      "Sigmoid",
      "Softmax",
      "LRN"}},
    {14, {"CumSum", "Relu"}},
};

TEST_CASE("thinker's standard group is the document's each row with a schema") {
  std::set<std::pair<std::string, int>> listed;
  for (const auto& [version, names] : document) {
    for (const std::string& name : names) {
      CAPTURE(name, version);
      CHECK(listed.emplace(name, version).second);
      const Schema* schema = find_schema("thinker", name, version);
      REQUIRE(schema);
      CHECK(schema->since_version == version);
      CHECK(find_implementation("thinker", name, version));
    }
  }
  std::set<std::pair<std::string, int>> implemented;
  for (const Registration& row : all_implementations()) {
    if (row.source.starts_with("ops/thinker/standard/")) {
      implemented.emplace(row.name, row.since_version);
    }
  }
  CHECK(implemented == listed);
}

TEST_CASE("a thinker row names the file it is in") {
  const auto stands_in = [](std::string_view name, int version, std::string_view file) {
    const Registration* row = find_implementation("thinker", name, version);
    return row && row->source.find(file) != std::string::npos;
  };
  CHECK(stands_in("Abs", 13, "ops/thinker/standard/as_onnx.cc:"));
  CHECK(stands_in("Gemm", 13, "ops/thinker/standard/gemm.cc:"));
  CHECK(find_implementation("thinker", "Abs", 13)->source !=
        find_implementation("thinker", "Acos", 7)->source);
}

}  // namespace
}  // namespace etalon::test::thinker_standard_test
