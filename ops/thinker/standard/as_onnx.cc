// The rows of thinker's standard group that are ONNX's operators: each is ONNX's of the same name,
// as of the opset that is the row's version, with thinker's types. (So MeanVarianceNormalization-6
// is that of early ONNX, without epsilon.)
//
// The document's contents and its sections differ: in the version of And, MaxPool and Tanh, and in
// the result of IsNaN and IsInf (the operand's type, or bool). The sections hold, with int8 for
// bool. Where the document (in brackets here) differs from ONNX, ONNX holds:
//
//   BatchNormalization: any rank (at most 4)
//   Clip: without min there is no lower bound (numeric_limits::min(), which is above 0 for floats)
//   Dropout: in training, ratio is 0.5 unless given (that, and also a copy)
//   Flatten: axis may be the rank (less than the rank)
//   LRN: any rank from 2 on (4 alone)
//   OneHot: with axis -1 depth comes last (before the last axis, by its formula)
//   Pad: output has data's type (that of pads)
//   Resize: roi is read (not supported yet)
//   Sign: NaN of NaN (-1, by its formula)
//   Split-11: lengths are a list of integers (a tensor)
//   Unsqueeze: axes is required (optional, though one of two inputs)
//   Xor: of truth values (^, which is of bits)
#include "ops/thinker/standard/standard.h"

