#include "conformance/generate/model_inputs.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "conformance/common/usage_error.h"
#include "conformance/generate/elements.h"
#include "conformance/generate/input_lengths.h"
#include "conformance/generate/wanted_numbers.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// The numbers of an input of which no operator wants anything; later attempts have fewer.
Range default_range(DType type, int attempt) {
  if (is_float(type)) {
    constexpr Range reals[] = {{-1, 1}, {0, 1}, {0.25, 1}, {-0.125, 0.125}};
    return reals[std::min(attempt, 3)];
  }
  constexpr Range whole[] = {{0, 9}, {0, 4}, {0, 2}, {0, 1}, {1, 1}, {0, 0}};
  return whole[std::min(attempt, 5)];
}

Tensor of_numbers(DType type, const Shape& shape, const std::vector<double>& numbers) {
  Ints array = empty_array<int64_t>(shape);
  for (size_t i = 0; i < numbers.size(); ++i) array.flat(i) = static_cast<int64_t>(numbers[i]);
  if (is_float(type)) return tensor_of_reals(type, shape, numbers);
  if (is_signed_integer(type)) return Tensor::of(type, array);
  return Tensor::of(type, Naturals(xt::cast<uint64_t>(array)));
}

class InputDrawer {
 public:
  InputDrawer(const Model& model, const InputLengths& lengths, std::map<std::string, Shape> shapes,
              Draw& draw, int attempt)
      : lengths_(lengths), wanted_(model, std::move(shapes)), draw_(draw), attempt_(attempt) {}

  Value value(const std::string& name, const Type& type);

 private:
  Tensor tensor(const std::string& name, const Type& type);
  // 0 and 1, mostly 1, and 1 first in each row: a row without any would mask everything.
  Tensor mask(DType type, const Shape& shape);
  // In each row 0, 1, 2, … as far as the range goes; or, for segments, numbers that do not descend.
  Tensor ascending(DType type, const Shape& shape, const Range& range, bool by_one);
  Range range_for(const std::string& name, const Type& type);

  const InputLengths& lengths_;
  WantedNumbers wanted_;
  Draw& draw_;
  const int attempt_;
};

Tensor InputDrawer::mask(DType type, const Shape& shape) {
  std::vector<double> numbers(element_count(shape), 1);
  const size_t row = shape.empty() ? 1 : std::max<size_t>(shape.back(), 1);
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i % row != 0 && draw_.chance(0.25)) numbers[i] = 0;
  }
  return of_numbers(type, shape, numbers);
}

Tensor InputDrawer::ascending(DType type, const Shape& shape, const Range& range, bool by_one) {
  std::vector<double> numbers(element_count(shape), range.low);
  const size_t row = shape.empty() ? 1 : std::max<size_t>(shape.back(), 1);
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i % row == 0) continue;
    const double next = numbers[i - 1] + (by_one || draw_.chance(0.3) ? 1 : 0);
    numbers[i] = std::min(next, std::max(range.high, range.low));
  }
  return of_numbers(type, shape, numbers);
}

Range InputDrawer::range_for(const std::string& name, const Type& type) {
  if (const auto wanted = wanted_.of(name)) {
    Range range = *wanted;
    if (is_integer(type.dtype)) range = {std::ceil(range.low), std::floor(range.high)};
    // A later attempt follows a refusal, perhaps of a number that is too great.
    const double part = std::ldexp(range.high - range.low, -std::max(attempt_ - 1, 0));
    range.high = range.low + std::max(is_integer(type.dtype) ? std::floor(part) : part, 0.0);
    return range;
  }
  if (type.dtype == DType::uint8) return {0, 255};
  if (is_float(type.dtype) && type.shape && type.shape->size() == 4) {
    if (const auto image = wanted_.of_image(name)) return *image;
  }
  return default_range(type.dtype, attempt_);
}

