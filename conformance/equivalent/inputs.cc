#include "conformance/equivalent/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <unordered_set>

#include "conformance/generate/wanted_numbers.h"
#include "engine/numerics/numerics.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

enum class Class {
  ordinary,
  sparse,
  equal,
  zeros,
  negative,
  small,
  large,
  ties,
  mixed,
  again,
  subnormal,
  huge,
  signed_zeros,
  nans,
  infinities,
  all_special,
};

struct ClassOf {
  Class kind;
  const char* words;
  bool special = false;
};

constexpr ClassOf classes[] = {
    {Class::ordinary, "ordinary values"},
    {Class::sparse, "zeros but for some elements"},
    {Class::equal, "equal elements"},
    {Class::zeros, "zeros"},
    {Class::negative, "values below 0"},
    {Class::small, "values near 0"},
    {Class::large, "large values"},
    {Class::ties, "ties, whole numbers and halves"},
    {Class::mixed, "values of all sizes"},
    {Class::again, "other ordinary values"},
    {Class::subnormal, "the least numbers", true},
    {Class::huge, "the greatest numbers", true},
    {Class::signed_zeros, "zeros of either sign", true},
    {Class::nans, "some elements NaN", true},
    {Class::infinities, "some elements infinite", true},
    {Class::all_special, "NaN, infinities and zeros of either sign", true},
};

// One element in place of the ordinary `x`; `first` is the first ordinary one.
class RealsOfClass {
 public:
  RealsOfClass(DType type, Draw& draw) : type_(type), draw_(draw) {}

  double of(Class kind, double x, double first) {
    switch (kind) {
      case Class::sparse:
        return draw_.real(0, 1) < 0.2 ? x : 0;
      case Class::equal:
        return first;
      case Class::zeros:
        return 0;
      case Class::negative:
        return x == 0 ? -0.5 : -std::fabs(x);
      case Class::small:
        return std::ldexp(x, -20);
      case Class::large:
        return std::ldexp(x, wide() ? 20 : 6);
      case Class::ties:
        return std::rint(x * 16) / 2;
      case Class::mixed:
        return any(x, first);
      case Class::subnormal:
        return std::ldexp(x, wide() ? -128 : -16);
      case Class::huge:
        return std::ldexp(x, wide() ? 126 : 14);
      default:
        return special(kind, x);
    }
  }

 private:
  bool wide() const { return type_ == DType::float32 || type_ == DType::float64; }

  double any(double x, double first) {
    static constexpr Class some[] = {Class::ordinary, Class::zeros, Class::small,
                                     Class::large,    Class::ties,  Class::equal};
    return of(some[static_cast<size_t>(draw_.real(0, 5.99))], x, first);
  }

  double special(Class kind, double x) {
    const double chance = draw_.real(0, 1);
    if (kind == Class::signed_zeros) return chance < 0.4 ? -0.0 : chance < 0.8 ? 0.0 : x;
    if (kind == Class::nans) return chance < 0.25 ? nan : x;
    if (kind == Class::infinities) return chance < 0.15 ? inf : chance < 0.3 ? -inf : x;
    if (kind != Class::all_special) return x;
    const double choices[] = {nan, inf, -inf, -0.0, 0.0, x, x};
    return choices[static_cast<size_t>(chance * 6.99)];
  }

  const DType type_;
  Draw& draw_;
};

Tensor reals_of(const Tensor& drawn, Class kind, Draw& draw) {
  Reals values = drawn.as<double>();
  const double first = values.size() == 0 ? 0 : values.data()[0];
  RealsOfClass of_class(drawn.dtype(), draw);
  for (double& value : values) value = of_class.of(kind, value, first);
  return Tensor::of(drawn.dtype(), values);
}

// Integers that no operator wants in a range.
Tensor integers_of(const Tensor& drawn, Class kind, Draw& draw) {
  Ints values = drawn.as<int64_t>();
  const int64_t first = values.size() == 0 ? 0 : values.data()[0];
  const bool is_signed = is_signed_integer(drawn.dtype());
  const int bits = static_cast<int>(slot_bytes(drawn.dtype())) * 8;
  for (int64_t& value : values) {
    const bool some = draw.real(0, 1) < 0.5;
    if (kind == Class::zeros || (kind == Class::sparse && some)) value = 0;
    if (kind == Class::equal) value = first;
    if (is_signed && (kind == Class::negative || (kind == Class::mixed && some)))
      value = -value - 1;
    if (kind == Class::large || kind == Class::huge) value = (value + 1) << (bits / 2 - 1);
  }
  if (is_signed) return Tensor::of(drawn.dtype(), values);
  return Tensor::of(drawn.dtype(), Naturals(xt::cast<uint64_t>(values)));
}