namespace etalon::thinker {
namespace {

// ONNX's operator of the call's own name as of `opset`: as it is, or by way of real numbers.
template <int opset>
Values onnx(const Call& call) {
  return as_onnx(call, call.schema().name, opset);
}
template <int opset>
Values onnx_in_reals(const Call& call) {
  return in_reals(call, call.schema().name, opset);
}
template <int opset>
Values onnx_with_int8_in_reals(const Call& call) {
  const bool quantized = call.tensor(call.schema().inputs[0].name).dtype() == DType::int8;
  return quantized ? onnx_in_reals<opset>(call) : onnx<opset>(call);
}

// A row of the table: the version in thinker, and ONNX's opset where it is another one.
template <int version, int opset = version>
Operator row(std::string_view name, int line = __builtin_LINE()) {
  return Operator(name, onnx<opset>, {version}, "thinker", __builtin_FILE(), line);
}
template <int version, int opset = version>
Operator real_row(std::string_view name, int line = __builtin_LINE()) {
  return Operator(name, onnx_in_reals<opset>, {version}, "thinker", __builtin_FILE(), line);
}
template <int version>
Operator rounded_row(std::string_view name, int line = __builtin_LINE()) {
  return Operator(name, onnx_with_int8_in_reals<version>, {version}, "thinker", __builtin_FILE(),
                  line);
}

const Operator the_same[] = {
    row<13>("Abs"),
    row<7>("Acos"),
    row<9>("Acosh"),
    row<13>("Add"),
    row<13>("ArgMax"),
    row<13>("ArgMin"),
    row<7>("Asin"),
    row<9>("Asinh"),
    row<7>("Atan"),
    row<9>("Atanh"),
    row<9>("BatchNormalization"),
    row<11>("BitShift"),
    row<13>("Ceil"),
    row<12>("Celu"),
    row<13>("Clip"),
    row<13>("Concat"),
    row<9>("ConstantOfShape"),
    row<7>("Cos"),
    row<9>("Cosh"),
    row<14>("CumSum"),
    row<11>("Det"),
    row<13>("Div"),
    row<6>("Elu"),
    row<13>("Exp"),
    row<13>("Expand"),
    row<13>("Flatten"),
    row<13>("Floor"),
    row<13>("Gather"),
    row<13>("GatherElements"),
    row<13>("GatherND"),
    row<1>("GlobalMaxPool"),
    row<6>("HardSigmoid"),
    row<13>("Hardmax"),
    row<13>("Identity"),
    row<6>("InstanceNormalization"),
    row<6>("LeakyRelu"),
    row<13>("Log"),
    row<13>("LogSoftmax"),
    row<1>("LpNormalization"),
    row<13>("Max"),
    row<1>("MaxRoiPool"),
    row<6>("MeanVarianceNormalization"),
    row<13>("Min"),
    row<13>("Mod"),
    row<13>("Mul"),
    row<13>("Neg"),
    row<11>("NonMaxSuppression"),
    row<13>("NonZero"),
    row<11>("OneHot"),
    row<9>("PRelu"),
    row<13>("Pad"),
    row<13>("Pow"),
    row<1>("RandomNormal"),
    row<1>("RandomNormalLike"),
    row<1>("RandomUniform"),
    row<1>("RandomUniformLike"),
    row<11>("Range"),
    row<13>("Reciprocal"),
    row<13>("ReduceL1"),
    row<13>("ReduceMax"),
    row<13>("ReduceMin"),
    row<13>("ReduceProd"),
    row<13>("ReduceSumSquare"),
    row<14>("Relu"),
    row<13>("Reshape"),
    row<13>("Resize"),
    row<10>("ReverseSequence"),
    row<11>("Round"),
    row<13>("ScatterND"),
    row<13>("Shape"),
    row<13>("Sigmoid"),
    row<13>("Sign"),
    row<7>("Sin"),
    row<9>("Sinh"),
    row<9>("Size"),
    row<13>("Softmax"),
    row<1>("Softplus"),
    row<1>("Softsign"),
    row<11>("Split"),
    row<13>("Split"),
    row<13>("Sqrt"),
    row<13>("Squeeze"),
    row<13>("Sub"),
    row<13>("Sum"),
    row<7>("Tan"),
    row<1>("Tanh"),
    row<10>("ThresholdedRelu"),
    row<13>("Tile"),
    row<13>("Transpose"),
    row<13>("Unsqueeze"),
};

// ONNX truncates what these give for integers; thinker rounds it for int8, as everywhere.
const Operator of_int8_rounded[] = {
    rounded_row<13>("ReduceL2"),
    rounded_row<13>("ReduceLogSum"),
    rounded_row<13>("ReduceLogSumExp"),
    rounded_row<13>("ReduceMean"),
};

// Bools are int8, in and out; Where's condition is int64, and true where it is not 0. Cast and
// EyeLike give any type that the document lists for Cast's `to`, though its type constraints leave
// some out: float16, bool and, for EyeLike, double.
const Operator with_bools[] = {
    row<13>("And"),   row<13>("Cast"),   row<11>("Compress"), row<13>("Dropout"),
    row<13>("Equal"), row<9>("EyeLike"), row<13>("Greater"),  row<12>("GreaterOrEqual"),
    row<10>("IsInf"), row<13>("IsNaN"),  row<13>("Less"),     row<12>("LessOrEqual"),
    row<1>("Not"),    row<7>("Or"),      row<9>("Where"),     row<7>("Xor"),
};

// One attribute has another default, which the schema gives: alpha of LRN and Selu (there gamma
// too), axis of ScatterElements; and of TopK, below.
const Operator with_another_default[] = {
    row<13>("LRN"),
    row<13>("ScatterElements"),
    row<6>("Selu"),
};

// K is positive, and may be of rank 0, which ONNX has as a vector of one element.
Values top_k(const Call& call) {
  const Tensor& K = call.tensor_at(1);
  if (K.size() == 1 && K.item<int64_t>() < 1) {
    throw InvalidInput("K is {}, not positive", K.item<int64_t>());
  }
  const Tensor vector = K.rank() == 0 ? K.reshaped({1}) : K;
  return as_onnx(Call(call, {call.tensor_at(0), vector}), "TopK", 11);
}
const Operator with_a_scalar("TopK", top_k, {11}, "thinker");

// Version 13's axes are an attribute, as they were in ONNX's version 11.
const Operator with_axes_as_attribute[] = {
    row<13, 11>("ReduceSum"),
};

// ONNX has only floats here. GlobalLpPool's p is an integer, as in ONNX since version 2.
const Operator of_integers_too[] = {
    real_row<13>("Erf"),
    real_row<1>("GlobalAveragePool"),
    real_row<1, 2>("GlobalLpPool"),
};

}  // namespace
}  // namespace etalon::thinker
