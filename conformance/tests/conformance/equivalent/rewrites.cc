#include "conformance/tests/conformance/equivalent/rewrites.h"

#include <cmath>

#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::test {
namespace {

constexpr int64_t as_float = 1, as_float16 = 10, as_double = 11;  // of Cast's `to`

// A model whose inputs have symbolic dimensions.
class Draft : public SmallModel {
 public:
  explicit Draft(int64_t opset = 17) : SmallModel(opset) {}

  // A dimension is a number or a symbol.
  Draft& takes(const std::string& name, const std::vector<std::string>& dims,
               DType type = DType::float32) {
    onnx::ValueInfoProto& info = *proto().mutable_graph()->add_input();
    info.set_name(name);
    auto& tensor = *info.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(static_cast<int>(type));
    for (const std::string& dim : dims) {
      auto& added = *tensor.mutable_shape()->add_dim();
      if (dim.find_first_not_of("0123456789") == std::string::npos) {
        added.set_dim_value(std::stoll(dim));
      } else {
        added.set_dim_param(dim);
      }
    }
    return *this;
  }
  Draft& has(const std::string& name, const Tensor& value) {
    initializer(name, value);
    return *this;
  }
  // Attributes follow by set().
  Draft& then(const std::string& op_type, const std::vector<std::string>& inputs,
              const std::string& output) {
    node(op_type, inputs, {output});
    return *this;
  }
  template <class T>
  Draft& with(const std::string& name, const T& value) {
    set(name, value);
    return *this;
  }
  // The model, serialized, with output y.
  std::string done(DType type = DType::float32) {
    output("y", type);
    return bytes();
  }
};

Tensor whole(const std::vector<int64_t>& values) { return vector_of(values); }

Tensor shaped(const Shape& shape, const std::vector<double>& values) {
  return floats(values).reshaped(shape);
}

// Numbers of either sign without a pattern.
std::vector<double> numbers(size_t count, double phase) {
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = std::sin(phase + 1.7 * static_cast<double>(i));
  return values;
}

constexpr size_t channels = 4;
constexpr double epsilon = 1e-5F;

struct Normalization {
  std::vector<double> scale = {1.5, -0.75, 2, 0.5}, bias = {0.25, -1, 3, 0.125},
                      mean = {0.5, -0.25, 1, -2}, variance = {1, 0.5, 2, 0.75};
};

std::string conv_and_normalization(const Normalization& of) {
  return Draft()
      .takes("x", {"N", "3", "6", "6"})
      .has("W", shaped({channels, 3, 3, 3}, numbers(channels * 27, 0.5)))
      .has("scale", floats(of.scale))
      .has("bias", floats(of.bias))
      .has("mean", floats(of.mean))
      .has("variance", floats(of.variance))
      .then("Conv", {"x", "W"}, "c")
      .then("BatchNormalization", {"c", "scale", "bias", "mean", "variance"}, "y")
      .with("epsilon", epsilon)
      .done();
}

// The Conv that does both.
std::string folded_conv(const Normalization& of, double with_epsilon, bool drops_a_bias = false) {
  std::vector<double> weights = numbers(channels * 27, 0.5), bias(channels);
  for (size_t c = 0; c < channels; ++c) {
    const double factor = of.scale[c] / std::sqrt(of.variance[c] + with_epsilon);
    for (size_t i = 0; i < 27; ++i) {
      double& weight = weights[c * 27 + i];
      weight = static_cast<float>(weight) * factor;
    }
    bias[c] = of.bias[c] - of.mean[c] * factor;
  }
  if (drops_a_bias) bias[2] = 0;
  return Draft()
      .takes("x", {"N", "3", "6", "6"})
      .has("W2", shaped({channels, 3, 3, 3}, weights))
      .has("b2", floats(bias))
      .then("Conv", {"x", "W2", "b2"}, "y")
      .done();
}

Draft of_rows() { return Draft().takes("x", {"A", "8"}); }
Draft of_cube() { return Draft().takes("x", {"A", "B", "C"}); }

Rewrite transposes(const std::vector<int64_t>& second, const std::string& verdict,
                   const std::string& piece) {
  return {"Transposes",
          of_cube()
              .then("Transpose", {"x"}, "t")
              .with("perm", std::vector<int64_t>{2, 0, 1})
              .then("Transpose", {"t"}, "u")
              .with("perm", second)
              .then("Relu", {"u"}, "y")
              .done(),
          of_cube().then("Relu", {"x"}, "y").done(), verdict, piece};
}

Rewrite casts(int64_t through, const std::string& verdict, const std::string& piece) {
  return {"a pair of Casts",
          of_rows()
              .then("Cast", {"x"}, "d")
              .with("to", through)
              .then("Cast", {"d"}, "e")
              .with("to", as_float)
              .then("Sin", {"e"}, "y")
              .done(),
          of_rows().then("Sin", {"x"}, "y").done(), verdict, piece};
}

std::string softmax_and_mean(int64_t opset) {
  Draft model(opset);
  model.takes("x", {"A", "8"}).then("Softmax", {"x"}, "s").then("ReduceMean", {"s"}, "y");
  if (opset < 18) return model.with("axes", std::vector<int64_t>{1}).done();
  model.proto().mutable_graph()->mutable_node(1)->add_input("axes");
  return model.has("axes", whole({1})).done();
}

Rewrite reshapes() {
  Draft before = Draft().takes("x", {"A", "6"}), after = Draft().takes("x", {"A", "6"});
  return {"a chain of Reshapes",
          before.has("s", whole({-1, 2, 3}))
              .has("t", whole({-1, 3}))
              .then("Reshape", {"x", "s"}, "r")
              .then("Reshape", {"r", "t"}, "q")
              .then("Exp", {"q"}, "y")
              .done(),
          after.has("t", whole({-1, 3}))
              .then("Reshape", {"x", "t"}, "q")
              .then("Exp", {"q"}, "y")
              .done(),
          "identical", ""};
}

Rewrite folding() {
  std::vector<double> constants, folded;
  for (size_t i = 0; i < 8; ++i) {
    constants.push_back(1.5F + static_cast<float>(i) / 7);
    const auto log = static_cast<float>(std::log(static_cast<float>(constants.back())));
    folded.push_back(std::sqrt(static_cast<double>(log)));
  }
  return {"constants folded",
          of_rows()
              .has("k", floats(constants))
              .then("Log", {"k"}, "l")
              .then("Sqrt", {"l"}, "c")
              .then("Mul", {"x", "c"}, "y")
              .done(),
          of_rows().has("c", floats(folded)).then("Mul", {"x", "c"}, "y").done(), "identical", ""};
}

Rewrite gemm() {
  const Tensor weights = shaped({8, 5}, numbers(40, 2)), bias = floats(numbers(5, 3));
  return {"MatMul and Add to Gemm",
          of_rows()
              .has("W", weights)
              .has("b", bias)
              .then("MatMul", {"x", "W"}, "t")
              .then("Add", {"t", "b"}, "y")
              .done(),
          of_rows().has("W", weights).has("b", bias).then("Gemm", {"x", "W", "b"}, "y").done(),
          "exactly equal", "MatMul-13 (output 't'), Add-14 (output 'y') → Gemm-13 (output 'y')"};
}

Rewrite slice_of_concat() {
  const auto inputs = [] { return Draft().takes("x", {"A", "3"}).takes("z", {"A", "4"}); };
  return {"Slice of Concat",
          inputs()
              .has("begin", whole({3}))
              .has("end", whole({7}))
              .has("axes", whole({1}))
              .then("Concat", {"x", "z"}, "c")
              .with("axis", int64_t{1})
              .then("Slice", {"c", "begin", "end", "axes"}, "s")
              .then("Neg", {"s"}, "y")
              .done(),
          inputs().then("Neg", {"z"}, "y").done(), "identical", ""};
}

Rewrite softmax_axis() {
  const auto model = [](int64_t axis) {
    return of_cube().then("Softmax", {"x"}, "s").with("axis", axis).then("Neg", {"s"}, "y").done();
  };
  return {"an axis off by one", model(2), model(1), "different",
          "Softmax-13 (output 's') → Softmax-13 (output 's')"};
}

Rewrite relu_and_max() {
  const auto inputs = [] { return Draft().takes("x", {"A"}).takes("z", {"A"}); };
  return {"Relu over a maximum that loses NaN",
          inputs().then("Max", {"x", "z"}, "m").then("Relu", {"m"}, "y").done(),
          inputs()
              .then("Relu", {"x"}, "p")
              .then("Relu", {"z"}, "q")
              .then("Greater", {"p", "q"}, "g")
              .then("Where", {"g", "p", "q"}, "y")
              .done(),
          "open",  // the text of Max says nothing of NaN
          "Max-13 (output 'm'), Relu-14 (output 'y') → Relu-14 (output 'p'), Relu-14 (output 'q'), "
          "Greater-13 (output 'g'), Where-16 (output 'y')"};
}

Rewrite pads() {
  const auto model = [](const char* mode) {
    return Draft()
        .takes("x", {"A", "2", "6"})
        .has("p", whole({0, 0, 1, 0, 0, 1}))
        .then("Pad", {"x", "p"}, "t")
        .with("mode", mode)
        .then("AveragePool", {"t"}, "y")
        .with("kernel_shape", std::vector<int64_t>{3})
        .done();
  };
  return {"another mode of Pad", model("reflect"), model("edge"), "different",
          "Pad-13 (output 't') → Pad-13 (output 't')"};
}

Rewrite division() {
  const auto inputs = [] {
    Draft draft;
    draft.takes("x", {"A"}, DType::int32).takes("z", {"A"}, DType::int32);
    return draft.has("c", Tensor::of(DType::int32, scalar_array<int64_t>(3)));
  };
  return {"an integer division before a product",
          inputs().then("Mul", {"x", "z"}, "t").then("Div", {"t", "c"}, "y").done(DType::int32),
          inputs().then("Div", {"x", "c"}, "u").then("Mul", {"u", "z"}, "y").done(DType::int32),
          "different",
          "Mul-14 (output 't'), Div-14 (output 'y') → Div-14 (output 'u'), Mul-14 (output 'y')"};
}

Rewrite zero_added() {
  return {"a zero added no more",
          of_rows().has("o", floats({0})).then("Add", {"x", "o"}, "y").done(),
          of_rows().then("Identity", {"x"}, "y").done(), "different",
          "Add-14 (output 'y') → Identity-16 (output 'y')"};
}

Rewrite clips() {
  const auto model = [](const char* low, const char* high) {
    return of_rows()
        .has("low", scalar(DType::float32, -0.5))
        .has("high", scalar(DType::float32, 0.5))
        .then("Clip", {"x", low, high}, "y")
        .done();
  };
  return {"the bounds of Clip swapped", model("low", "high"), model("high", "low"), "different",
          "Clip-13 (output 'y') → Clip-13 (output 'y')"};
}

const std::string conv_piece =
    "Conv-11 (output 'c'), BatchNormalization-15 (output 'y') → Conv-11 (output 'y')";

}  // namespace

