#include "conformance/equivalent/aims.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/generate/special_numbers.h"
#include "engine/numerics/numerics.h"
#include "engine/values/dtype.h"
#include "engine/values/rounding.h"

namespace etalon::equivalent {
namespace {

constexpr size_t most_numbers = 96, most_elements = 8;

template <class T>
void add_to(std::set<T>& numbers, const T& number) {
  if (numbers.size() < most_numbers) numbers.insert(number);
}

class Collector {
 public:
  explicit Collector(Aims& aims) : aims_(aims) {}

  void add(const Graph& graph) {
    for (const auto& [name, value] : graph.initializers) {
      if (value.is_tensor()) constants_[name] = &value.tensor();
    }
    for (const Node& node : graph.nodes) {
      for (const auto& [name, attribute] : node.attributes) add_attribute(node, attribute);
      for (const std::string& name : node.inputs) {
        if (const Tensor* constant = find(name)) add_tensor(*constant);
      }
      add_step(node);
      add_line(node);
      each_subgraph(node, [&](const Graph& inner) { add(inner); });
    }
  }

 private:
  const Tensor* find(const std::string& name) const {
    const auto found = constants_.find(name);
    return found == constants_.end() ? nullptr : found->second;
  }

  void add_real(double x) {
    if (std::isfinite(x) && x != 0) add_to(aims_.reals, x);
    if (std::rint(x) == x && std::fabs(x) < 0x1p31) add_to(aims_.integers, static_cast<int64_t>(x));
  }

  void add_tensor(const Tensor& tensor) {
    for (const size_t length : tensor.shape()) {
      if (length > 1) add_to(aims_.integers, static_cast<int64_t>(length));
    }
    if (tensor.size() > most_elements) return;
    if (is_float(tensor.dtype())) {
      for (const double x : tensor.as<double>()) add_real(x);
    } else if (is_integer(tensor.dtype())) {
      for (const int64_t x : tensor.as<int64_t>()) add_to(aims_.integers, x);
    }
  }

  void add_attribute(const Node& node, const Attribute& attribute) {
    if (const auto* real = std::get_if<float>(&attribute.value)) add_real(*real);
    if (const auto* integer = std::get_if<int64_t>(&attribute.value)) {
      if (node.op_type == "Constant") add_to(aims_.integers, *integer);
    }
    if (const auto* tensor = std::get_if<Tensor>(&attribute.value)) {
      add_tensor(*tensor);
      if (node.op_type == "Constant" && !node.outputs.empty()) constants_[node.outputs[0]] = tensor;
    }
  }

  void add_step(const Node& node) {
    if (node.op_type != "QuantizeLinear" && node.op_type != "DequantizeLinear") return;
    const Tensor* scale = node.inputs.size() > 1 ? find(node.inputs[1]) : nullptr;
    const Tensor* zero = node.inputs.size() > 2 ? find(node.inputs[2]) : nullptr;
    if (scale == nullptr || scale->size() == 0 || !is_float(scale->dtype())) return;
    Step step;
    step.scale = scale->as<double>().data()[0];
    if (zero != nullptr && zero->size() != 0 && is_integer(zero->dtype())) {
      step.zero = static_cast<double>(zero->as<int64_t>().data()[0]);
      const bool negative = is_signed_integer(zero->dtype());
      const int bits = static_cast<int>(slot_bytes(zero->dtype())) * 8;
      step.least = negative ? -std::ldexp(1, bits - 1) : 0;
      step.most = std::ldexp(1, negative ? bits - 1 : bits) - 1;
    }
    add_to(aims_.steps, step);
  }

  // Where alpha · x + beta is 0 or 1.
  void add_line(const Node& node) {
    const auto alpha = node.attributes.find("alpha"), beta = node.attributes.find("beta");
    if (alpha == node.attributes.end() || beta == node.attributes.end()) return;
    const auto *a = std::get_if<float>(&alpha->second.value),
               *b = std::get_if<float>(&beta->second.value);
    if (a == nullptr || b == nullptr || *a == 0) return;
    add_real(-double{*b} / *a);
    add_real((1 - double{*b}) / *a);
  }

