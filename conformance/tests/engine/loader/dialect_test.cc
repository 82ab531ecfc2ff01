// What only ONNX Runtime writes: its own operators in ai.onnx, and its two layouts.
#include "engine/loader/dialect.h"

#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/interpreter/interpreter.h"
#include "engine/numerics/numerics.h"

namespace etalon::dialect_test {
namespace {

using test::f32;
using test::show;
using test::SmallModel;
using test::tensor;

constexpr const char* nhwc = "com.ms.internal.nhwc";
constexpr const char* nchwc = "com.microsoft.nchwc";

Tensor counting(const Shape& shape, double step = 1) {
  Reals values = empty_array<double>(shape);
  for (size_t i = 0; i < values.size(); ++i) values.flat(i) = step * (double(i % 17) - 8);
  return Tensor::of(DType::float32, values);
}

// The domain of the last node, which is imported.
void in_domain(SmallModel& model, const char* domain, int64_t opset) {
  onnx::GraphProto& graph = *model.proto().mutable_graph();
  graph.mutable_node(graph.node_size() - 1)->set_domain(domain);
  if (model.proto().opset_import_size() > 1) return;
  onnx::OperatorSetIdProto& import = *model.proto().add_opset_import();
  import.set_domain(domain);
  import.set_version(opset);
}

BoundModel read(const SmallModel& model, const char* dialect) {
  return parse_model(model.bytes(), {}, {.dialect = dialect_named(dialect)});
}

Tensor value(const BoundModel& model, const Bindings& inputs) {
  return evaluate(model, inputs).at(0).tensor();
}

// [O, I, H, W] with O in blocks, and with I in blocks where `inner` is more than 1; the inverse of
// what the layout's page says is written by its indices: o = b·p + s, i = inner·q + r.
Tensor in_blocks(const Tensor& W, size_t b, size_t inner) {
  const Shape& shape = W.shape();
  const size_t I = shape[1], area = shape[2] * shape[3];
  const Reals from = W.as<double>();
  Reals to = empty_array<double>(shape);
  size_t place = 0;
  for (size_t p = 0; p < shape[0] / b; ++p) {
    for (size_t q = 0; q < I / inner; ++q) {
      for (size_t k = 0; k < area; ++k) {
        for (size_t r = 0; r < inner; ++r) {
          for (size_t s = 0; s < b; ++s) {
            to.flat(place++) = from.flat(((b * p + s) * I + inner * q + r) * area + k);
          }
        }
      }
    }
  }
  return Tensor::of(DType::float32, to);
}

SmallModel normalization(const Tensor& X, const Tensor& Scale) {
  SmallModel model(12);
  model.input("X", X)
      .initializer("Scale", Scale)
      .node("LayerNormalization", {"X", "Scale"}, {"Y"})
      .output("Y", Scale.dtype());
  return model;
}

}  // namespace

TEST_CASE("LayerNormalization before opset 17 is ONNX Runtime's; by its name or on request") {
  const Tensor X = f32({1, 2}, {-3, 3});
  SmallModel model = normalization(X, f32({2}, {2, 4}));
  const std::string sentence =
      "InvalidModel: LayerNormalization-1 (output 'Y'): this is an operator of ONNX Runtime, not "
      "of ONNX at opset 12 (--dialect onnxruntime evaluates it)";
  CHECK(refusal([&] { read(model, "auto"); }) == sentence);
  // (∓3) / √(9 + 1e-5) · scale
  CHECK(show(value(read(model, "onnxruntime"), {{"X", X}})) == "float[1, 2] -1.9999989 3.9999979");
  model.proto().set_producer_name("onnxruntime.transformers");
  CHECK_NOTHROW(read(model, "auto"));
  CHECK(refusal([&] { read(model, "onnx"); }) == sentence);
}

TEST_CASE("SimplifiedLayerNormalization which ONNX never had is read in any model") {
  // (∓3) / √9 · scale
  const Tensor X = f32({1, 2}, {-3, 3});
  SmallModel model(12);
  model.input("X", X)
      .initializer("scale", f32({2}, {2, 4}))
      .node("SimplifiedLayerNormalization", {"X", "scale"}, {"Y"})
      .set("epsilon", 0.0)
      .output("Y");
  CHECK(show(value(read(model, "auto"), {{"X", X}})) == "float[1, 2] -2 4");
}

TEST_CASE("LayerNormalization-1 has the type of Scale and rounds once") {
  const Tensor X = tensor(DType::float16, {1, 2}, {-3, 3});
  const SmallModel model = normalization(X, f32({2}, {2, 4}));
  CHECK(show(value(read(model, "onnxruntime"), {{"X", X}})) == "float[1, 2] -1.9999989 3.9999979");
}

TEST_CASE("com.ms.internal.nhwc: data with the channels last; weights as in ONNX") {
  const Tensor X = counting({1, 4, 4, 2}), W = counting({3, 2, 2, 2}, 0.5);
  SmallModel model(13);
  model.input("X", X).initializer("W", W).node("Conv", {"X", "W"}, {"Y"}).set("strides", {2, 2});
  in_domain(model, nhwc, 13);
  model.output("Y");
  const Tensor Y = value(read(model, "auto"), {{"X", X}});
  SmallModel plain(13);
  const Tensor first = transposed(X, {0, 3, 1, 2});
  plain.input("X", first).initializer("W", W).node("Conv", {"X", "W"}, {"Y"});
  plain.set("strides", {2, 2}).output("Y");
  CHECK(identical(Y, transposed(value(plain.model(), {{"X", first}}), {0, 2, 3, 1})));
  CHECK(refusal([&] { read(model, "onnx"); }).find("com.ms.internal.nhwc.Conv") !=
        std::string::npos);
}

TEST_CASE("com.microsoft.nchwc: weights in blocks of outputs and of inputs; activation and sum") {
  const Tensor X = counting({1, 8, 3, 3}), W = counting({24, 8, 2, 2}, 0.25);
  const Tensor B = counting({24}), Z = counting({1, 24, 2, 2});
  SmallModel model(12);
  model.input("X", X)
      .input("Z", Z)
      .initializer("W", in_blocks(W, 8, 8))
      .initializer("B", B)
      .node("Conv", {"X", "W", "B", "Z"}, {"Y"})
      .set("activation", "Relu");
  in_domain(model, nchwc, 1);
  model.output("Y");
  SmallModel plain(12);
  plain.input("X", X)
      .input("Z", Z)
      .initializer("W", W)
      .initializer("B", B)
      .node("Conv", {"X", "W", "B"}, {"C"})
      .node("Add", {"C", "Z"}, {"A"})
      .node("Relu", {"A"}, {"Y"})
      .output("Y");
  const Bindings inputs = {{"X", X}, {"Z", Z}};
  CHECK(identical(value(read(model, "auto"), inputs), value(plain.model(), inputs)));
}

TEST_CASE("com.microsoft.nchwc: fewer inputs than a block stay; channels fill up and are cut off") {
  const Tensor X = counting({1, 5, 3, 3}), W = counting({16, 3, 1, 1}), V = counting({3, 5, 1, 1});
  SmallModel model(12);
  model.input("X", X)
      .initializer("V", V)
      .initializer("W", in_blocks(W, 8, 1))
      .node("Conv", {"X", "V"}, {"P"})
      .node("Conv", {"P", "W"}, {"C"});
  in_domain(model, nchwc, 1);
  model.node("ReorderOutput", {"C"}, {"Y"})
      .set("channels", int64_t{11})
      .set("channels_last", int64_t{1});
  in_domain(model, nchwc, 1);
  model.node("ReorderInput", {"X"}, {"R"});
  in_domain(model, nchwc, 1);
  model.output("Y").output("R");
  CHECK(refusal([&] { read(model, "auto"); }).find("does not tell how many channels are a block") !=
        std::string::npos);
  const BoundModel bound = read(model, "onnxruntime:8");
  const Values got = evaluate(bound, {{"X", X}});
  SmallModel plain(12);
  plain.input("X", X)
      .initializer("V", V)
      .initializer("W", W)
      .node("Conv", {"X", "V"}, {"P"})
      .node("Conv", {"P", "W"}, {"C"})
      .output("C");
  const Tensor C = value(plain.model(), {{"X", X}});
  REQUIRE(got[0].tensor().shape() == Shape{1, 3, 3, 11});
  const Reals last = got[0].tensor().as<double>(), whole = C.as<double>();
  for (size_t k = 0; k < 9; ++k) {
    for (size_t c = 0; c < 11; ++c) CHECK(last.flat(k * 11 + c) == whole.flat(c * 9 + k));
  }
  REQUIRE(got[1].tensor().shape() == Shape{1, 8, 3, 3});
  const Reals filled = got[1].tensor().as<double>(), given = X.as<double>();
  for (size_t i = 0; i < filled.size(); ++i) CHECK(filled.flat(i) == (i < 45 ? given.flat(i) : 0));
}

TEST_CASE("a dialect's name is one of five") {
  CHECK(dialect_named("onnxruntime:16").block == 16);
  CHECK(refusal([] { dialect_named("ort"); }) ==
        "InvalidInput: 'ort' is not one of auto, onnx, onnxruntime, onnxruntime:8, onnxruntime:16");
}

}  // namespace etalon::dialect_test
