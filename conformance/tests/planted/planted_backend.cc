// A backend as a shared library, for tests: Etalon's own engine, with what the environment variable
// ETALON_PLANT names done wrong: one of mistakes.h, or what is here.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "conformance/run/etalon_backend.h"
#include "conformance/tests/planted/mistakes.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

std::string plant() {
  const char* named = std::getenv("ETALON_PLANT");
  return named == nullptr ? "" : named;
}

// The product as a runtime may compute it: in float, and from the last addend on.
Tensor float_product(const Tensor& A, const Tensor& B) {
  const auto a = A.slots<float>(), b = B.slots<float>();
  Tensor Y = Tensor::zeros(DType::float32, {A.dim(0), B.dim(1)});
  const auto y = Y.mutable_slots<float>();
  for (size_t i = 0; i < A.dim(0); ++i) {
    for (size_t j = 0; j < B.dim(1); ++j) {
      for (size_t k = A.dim(1); k-- > 0;) {
        y[i * B.dim(1) + j] += a[i * A.dim(1) + k] * b[k * B.dim(1) + j];
      }
    }
  }
  return Y;
}

// Softmax over the last axis in float, with the division as a product.
Tensor float_softmax(const Tensor& X) {
  const auto x = X.slots<float>();
  Tensor Y = Tensor::zeros(DType::float32, X.shape());
  const auto y = Y.mutable_slots<float>();
  const size_t length = X.shape().back();
  for (size_t begin = 0; length > 0 && begin < x.size(); begin += length) {
    float greatest = x[begin], sum = 0;
    for (size_t i = begin; i < begin + length; ++i) greatest = std::max(greatest, x[i]);
    for (size_t i = begin; i < begin + length; ++i) sum += y[i] = std::exp(x[i] - greatest);
    for (size_t i = begin; i < begin + length; ++i) y[i] *= 1 / sum;
  }
  return Y;
}

bool is_matrix(const Tensor& x) { return x.dtype() == DType::float32 && x.rank() == 2; }

bool all_finite(const Tensor& x) {
  const Reals elements = x.as<double>();
  return std::all_of(elements.begin(), elements.end(), [](double e) { return std::isfinite(e); });
}

// The outputs as a sound runtime computes them, with other roundings than Etalon's.
void compute_in_float(const onnx::NodeProto& node, const Bindings& inputs, Values& outputs) {
  const Tensor& A = inputs.at(node.input(0)).tensor();
  if (!is_matrix(A) || !all_finite(A)) return;
  if (node.op_type() == "Softmax" && node.attribute_size() == 0) outputs[0] = float_softmax(A);
  if (node.op_type() != "MatMul") return;
  const Tensor& B = inputs.at(node.input(1)).tensor();
  if (is_matrix(B) && all_finite(B)) outputs[0] = float_product(A, B);
}

// The outputs off by this factor.
Value nudged(const Value& value, double factor) {
  if (!value.is_tensor() || !is_float(value.tensor().dtype())) return value;
  Reals elements = value.tensor().as<double>();
  for (double& element : elements) element *= factor;
  return Tensor::of(value.tensor().dtype(), elements);
}

// The last element off by a hundredth.
Value last_off(const Value& value) {
  Reals elements = value.tensor().as<double>();
  elements.data()[elements.size() - 1] *= 1.01;
  return Tensor::of(value.tensor().dtype(), elements);
}

// The outputs of Elu off where x < 0.
Value wrong_below_zero(const Value& value) {
  Reals elements = value.tensor().as<double>();
  for (double& element : elements) element *= element < 0 ? 2 : 1;
  return Tensor::of(value.tensor().dtype(), elements);
}

// 0 in place of NaN.
Value without_nan(const Value& value) {
  if (!is_float(value.tensor().dtype())) return value;
  Reals elements = value.tensor().as<double>();
  for (double& element : elements) element = std::isnan(element) ? 0 : element;
  return Tensor::of(value.tensor().dtype(), elements);
}

// Tests of x <= split as of x < split.
void test_strictly(onnx::NodeProto& node) {
  for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
    if (attribute.name() != "nodes_modes") continue;
    for (std::string& mode : *attribute.mutable_strings()) {
      if (mode == "BRANCH_LEQ") mode = "BRANCH_LT";
    }
  }
}

