#include "conformance/tests/planted/mistakes.h"

#include <algorithm>
#include <cmath>

#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

using onnx::AttributeProto;
using onnx::NodeProto;

AttributeProto* attribute_of(NodeProto& node, std::string_view name) {
  for (AttributeProto& attribute : *node.mutable_attribute()) {
    if (attribute.name() == name) return &attribute;
  }
  return nullptr;
}

AttributeProto& added(NodeProto& node, const char* name, AttributeProto::AttributeType type) {
  AttributeProto* attribute = attribute_of(node, name);
  if (!attribute) attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(type);
  return *attribute;
}

void set(NodeProto& node, const char* name, float value) {
  added(node, name, AttributeProto::FLOAT).set_f(value);
}
void set(NodeProto& node, const char* name, int64_t value) {
  added(node, name, AttributeProto::INT).set_i(value);
}
void set(NodeProto& node, const char* name, const char* value) {
  added(node, name, AttributeProto::STRING).set_s(value);
}

// The node as if the attribute were not given.
void ignore(NodeProto& node, std::string_view name) {
  auto& all = *node.mutable_attribute();
  const auto is_it = [&](const AttributeProto& attribute) { return attribute.name() == name; };
  all.erase(std::remove_if(all.begin(), all.end(), is_it), all.end());
}

// A tensor among the inputs; nullptr if the node does not have it.
const Tensor* input_of(const NodeProto& node, const Bindings& inputs, int position) {
  if (position >= node.input_size()) return nullptr;
  const auto found = inputs.find(node.input(position));
  const bool there = found != inputs.end() && found->second.is_tensor();
  return there ? &found->second.tensor() : nullptr;
}

// Changes the integers of an input.
template <class F>
void change_integers(const NodeProto& node, Bindings& inputs, int position, F change) {
  const Tensor* given = input_of(node, inputs, position);
  if (!given || !is_integer(given->dtype())) return;
  Ints values = given->as<int64_t>();
  change(values);
  inputs[node.input(position)] = Tensor::of(given->dtype(), values);
}

void move_softmax_axis(NodeProto& node, Bindings& inputs) {
  const Tensor* input = input_of(node, inputs, 0);
  const auto rank = static_cast<int64_t>(input ? input->rank() : 0);
  if (rank < 2) return;
  const AttributeProto* given = attribute_of(node, "axis");
  const int64_t axis = given ? given->i() : -1;
  const int64_t counted = axis < 0 ? axis + rank : axis;
  set(node, "axis", counted == 0 ? int64_t{1} : counted - 1);
}

void swap_same(NodeProto& node, Bindings&) {
  const AttributeProto* given = attribute_of(node, "auto_pad");
  if (given && given->s() == "SAME_LOWER") set(node, "auto_pad", "SAME_UPPER");
}

void shift_pads(NodeProto& node, Bindings& inputs) {
  change_integers(node, inputs, 1, [](Ints& pads) {
    if (pads.size() < 2) return;
    pads.data()[0] += 1;
    pads.data()[pads.size() / 2] -= 1;
  });
}

void clamp_negative(NodeProto& node, Bindings& inputs) {
  change_integers(node, inputs, 1, [](Ints& indices) {
    for (int64_t& index : indices) index = std::max<int64_t>(index, 0);
  });
}

void round_cast(const NodeProto& node, const Bindings& inputs, Values& outputs) {
  const Tensor* input = input_of(node, inputs, 0);
  Tensor output = outputs.at(0).tensor();
  if (!input || !is_float(input->dtype()) || !is_integer(output.dtype())) return;
  const Reals x = input->as<double>();
  Ints y = output.as<int64_t>();
  for (size_t i = 0; i < y.size(); ++i) {
    const double each = x.data()[i];
    if (std::fabs(each) < 100) y.data()[i] = static_cast<int64_t>(std::nearbyint(each));
  }
  outputs[0] = Tensor::of(output.dtype(), y);
}

void round_away(const NodeProto& node, const Bindings& inputs, Values& outputs) {
  const Tensor* X = input_of(node, inputs, 0);
  if (!X) return;
  outputs[0] = Tensor::of(X->dtype(), Reals(xt::round(X->as<double>())));
}