Tensor of_class(const Tensor& drawn, Class kind, bool free, Draw& draw) {
  const DType type = drawn.dtype();
  const bool takes_all = type == DType::float32 || type == DType::float64 ||
                         type == DType::float16 || type == DType::bfloat16;
  if (takes_all) return reals_of(drawn, kind, draw);
  if (free && is_integer(type)) return integers_of(drawn, kind, draw);
  if (type == DType::boolean && kind == Class::zeros) return Tensor::zeros(type, drawn.shape());
  return drawn;
}

// What the main graph's nodes do with the values that they read.
struct Readers {
  explicit Readers(const Model& model);
  // True if all of them are arithmetic on the elements: then any integers will do.
  bool are_arithmetic(const std::string& name) const { return !others.contains(name); }
  // True for a number that says how many elements a value has: others would make it huge.
  bool count(const std::string& name) const { return counts.contains(name); }

  std::unordered_set<std::string_view> others;
  std::unordered_set<std::string_view> counts;
};

Readers::Readers(const Model& model) {
  static const std::set<std::string_view> arithmetic = {
      "Abs",  "Add",   "BitShift", "Cast",        "Clip", "Div",  "Equal", "Greater",
      "Less", "Max",   "Identity", "LessOrEqual", "Min",  "Mod",  "Mul",   "GreaterOrEqual",
      "Neg",  "Where", "Pow",      "ReduceSum",   "Relu", "Sign", "Sub"};
  for (const Node& node : model.graph.nodes) {
    if (!arithmetic.contains(node.op_type)) others.insert(node.inputs.begin(), node.inputs.end());
    if (node.op_type == "Range") counts.insert(node.inputs.begin(), node.inputs.end());
    each_subgraph(node, [&](const Graph& graph) {
      others.insert(graph.captured.begin(), graph.captured.end());
    });
  }
}

// The symbols of the inputs' dimensions, in order. Those of images are left to the drawing.
std::vector<std::string> symbols_of(const Model& model) {
  std::vector<std::string> symbols;
  std::unordered_set<std::string_view> known;
  for (const ValueInfo& input : model.graph.inputs) {
    if (!input.type.shape) continue;
    for (const Dim& dim : *input.type.shape) {
      const auto* symbol = std::get_if<std::string>(&dim);
      if (symbol == nullptr || symbol->empty() || *symbol == "?") continue;
      if (known.insert(*symbol).second) symbols.push_back(*symbol);
    }
  }
  return symbols;
}

Dimensions lengths_of(const Model& model, const Dimensions& given, size_t number) {
  static constexpr int64_t lengths[] = {2, 3, 1, 5, 7};
  Dimensions all = given;
  const std::vector<std::string> symbols = symbols_of(model);
  for (size_t i = 0; i < symbols.size(); ++i) {
    all.emplace(symbols[i], lengths[(number + i) % std::size(lengths)]);
  }
  return all;
}

std::string lengths_text(const Dimensions& lengths) {
  std::string text;
  for (const auto& [name, length] : lengths) {
    text += fmt::format(", {} = {}", printable(name), length);
  }
  return text;
}

// One symbol goes through all lengths, the others have few elements; the next one in the next set.
Dimensions aimed_lengths(const Model& model, const Aims& aims, const Dimensions& given,
                         size_t number) {
  static constexpr int64_t few[] = {2, 3, 1, 5};
  const std::vector<int64_t> all = lengths_at(aims);
  const std::vector<std::string> symbols = symbols_of(model);
  Dimensions lengths = given;
  const size_t round = number + number / aimed_kinds();
  for (size_t i = 0; i < symbols.size(); ++i) {
    const bool goes = i == number % symbols.size();
    lengths.emplace(symbols[i], goes ? all[round / symbols.size() % all.size()]
                                     : few[(number + i) % std::size(few)]);
  }
  return lengths;
}

}  // namespace

size_t input_classes() { return std::size(classes); }

InputSet drawn_inputs(const Model& before, const Dimensions& dimensions, const Bindings& given,
                      size_t number, uint32_t seed, int attempt) {
  const ClassOf& chosen = classes[number % std::size(classes)];
  const bool plain = attempt == attempts - 1;
  Draw draw(seed + static_cast<uint32_t>(number) * 7919 + static_cast<uint32_t>(attempt));
  InputSet set;
  set.values = given;
  Dimensions lengths = attempt % 2 == 0 ? lengths_of(before, dimensions, number) : dimensions;
  lengths.merge(add_random_inputs(before, lengths, draw, set.values, attempt / 2).lengths);
  std::map<std::string, Shape> shapes;
  for (const auto& [name, value] : set.values) {
    if (value.is_tensor()) shapes[name] = value.tensor().shape();
  }
  WantedNumbers wanted(before, shapes, lengths);
  const Readers readers(before);
  for (auto& [name, value] : set.values) {
    check_deadline();
    if (plain || given.contains(name) || !value.is_tensor() || readers.count(name)) continue;
    const bool free = !wanted.of(name) && readers.are_arithmetic(name);
    value = of_class(value.tensor(), chosen.kind, free, draw);
  }
  set.what = (plain ? classes[0].words : chosen.words) + lengths_text(lengths);
  set.special = !plain && chosen.special;
  return set;
}