bool tests_equality(const onnx::NodeProto& node) {
  for (const onnx::AttributeProto& attribute : node.attribute()) {
    for (const std::string& mode : attribute.strings()) {
      if (mode == "BRANCH_EQ") return true;
    }
  }
  return false;
}

Value changed(const std::string& planted, const Value& value, const onnx::NodeProto& node) {
  if (planted == "last element" && value.tensor().size() != 0) return last_off(value);
  if (planted == "below zero" && node.op_type() == "Elu") return wrong_below_zero(value);
  if (planted == "no NaN" && node.op_type() == "Abs") return without_nan(value);
  if (planted == "digits" && node.op_type() == "Mul") return nudged(value, 1 + 0x1p-14);
  return value;
}

bool any_negative(const Bindings& inputs) {
  for (const auto& [name, value] : inputs) {
    if (!value.is_tensor() || !is_float(value.tensor().dtype())) continue;
    for (const double element : value.tensor().as<double>()) {
      if (element < 0) return true;
    }
  }
  return false;
}

int run_planted(const EtalonCall& call) {
  const std::string planted = plant();
  if (planted == "throws") throw 17;
  if (planted == "exits") exit(0);
  if (planted == "exits at once") _exit(0);
  if (planted == "aborts") abort();
  if (planted == "status 17") return 17;
  if (planted == "null elements") {
    call.give_tensor(call.sink, 0, 1, 0, nullptr, nullptr, 4);
    return etalon_status_ok;
  }
  if (planted == "null message") {
    call.give_message(call.sink, 0, nullptr, 4);
    return etalon_status_ok;
  }
  if (planted == "refuses") {
    call.say(call.sink, "this runtime runs nothing: code 17");
    return etalon_status_error;
  }
  if (planted == "lacks") {
    call.say(call.sink, "this runtime only supports models of Etalon");
    return etalon_status_error;
  }
  onnx::ModelProto proto;
  proto.ParseFromArray(call.model, static_cast<int>(call.model_size));
  onnx::NodeProto& node = *proto.mutable_graph()->mutable_node(0);
  Bindings inputs;
  for (size_t i = 0; i < call.input_count; ++i) {
    const EtalonInput& input = call.inputs[i];
    const std::string_view message(static_cast<const char*>(input.message), input.message_size);
    inputs[input.name] = parse_value(message, type_named(input.type), {});
  }
  if (planted == "crash" && any_negative(inputs)) raise(SIGABRT);
  if (planted == "trees test strictly") test_strictly(node);
  if (planted == "crash of trees" && tests_equality(node)) raise(SIGABRT);
  if (planted == "hang" && any_negative(inputs)) sleep(100);
  const Mistake* mistake = mistake_named(planted);
  const bool mistaken = mistake && mistake->op_type == node.op_type();
  if (mistaken && mistake->in_call) mistake->in_call(node, inputs);
  const BoundModel model = parse_model(proto.SerializeAsString());
  Values outputs = evaluate(model, inputs);
  if (mistaken && mistake->in_result) mistake->in_result(node, inputs, outputs);
  if (planted == "float-sums") compute_in_float(node, inputs, outputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string message = serialize_value(changed(planted, outputs[i], node), "");
    call.give_message(call.sink, i, message.data(), message.size());
  }
  return etalon_status_ok;
}

}  // namespace
}  // namespace etalon

extern "C" {
int etalon_backend_interface(void) { return 1; }
const char* etalon_backend_name(void) {
  if (etalon::plant() == "exits when described") exit(0);
  if (etalon::plant() == "throws when described") throw std::runtime_error("a reason");
  return etalon::plant() == "no name" ? nullptr : "planted";
}
const char* etalon_backend_version(void) {
  return etalon::plant() == "no version" ? nullptr : "1.0";
}
// The mistakes, each a line: its operator, a tabulator, its name.
const char* etalon_planted_mistakes(void) {
  static const std::string lines = [] {
    std::string all;
    for (const etalon::Mistake& mistake : etalon::mistakes()) {
      all += std::string(mistake.op_type) + "\t" + std::string(mistake.name) + "\n";
    }
    return all;
  }();
  return lines.c_str();
}
int etalon_backend_run(const EtalonCall* call) {
  try {
    return etalon::run_planted(*call);
  } catch (const std::exception& problem) {
    call->say(call->sink, problem.what());
    return etalon_status_error;
  }
}
}