Tensor InputDrawer::tensor(const std::string& name, const Type& type) {
  const Shape shape = lengths_.shape(type, name);
  const bool whole = is_integer(type.dtype);
  const bool numeric = whole || is_float(type.dtype) || type.dtype == DType::boolean;
  if (numeric && re2::RE2::PartialMatch(name, "(?i)mask")) return mask(type.dtype, shape);
  const Range range = range_for(name, type);
  if (!whole) return random_tensor(draw_, type.dtype, shape, range);
  if (re2::RE2::PartialMatch(name, "(?i)position|(^|_)pos_ids")) {
    const Range places = wanted_.of(name) ? range : Range{0, 1e6};
    return ascending(type.dtype, shape, places, true);
  }
  if (re2::RE2::PartialMatch(name, "(?i)token_type|segment")) {
    const Range kinds = wanted_.of(name) ? range : Range{0, 1};
    return ascending(type.dtype, shape, kinds, false);
  }
  return random_tensor(draw_, type.dtype, shape, range);
}

Value InputDrawer::value(const std::string& name, const Type& type) {
  switch (type.kind) {
    case Type::Kind::tensor:
      return tensor(name, type);
    case Type::Kind::sequence: {
      Sequence sequence{*type.element, {}};
      const size_t count = draw_.below(4);
      for (size_t i = 0; i < count; ++i) sequence.items.push_back(value(name, *type.element));
      return sequence;
    }
    case Type::Kind::optional:
      if (draw_.chance(0.3)) return Optional{*type.element, nullptr};
      return Optional{*type.element, std::make_shared<const Value>(value(name, *type.element))};
    default:
      throw Unsupported("input {} is a {}, which is not drawn; use --input to give it",
                        in_quotes(name), to_string(type));
  }
}

bool has_dimension(const Type& type, const std::string& symbol) {
  if (type.element) return has_dimension(*type.element, symbol);
  return type.shape &&
         std::find(type.shape->begin(), type.shape->end(), Dim(symbol)) != type.shape->end();
}

void check_dimensions(const Model& model, const Dimensions& dimensions) {
  for (const auto& [symbol, length] : dimensions) {
    const bool found = std::any_of(
        model.graph.inputs.begin(), model.graph.inputs.end(),
        [&symbol = symbol](const ValueInfo& input) { return has_dimension(input.type, symbol); });
    if (!found) throw UsageError("--dim " + symbol + ": no input has a dimension with this name");
  }
}

// The shapes of all inputs that are tensors, given or to be drawn.
std::map<std::string, Shape> shapes_of(const Bindings& given, const std::vector<ValueInfo>& drawn,
                                       const InputLengths& lengths) {
  std::map<std::string, Shape> shapes;
  for (const auto& [name, value] : given) {
    if (value.is_tensor()) shapes[name] = value.tensor().shape();
  }
  for (const ValueInfo& input : drawn) {
    if (input.type.kind != Type::Kind::tensor) continue;
    shapes[input.name] = lengths.shape(input.type, input.name);
  }
  return shapes;
}

// The lengths that are given, and those that the given values have.
Dimensions known_lengths(const Model& model, const Dimensions& dimensions, const Bindings& given) {
  Dimensions known = dimensions;
  for (const ValueInfo& input : model.graph.inputs) {
    const auto value = given.find(input.name);
    if (value == given.end() || !value->second.is_tensor() || !input.type.shape) continue;
    const Shape& shape = value->second.tensor().shape();
    for (size_t i = 0; i < std::min(shape.size(), input.type.shape->size()); ++i) {
      const auto* symbol = std::get_if<std::string>(&(*input.type.shape)[i]);
      if (symbol != nullptr && !symbol->empty())
        known.emplace(*symbol, static_cast<int64_t>(shape[i]));
    }
  }
  return known;
}

}  // namespace

Dimensions add_random_inputs(const Model& model, const Dimensions& dimensions, Draw& draw,
                             Bindings& bindings, int attempt) {
  check_dimensions(model, dimensions);
  std::vector<ValueInfo> drawn;
  for (const ValueInfo& input : model.graph.inputs) {
    const bool there =
        bindings.count(input.name) != 0 || model.graph.initializers.count(input.name) != 0;
    if (!there) drawn.push_back(input);
  }
  const Dimensions known = known_lengths(model, dimensions, bindings);
  const InputLengths lengths(drawn, known, draw, attempt);
  InputDrawer drawer(model, lengths, shapes_of(bindings, drawn, lengths), draw, attempt);
  for (const ValueInfo& input : drawn) {
    bindings[input.name] = drawer.value(input.name, input.type);
  }
  return lengths.drawn();
}

}  // namespace etalon