InputSet aimed_inputs(const Model& before, const Aims& aims, const Dimensions& dimensions,
                      size_t number, uint32_t seed, int attempt) {
  const AimOf& chosen = aim_of(number);
  Draw draw(seed + 0x5EED + static_cast<uint32_t>(number) * 7919);
  InputSet set;
  const bool own_lengths = attempt >= 2;
  Dimensions lengths = own_lengths ? dimensions : aimed_lengths(before, aims, dimensions, number);
  lengths.merge(add_random_inputs(before, lengths, draw, set.values, attempt).lengths);
  std::map<std::string, Shape> shapes;
  for (const auto& [name, value] : set.values) {
    if (value.is_tensor()) shapes[name] = value.tensor().shape();
  }
  WantedNumbers wanted(before, shapes, lengths);
  const Readers readers(before);
  AimedElements elements(aims, number, attempt % 2 == 0, draw);
  std::map<std::pair<DType, Shape>, Tensor> alike;
  for (const ValueInfo& input : before.graph.inputs) {
    const auto found = set.values.find(input.name);
    if (found == set.values.end() || !found->second.is_tensor()) continue;
    check_deadline();
    const Tensor drawn = found->second.tensor();
    const DType type = drawn.dtype();
    const std::optional<Wanted> range = wanted.of(input.name);
    const bool free = !range && readers.are_arithmetic(input.name);
    const auto other = alike.find({type, drawn.shape()});
    Tensor value = drawn;
    if (range && range->as == "counts" && range->node->op_type == "Loop" && is_integer(type)) {
      value = elements.trips(drawn);
    } else if (readers.count(input.name) || (range && range->as == "counts")) {
      continue;
    } else if (range && range->as == "indices" && is_integer(type) && range->low == 0) {
      value = elements.indices(drawn, *range);
    } else if (chosen.kind == Aim::like_others && other != alike.end() &&
               (free || is_float(type))) {
      value = elements.like(other->second);
    } else if (type == DType::boolean && drawn.size() == 1) {
      value = Tensor::of(type, Bools(full(drawn.shape(), number % 2 == 0)));
    } else if (type == DType::float32 || type == DType::float64 || type == DType::float16 ||
               type == DType::bfloat16) {
      value = elements.reals(drawn);
    } else if (free && is_integer(type)) {
      value = elements.integers(drawn);
    } else if (!range && is_signed_integer(type) && attempt % 2 == 0) {
      value = elements.small_integers(drawn);
    }
    alike.emplace(std::pair(type, drawn.shape()), value);
    found->second = value;
  }
  set.what = chosen.words + lengths_text(lengths);
  set.special = elements.are_special();
  return set;
}

namespace {

// Modulo the type's range.
Tensor moved_integers(const Tensor& X, double by) {
  constexpr double most = 0x1p62;
  const auto whole = static_cast<int64_t>(std::rint(std::clamp(by, -most, most)));
  Ints numbers = X.as<int64_t>();
  for (int64_t& x : numbers) x += whole;
  return Tensor::of(X.dtype(), numbers);
}

}  // namespace

std::optional<InputSet> steered_inputs(const Bindings& values, const Coverage::Aside& aside,
                                       int way) {
  const double beyond = std::max(std::ldexp(std::fabs(aside.constant), -8), 0x1p-20) * aside.way;
  const double wanted = aside.constant + beyond, off = wanted - aside.first;
  const double factor = wanted / aside.first;
  if (way == 0 && (!std::isfinite(factor) || factor == 0)) return std::nullopt;
  InputSet set;
  bool changed = false;
  for (const auto& [name, value] : values) {
    set.values[name] = value;
    const bool floats = value.is_tensor() && is_float(value.tensor().dtype());
    const bool integers = value.is_tensor() && is_integer(value.tensor().dtype());
    if (!floats && !(integers && way == 1)) continue;
    changed = true;
    if (integers) {
      set.values[name] = moved_integers(value.tensor(), off);
      continue;
    }
    const auto count = static_cast<double>(std::max<size_t>(value.tensor().size(), 1));
    Reals numbers = value.tensor().as<double>();
    for (double& x : numbers) x = way == 0 ? x * factor : x + (way == 1 ? off : off / count);
    set.values[name] = Tensor::of(value.tensor().dtype(), numbers);
  }
  set.what = fmt::format("values steered to where {} is {}", aside.label, aside.wanted);
  return changed ? std::optional(set) : std::nullopt;
}

}  // namespace etalon::equivalent