// Of a scale for the whole tensor: `quotient` gives the integer that is added to the zero point,
// and `fitted` what a sum outside the type becomes.
template <class Quotient, class Fitted>
void quantize(const NodeProto& node, const Bindings& inputs, Values& outputs, Quotient quotient,
              Fitted fitted) {
  const Tensor *x = input_of(node, inputs, 0), *scale = input_of(node, inputs, 1),
               *zero_point = input_of(node, inputs, 2);
  const DType type = outputs.at(0).tensor().dtype();
  const bool bytes = type == DType::int8 || type == DType::uint8;
  if (!x || !scale || scale->size() != 1 || !is_float(x->dtype()) || !bytes) return;
  const double zero = zero_point ? zero_point->as<double>().data()[0] : 0;
  const Reals values = x->as<double>() / scale->as<double>().data()[0];
  Ints y = empty_array<int64_t>(x->shape());
  for (size_t i = 0; i < y.size(); ++i) {
    const double each = values.data()[i];
    if (!(std::fabs(each) < 0x1p40)) return;
    y.data()[i] = fitted(static_cast<int64_t>(quotient(each) + zero), type);
  }
  outputs[0] = Tensor::of(type, y);
}

int64_t wrapped(int64_t value, DType type) {
  return type == DType::int8 ? static_cast<int8_t>(value) : static_cast<uint8_t>(value);
}
int64_t saturated(int64_t value, DType type) {
  return std::clamp(value, lowest(type), highest(type));
}

void quantize_wrapping(const NodeProto& node, const Bindings& inputs, Values& outputs) {
  quantize(
      node, inputs, outputs, [](double x) { return std::nearbyint(x); }, wrapped);
}
void quantize_away(const NodeProto& node, const Bindings& inputs, Values& outputs) {
  quantize(
      node, inputs, outputs, [](double x) { return std::round(x); }, saturated);
}

}  // namespace

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> all{
      {"softmax along the axis before", "Softmax", move_softmax_axis},
      {"pad one too many before, one too few after", "Pad", shift_pads},
      {"cast to integers rounds", "Cast", nullptr, round_cast},
      {"quantized values wrap", "QuantizeLinear", nullptr, quantize_wrapping},
      {"quantized ties away from zero", "QuantizeLinear", nullptr, quantize_away},
      {"round ties away from zero", "Round", nullptr, round_away},
      {"layer normalization without epsilon", "LayerNormalization",
       [](NodeProto& node, Bindings&) { set(node, "epsilon", 0.0F); }},
      {"batch normalization with its own epsilon", "BatchNormalization",
       [](NodeProto& node, Bindings&) { set(node, "epsilon", 1e-3F); }},
      {"convolution without dilations", "Conv",
       [](NodeProto& node, Bindings&) { ignore(node, "dilations"); }},
      {"convolution with SAME_LOWER as SAME_UPPER", "Conv", swap_same},
      {"average without its padding", "AveragePool",
       [](NodeProto& node, Bindings&) { ignore(node, "count_include_pad"); }},
      {"indices of maxima by rows alone", "MaxPool",
       [](NodeProto& node, Bindings&) { ignore(node, "storage_order"); }},
      {"product with C as it is", "Gemm", [](NodeProto& node, Bindings&) { ignore(node, "beta"); }},
      {"top K without largest", "TopK",
       [](NodeProto& node, Bindings&) { ignore(node, "largest"); }},
      {"first of equal maxima", "ArgMax",
       [](NodeProto& node, Bindings&) { ignore(node, "select_last_index"); }},
      {"sums with their own element", "CumSum",
       [](NodeProto& node, Bindings&) { ignore(node, "exclusive"); }},
      {"remainder with the sign of the dividend", "Mod",
       [](NodeProto& node, Bindings&) { set(node, "fmod", int64_t{1}); }},
      {"negative indices as 0", "Gather", clamp_negative},
      {"scatter without its reduction", "ScatterElements",
       [](NodeProto& node, Bindings&) { ignore(node, "reduction"); }},
      {"reset before the product", "GRU",
       [](NodeProto& node, Bindings&) { ignore(node, "linear_before_reset"); }}};
  return all;
}

const Mistake* mistake_named(std::string_view name) {
  for (const Mistake& mistake : mistakes()) {
    if (mistake.name == name) return &mistake;
  }
  return nullptr;
}

}  // namespace etalon