std::vector<Rewrite> sound_rewrites() {
  const Normalization usual;
  return {
      // On the greatest numbers BEFORE overflows where AFTER does not, and might (Conv.overflow).
      {"Conv and BatchNormalization folded", conv_and_normalization(usual),
       folded_conv(usual, epsilon), "open", conv_piece},
      transposes({1, 2, 0}, "identical", ""),
      reshapes(),
      folding(),
      casts(as_double, "identical", ""),
      gemm(),
      {"opset 13 to 21", softmax_and_mean(13), softmax_and_mean(21), "identical", ""},
      {"Identity removed",
       of_rows()
           .then("Identity", {"x"}, "i")
           .then("Tanh", {"i"}, "t")
           .then("Identity", {"t"}, "y")
           .done(),
       of_rows().then("Tanh", {"x"}, "y").done(), "identical", ""},
      {"a common subexpression",
       of_rows()
           .then("Exp", {"x"}, "a")
           .then("Exp", {"x"}, "b")
           .then("Add", {"a", "b"}, "y")
           .done(),
       of_rows().then("Exp", {"x"}, "a").then("Add", {"a", "a"}, "y").done(), "identical", ""},
      slice_of_concat(),
  };
}

std::vector<Rewrite> unsound_rewrites() {
  const Normalization usual;
  return {
      {"an epsilon lost, with ordinary variances", conv_and_normalization(usual),
       folded_conv(usual, 0), "different", conv_piece},
      softmax_axis(),
      casts(as_float16, "different",
            "Cast-13 (output 'd'), Cast-13 (output 'e'), Sin-7 (output 'y') → Sin-7 (output 'y')"),
      relu_and_max(),
      pads(),
      transposes({2, 0, 1}, "different",
                 "Transpose-13 (output 't'), Transpose-13 (output 'u'), Relu-14 (output 'y') → "
                 "Relu-14 (output 'y')"),
      {"a bias dropped for one channel", conv_and_normalization(usual),
       folded_conv(usual, epsilon, true), "different", conv_piece},
      division(),
      zero_added(),
      clips(),
  };
}

}  // namespace etalon::test
