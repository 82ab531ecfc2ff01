#include "conformance/generate/rules.h"

namespace etalon {

namespace {

struct RealAttribute {
  std::string name;
  double low;
  double high;
};

// One tensor of any shape; real attributes from a range.
Rule unary(const std::vector<RealAttribute>& attributes = {}) {
  return [attributes](Drafting& call) {
    for (const RealAttribute& each : attributes) call.offer_real(each.name, each.low, each.high);
    call.add(call.draw().shape());
  };
}

// Shapes for `count` inputs that broadcast together.
std::vector<Shape> together(Drafting& call, size_t count) {
  const Shape whole = call.draw().shape();
  std::vector<Shape> shapes;
  for (size_t i = 0; i < count; ++i) shapes.push_back(call.draw().broadcastable_to(whole));
  return shapes;
}

// Before opset 7: equal shapes, or B is a run of A's axes.
void legacy_binary(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(1, 4, Empty::never);
  call.add(shape);
  if (draw.chance(0.5)) {
    call.add(shape);
    return;
  }
  const size_t begin = draw.below(shape.size());
  const size_t end = begin + 1 + draw.below(shape.size() - begin);
  call.set("broadcast", 1);
  if (end != shape.size() || draw.chance(0.5)) call.set("axis", static_cast<int64_t>(begin));
  const auto at = [&](size_t axis) { return shape.begin() + static_cast<std::ptrdiff_t>(axis); };
  call.add(Shape(at(begin), at(end)));
}

void binary(Drafting& call) {
  if (call.has("broadcast")) return legacy_binary(call);
  for (const Shape& shape : together(call, 2)) call.add(shape);
}

void bit_shift(Drafting& call) {
  call.set("direction", call.draw().pick<std::string>({"LEFT", "RIGHT"}));
  binary(call);
}

// Floats need fmod.
void mod(Drafting& call) {
  if (is_float(call.dtype("T"))) {
    call.set("fmod", 1);
  } else {
    call.offer_flag("fmod");
  }
  binary(call);
}

void variadic(Drafting& call) {
  constexpr int first_with_broadcasting = 8;
  const size_t count = 1 + call.draw().below(4);
  const std::vector<Shape> shapes = call.version() >= first_with_broadcasting
                                        ? together(call, count)
                                        : std::vector<Shape>(count, call.draw().shape());
  for (const Shape& shape : shapes) call.add(shape);
}

void where(Drafting& call) {
  for (const Shape& shape : together(call, 3)) call.add(shape);
}

// The slope broadcasts to X; before opset 7 it is one number or one a channel.
void prelu(Drafting& call) {
  constexpr int first_with_broadcasting = 7;
  Draw& draw = call.draw();
  const Shape shape = draw.shape(2, 4, Empty::never);
  call.add(shape);
  if (call.version() >= first_with_broadcasting) {
    call.add(draw.broadcastable_to(shape));
  } else {
    call.add(draw.chance(0.5) ? Shape{1} : Shape{shape[1]});
  }
}

void clip(Drafting& call) {
  Draw& draw = call.draw();
  call.add(draw.shape());
  if (!call.takes("min")) {
    call.offer_real("min", -4, 0);
    call.offer_real("max", 0, 4);
    return;
  }
  const size_t bounds = draw.below(3);
  if (bounds == 0) return;
  if (draw.chance(0.3)) {
    call.leave_out();
  } else {
    call.add({}, {-4, 0});
  }
  if (bounds == 2) call.add({}, {0, 4});
}

void gelu(Drafting& call) {
  if (call.draw().chance(0.5)) call.set("approximate", std::string("tanh"));
  call.add(call.draw().shape());
}

void is_inf(Drafting& call) {
  call.offer_flag("detect_negative");
  call.offer_flag("detect_positive");
  call.add(call.draw().shape());
}

void selu(Drafting& call) {
  call.offer_real("alpha", 1, 2);
  call.offer_real("gamma", 0.5, 2);
  call.add(call.draw().shape());
}

void swi_glu(Drafting& call) {
  const Shape shape = call.draw().shape();
  call.offer_real("alpha", 0.25, 3);
  call.add(shape);
  call.add(shape);
}

Rules unary_rules() {
  Rules rules;
  for (const char* name :
       {"Abs",  "Acos", "Acosh",    "Asin",       "Asinh", "Atan",       "Atanh",   "Ceil",
        "Cos",  "Cosh", "Erf",      "Exp",        "Floor", "HardSwish",  "IsNaN",   "Log",
        "Mish", "Neg",  "Not",      "Reciprocal", "Relu",  "Round",      "Sigmoid", "Sign",
        "Sin",  "Sinh", "Softplus", "Softsign",   "Sqrt",  "BitwiseNot", "Tan",     "Tanh"}) {
    rules[name] = unary();
  }
  rules["Celu"] = unary({{"alpha", 0.25, 3}});
  rules["Elu"] = unary({{"alpha", 0.25, 3}});
  rules["HardSigmoid"] = unary({{"alpha", 0.1, 1}, {"beta", 0, 1}});
  rules["LeakyRelu"] = unary({{"alpha", 0, 1}});
  rules["Shrink"] = unary({{"lambd", 0, 2}, {"bias", -1, 1}});
  rules["Swish"] = unary({{"alpha", 0.25, 3}});
  rules["ThresholdedRelu"] = unary({{"alpha", -1, 3}});
  rules["Gelu"] = gelu;
  rules["IsInf"] = is_inf;
  rules["Selu"] = selu;
  return rules;
}

}  // namespace

Rules elementwise_rules() {
  Rules rules = unary_rules();
  for (const char* name :
       {"Add", "And", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Div", "Equal", "Greater",
        "GreaterOrEqual", "Less", "LessOrEqual", "Mul", "Or", "Pow", "Sub", "Xor"}) {
    rules[name] = binary;
  }
  for (const char* name : {"Max", "Mean", "Min", "Sum"}) rules[name] = variadic;
  rules["BitShift"] = bit_shift;
  rules["Clip"] = clip;
  rules["Mod"] = mod;
  rules["PRelu"] = prelu;
  rules["SwiGLU"] = swi_glu;
  rules["Where"] = where;
  return rules;
}

}  // namespace etalon