  Aims& aims_;
  std::map<std::string, const Tensor*, std::less<>> constants_;
};

constexpr AimOf all_aims[] = {
    {Aim::constants, "values at the models' constants"},
    {Aim::few, "few different values"},
    {Aim::magnitudes, "values of every magnitude"},
    {Aim::single, "zeros but for one element"},
    {Aim::constants, "values at the models' constants"},
    {Aim::like_others, "inputs that are equal but for signs and steps"},
    {Aim::size, "values of one magnitude"},
    {Aim::middling, "values from 8 to 1,000"},
    {Aim::special, "each special value"},
};

Tensor of_integers(DType type, const Ints& values) {
  if (is_signed_integer(type)) return Tensor::of(type, values);
  return Tensor::of(type, Naturals(xt::cast<uint64_t>(values)));
}

}  // namespace

void add_aims(const Model& model, Aims& aims) { Collector(aims).add(model.graph); }

std::vector<int64_t> lengths_at(const Aims& aims) {
  constexpr int64_t most = 130;
  std::vector<int64_t> lengths;
  const auto add = [&](int64_t length) {
    const bool known = std::find(lengths.begin(), lengths.end(), length) != lengths.end();
    if (length >= 0 && length <= most && !known) lengths.push_back(length);
  };
  for (const int64_t usual : {4, 17, 1, 33, 0, 8, 64, 2, 16, 5, 32, 3, 15, 7, 31}) add(usual);
  for (const int64_t aim : aims.integers) {
    for (const int64_t near : {-1, 0, 1}) {
      if (std::abs(aim) <= most) add(std::abs(aim) + near);
    }
  }
  return lengths;
}

std::vector<double> reals_at(const Aims& aims, DType type) {
  std::vector<double> numbers;
  const double* last = nullptr;
  for (const double& x : aims.reals) {
    for (const double near :
         {x, x / 2, -x, beside(type, round_to(type, x), true),
          beside(type, round_to(type, x), false), 2 * x, x + 1, x - 1, x + 0.5, x - 0.5}) {
      numbers.push_back(near);
    }
    if (last != nullptr) numbers.push_back(*last / 2 + x / 2);
    last = &x;
  }
  for (const Step& step : aims.steps) {
    for (int k = -4; k < 12; ++k) numbers.push_back((k + 0.5) * step.scale);
    for (const double end : {step.least, step.most}) {
      for (const double off : {-1.0, -0.5, 0.0, 0.5, 1.0, 2.0, -2.0}) {
        numbers.push_back((end - step.zero + off) * step.scale);
      }
    }
  }
  for (const int64_t x : aims.integers) numbers.push_back(static_cast<double>(x));
  for (int k = -4; k < 5; ++k) numbers.push_back(k + 0.5);
  // An infinity is drawn as a special value.
  std::erase_if(numbers, [&](double x) { return !std::isfinite(round_to(type, x)); });
  return numbers;
}

std::vector<int64_t> integers_at(const Aims& aims, DType type) {
  const bool is_signed = is_signed_integer(type);
  const int bits = static_cast<int>(slot_bytes(type)) * 8;
  const int64_t most = bits == 64 ? std::numeric_limits<int64_t>::max()
                                  : (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  const int64_t least = is_signed ? -most - 1 : 0;
  std::vector<int64_t> numbers;
  const auto add = [&](int64_t x) {
    const bool held = x >= least && x <= most;
    if (held) numbers.push_back(x);
  };
  for (const int64_t x : {least, most, least + 1, most - 1, int64_t{0}, int64_t{-1}, int64_t{1}})
    add(x);
  for (const int64_t aim : aims.integers) {
    for (const int64_t x : {aim, aim + 1, aim - 1, -aim, 2 * aim, 3 * aim - 1, -aim - 1}) add(x);
  }
  for (const int power : {7, 8, 15, 16, 24, 30, 31, 32, 53, 62}) {
    const int64_t x = int64_t{1} << power;
    for (const int64_t near : {x + 1, x - 1, -x - 1, 3 * (x / 2) + 1, -x}) add(near);
  }
  return numbers;
}

size_t aimed_kinds() { return std::size(all_aims); }
const AimOf& aim_of(size_t number) { return all_aims[number % std::size(all_aims)]; }

template <class T>
T AimedElements::in_turn(const std::vector<T>& numbers, size_t element, size_t elements) const {
  const size_t turns = elements == 1 ? number_ : turn();
  return numbers[(turns * elements + element + inputs_ * 7) % numbers.size()];
}

size_t AimedElements::turn() const {
  const size_t round = number_ / std::size(all_aims);
  return kind_ == Aim::constants ? 2 * round + (number_ % std::size(all_aims) != 0) : round;
}

int AimedElements::size_of(bool wide) const {
  static constexpr int sizes[] = {6, 10, 20, 3, 40, 60, 8, 30};
  const int size = sizes[turn() % std::size(sizes)];
  return wide ? size : std::min(size, 10);
}

Tensor AimedElements::reals(const Tensor& drawn) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  static const std::vector<double> special = {
      -0.0, std::numeric_limits<double>::quiet_NaN(), inf, -inf, 0.0, 1.0};
  const std::vector<double> at = reals_at(aims_, drawn.dtype());
  Reals values = drawn.as<double>();
  const size_t only = values.size() == 0 ? 0 : draw_.below(2) * draw_.below(values.size());
  const bool wide = drawn.dtype() == DType::float32 || drawn.dtype() == DType::float64;
  const int scale = size_of(wide);
  const double sign = number_ % 16 < 8 ? 1 : -1;
  for (size_t i = 0; i < values.size(); ++i) {
    double& x = values.data()[i];
    switch (kind_) {
      case Aim::constants:
        x = in_turn(at, i, values.size());
        break;
      case Aim::few:
        x = draw_.chance(0.5) ? in_turn(at, 0, 2) : in_turn(at, 1, 2);
        break;
      case Aim::single:
        x = i == only ? at[turn() % at.size()] : 0;
        break;
      case Aim::magnitudes:
        x = std::ldexp(x, static_cast<int>(draw_.between(wide ? -40 : -12, wide ? 40 : 14)));
        break;
      case Aim::size:
        x = sign * std::ldexp(1 + std::fabs(x) / 2, scale);
        break;
      case Aim::middling:
        x = std::copysign(std::exp2(draw_.real(3, 10)), x);
        break;
      case Aim::special:
        x = in_turn(special, i, values.size());
        break;
      default:
        x = draw_.chance(0.5) ? x : in_turn(at, i, values.size());
    }
  }
  ++inputs_;
  return Tensor::of(drawn.dtype(), values);
}

Tensor AimedElements::integers(const Tensor& drawn) {
  const std::vector<int64_t> at = integers_at(aims_, drawn.dtype());
  Ints values = drawn.as<int64_t>();
  const int bits = static_cast<int>(slot_bytes(drawn.dtype())) * 8;
  for (size_t i = 0; i < values.size(); ++i) {
    int64_t& x = values.data()[i];
    if (kind_ == Aim::magnitudes) {
      const auto power = static_cast<int>(draw_.between(0, bits - 2));
      const int64_t low = draw_.between(0, (int64_t{1} << 30) - 1);
      const int64_t high = draw_.between(0, (int64_t{1} << 30) - 1);
      x = ((high << 31 | low << 1 | 1) & ((int64_t{2} << power) - 1)) | (int64_t{1} << power);
      if (draw_.chance(0.5)) x = -x;
    } else if (kind_ == Aim::few && values.size() != 1) {
      x = draw_.chance(0.5) ? in_turn(at, 0, 2) : in_turn(at, 1, 2);
    } else {
      x = in_turn(at, i, values.size());
    }
  }
  ++inputs_;
  return of_integers(drawn.dtype(), values);
}

Tensor AimedElements::small_integers(const Tensor& drawn) {
  constexpr int64_t most = 64;
  std::vector<int64_t> at = {-1, 0, 1};
  for (const int64_t aim : aims_.integers) {
    if (std::abs(aim) > most) continue;
    for (const int64_t near : {aim, -aim, aim - 1, aim + 1, -aim - 1}) at.push_back(near);
  }
  Ints values = drawn.as<int64_t>();
  for (size_t i = 0; i < values.size(); ++i) values.data()[i] = in_turn(at, i, values.size());
  ++inputs_;
  return of_integers(drawn.dtype(), values);
}

Tensor AimedElements::indices(const Tensor& drawn, const Range& range) {
  const auto most = static_cast<int64_t>(range.high);
  const size_t count = static_cast<size_t>(most) + 1;
  std::vector<int64_t> at = {0, most};
  for (const int64_t row : aims_.rows) {
    if (row <= most) at.insert(at.end(), {row, row});
  }
  for (const int64_t aim : aims_.integers) {
    if (aim >= 0 && aim <= most) at.push_back(aim);
  }
  Ints values = drawn.as<int64_t>();
  for (size_t i = 0; i < values.size(); ++i) {
    int64_t& x = values.data()[i];
    const bool sweeps = kind_ == Aim::constants || kind_ == Aim::magnitudes;
    x = sweeps ? static_cast<int64_t>((number_ / 2 * values.size() + i) % count)
               : in_turn(at, i, values.size());
    if (negative_ && (kind_ != Aim::few && draw_.chance(0.4))) x -= most + 1;
  }
  ++inputs_;
  return of_integers(drawn.dtype(), values);
}

Tensor AimedElements::trips(const Tensor& drawn) {
  std::vector<int64_t> at = {0, 1, 2, 5, 17};
  constexpr int64_t most = 64;
  for (const int64_t aim : aims_.integers) {
    for (const int64_t near : {aim - 1, aim, aim + 1}) {
      const bool known = std::find(at.begin(), at.end(), near) != at.end();
      if (near >= 0 && near <= most && !known) at.push_back(near);
    }
  }
  return of_integers(drawn.dtype(), Ints(full(drawn.shape(), in_turn(at, 0, 1))));
}

Tensor AimedElements::like(const Tensor& other) {
  const auto changed = [&]<class T>(T x) {
    const T choices[] = {x, x, static_cast<T>(0) - x, x + 1, x - 1, x + x, x / 2};
    return choices[draw_.below(std::size(choices))];
  };
  if (is_float(other.dtype())) {
    Reals values = other.as<double>();
    for (double& x : values) x = changed(x);
    return Tensor::of(other.dtype(), values);
  }
  Ints values = other.as<int64_t>();
  for (int64_t& x : values) x = changed(x);
  return of_integers(other.dtype(), values);
}

bool AimedElements::are_special() const {
  return kind_ == Aim::special || (kind_ == Aim::size && size_of(true) >= 60);
}

}  // namespace etalon::equivalent
