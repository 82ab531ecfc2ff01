#include "conformance/generate/model_inputs.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/common/usage_error.h"
#include "conformance/generate/draw.h"
#include "conformance/generate/elements.h"
#include "conformance/generate/windows.h"
#include "engine/operators/model.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

class InputLengths {
 public:
  // Draws a length for each dimension of the inputs that has no number and is not given: sides of
  // images and lengths of signals that suit the windows over them, 8 to 64 for other sequences, the
  // sum for a symbol like "past + length".
  InputLengths(const Graph& graph, const std::vector<ValueInfo>& inputs, const Dimensions& given,
               Draw& draw, int attempt);

  // Throws InvalidInput where the rank is not declared.
  Shape shape(const Type& type, const std::string& input) const;
  const Dimensions& drawn() const { return drawn_; }

 private:
  void draw_for(const Type& type, const std::string& input);
  int64_t length_for(const std::string& symbol, const Type& type, size_t axis,
                     const std::string& input);
  int64_t side(const Window& window) const;
  const int64_t* known(const std::string& name) const;

  const Dimensions& given_;
  const std::map<std::string, Window> windows_;
  Draw& draw_;
  const int attempt_;
  Dimensions drawn_;
};

// What an unnamed dimension is called where lengths are listed.
std::string unnamed(const std::string& input, size_t axis) {
  return fmt::format("axis {} of input {}", axis, in_quotes(input));
}

bool is_length(const Dim& dim, std::initializer_list<int64_t> numbers) {
  const auto* length = std::get_if<int64_t>(&dim);
  return length != nullptr && std::find(numbers.begin(), numbers.end(), *length) != numbers.end();
}

// Height or width of an image: [N, C, H, W], or [N, H, W, C] with one or three channels.
bool of_image(const Type& type, size_t axis) {
  if (type.shape->size() != 4 || axis == 0) return false;
  const bool channels_last = is_length((*type.shape)[3], {1, 3, 4});
  const bool numbers = is_float(type.dtype) || type.dtype == DType::uint8;
  return numbers && (channels_last ? axis < 3 : axis > 1);
}

// The symbol's name, or "" for a dimension that has none: "?" is what some exporters write there.
// Nothing for one with a number.
std::optional<std::string> symbol_of(const Dim& dim) {
  if (std::holds_alternative<int64_t>(dim)) return std::nullopt;
  const auto* symbol = std::get_if<std::string>(&dim);
  return symbol == nullptr || *symbol == "?" ? "" : *symbol;
}

InputLengths::InputLengths(const Graph& graph, const std::vector<ValueInfo>& inputs,
                           const Dimensions& given, Draw& draw, int attempt)
    : given_(given), windows_(windows_of(graph)), draw_(draw), attempt_(attempt) {
  for (const ValueInfo& input : inputs) draw_for(input.type, input.name);
  // Sums are known after what they are sums of.
  for (auto& [symbol, length] : drawn_) {
    std::string first;
    std::string second;
    if (!re2::RE2::FullMatch(symbol, R"(\s*(\w+)\s*\+\s*(\w+)\s*)", &first, &second)) continue;
    const int64_t* a = known(first);
    int64_t number = 0;
    const bool is_whole = re2::RE2::FullMatch(second, R"((\d{1,6}))", &number);
    const int64_t* b = is_whole ? &number : known(second);
    if (a != nullptr && b != nullptr) length = *a + *b;
  }
}

const int64_t* InputLengths::known(const std::string& name) const {
  for (const Dimensions* lengths : {&given_, &drawn_}) {
    if (const auto found = lengths->find(name); found != lengths->end()) return &found->second;
  }
  return nullptr;
}

// Of an image: two windows at least; what is usual, rounded up to whole strides; at last just that.
int64_t InputLengths::side(const Window& window) const {
  const std::vector<int64_t> sides = {32, 64, 224, 48, 96, 28, 256, 299};
  const size_t turn = static_cast<size_t>(attempt_);
  const int64_t usual = sides[turn % sides.size()];
  if (turn >= sides.size()) return usual;
  const int64_t least = std::max(usual, window.least + window.stride);
  return (least + window.stride - 1) / window.stride * window.stride;
}

int64_t InputLengths::length_for(const std::string& symbol, const Type& type, size_t axis,
                                 const std::string& input) {
  const auto found = windows_.find(input);
  const Window window = found == windows_.end() ? Window{} : found->second;
  if (of_image(type, axis)) return side(window);
  const bool batch = axis == 0 || re2::RE2::PartialMatch(symbol, "(?i)batch");
  if (batch) return 1 + (attempt_ < 2 ? draw_.between(0, 1) : 0);
  const std::vector<int64_t> others = {0, 0, 1, 8, 16, 2, 32, 128, 64};
  const int64_t other = others[static_cast<size_t>(attempt_) % others.size()];
  const int64_t length = other == 0 ? draw_.between(8, attempt_ == 0 ? 64 : 16) : other;
  return is_float(type.dtype) ? window.least + window.stride * (length - 1) : length;
}

void InputLengths::draw_for(const Type& type, const std::string& input) {
  if (type.element) draw_for(*type.element, input);
  if (!type.shape) return;
  for (size_t axis = 0; axis < type.shape->size(); ++axis) {
    const std::optional<std::string> symbol = symbol_of((*type.shape)[axis]);
    if (!symbol) continue;
    const std::string name = symbol->empty() ? unnamed(input, axis) : *symbol;
    if (known(name) == nullptr) drawn_[name] = length_for(*symbol, type, axis, input);
  }
}

Shape InputLengths::shape(const Type& type, const std::string& input) const {
  if (!type.shape) {
    throw InvalidInput("input {} has no declared shape; use --input to give it", in_quotes(input));
  }
  Shape shape;
  for (size_t axis = 0; axis < type.shape->size(); ++axis) {
    const Dim& dim = (*type.shape)[axis];
    const std::optional<std::string> symbol = symbol_of(dim);
    const int64_t length =
        symbol ? *known(symbol->empty() ? unnamed(input, axis) : *symbol) : std::get<int64_t>(dim);
    shape.push_back(static_cast<size_t>(length));
  }
  return shape;
}

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
  return tensor_of_integers(type, shape, {numbers.begin(), numbers.end()});
}

std::string range_text(const Range& range) {
  return fmt::format("{:.6g} … {:.6g}", range.low, range.high);
}

class InputDrawer {
 public:
  InputDrawer(const Model& model, const InputLengths& lengths, std::map<std::string, Shape> shapes,
              const Dimensions& known, Draw& draw, int attempt)
      : lengths_(lengths),
        wanted_(model, std::move(shapes), known),
        draw_(draw),
        attempt_(attempt) {}

  // The value, and in `drawn` what it was taken for.
  Value value(const std::string& name, const Type& type, DrawnInput& drawn);

 private:
  Tensor tensor(const std::string& name, const Type& type, DrawnInput& drawn);
  // 0 and 1, mostly 1, and 1 first in each row: a row without any would mask everything.
  Tensor mask(DType type, const Shape& shape);
  // In each row 0, 1, 2, … as far as the range goes; or, for segments, numbers that do not descend.
  Tensor ascending(DType type, const Shape& shape, const Range& range, bool by_one);
  // The numbers to draw, and in `reason` why.
  Range range_for(const std::string& name, const Type& type, std::string& reason);

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

// "indices of Gather-13 'embed'"
std::string reason_of(const Wanted& wanted) {
  return fmt::format("{} of {}", wanted.as, label_of(*wanted.node));
}

Range InputDrawer::range_for(const std::string& name, const Type& type, std::string& reason) {
  if (const auto wanted = wanted_.of(name)) {
    reason = reason_of(*wanted);
    Range range = *wanted;
    if (is_integer(type.dtype)) range = {std::ceil(range.low), std::floor(range.high)};
    // A later attempt follows a refusal, perhaps of a number that is too great.
    const double part = std::ldexp(range.high - range.low, -std::max(attempt_ - 1, 0));
    range.high = range.low + std::max(is_integer(type.dtype) ? std::floor(part) : part, 0.0);
    return range;
  }
  const Node* reader = wanted_.reader(name);
  reason = reader == nullptr ? "which no node reads" : "data of " + label_of(*reader);
  if (type.dtype == DType::uint8) return {0, 255};
  if (is_float(type.dtype) && type.shape && type.shape->size() == 4) {
    if (const auto image = wanted_.of_image(name)) {
      reason = reason_of(*image);
      return *image;
    }
  }
  return default_range(type.dtype, attempt_);
}

// Numbers of the whole range, none of them more often than others.
Tensor even_tensor(Draw& draw, DType type, const Shape& shape, const Range& range) {
  if (!is_float(type)) return random_tensor(draw, type, shape, range);
  const Range held = within(range, type);
  Reals numbers = empty_array<double>(shape);
  for (double& number : numbers) number = draw.real(held.low, held.high);
  return Tensor::of(type, numbers);
}

Tensor InputDrawer::tensor(const std::string& name, const Type& type, DrawnInput& drawn) {
  const Shape shape = lengths_.shape(type, name);
  drawn.type = fmt::format("{}{}", etalon::name(type.dtype), to_string(shape));
  const bool whole = is_integer(type.dtype);
  const bool numeric = whole || is_float(type.dtype) || type.dtype == DType::boolean;
  const auto by_name = [&](const Range& range, std::string_view what) {
    drawn.numbers = range_text(range);
    drawn.reason = fmt::format("{}, by its name", what);
  };
  if (numeric && re2::RE2::PartialMatch(name, "(?i)mask")) {
    by_name({0, 1}, "a mask");
    return mask(type.dtype, shape);
  }
  const Range range = range_for(name, type, drawn.reason);
  if (numeric) drawn.numbers = range_text(within(range, type.dtype));
  if (!whole) return even_tensor(draw_, type.dtype, shape, range);
  if (re2::RE2::PartialMatch(name, "(?i)position|(^|_)pos_ids")) {
    const Range places = wanted_.of(name) ? range : Range{0, 1e6};
    by_name(places, "positions");
    return ascending(type.dtype, shape, places, true);
  }
  if (re2::RE2::PartialMatch(name, "(?i)token_type|segment")) {
    const Range kinds = wanted_.of(name) ? range : Range{0, 1};
    by_name(kinds, "segments");
    return ascending(type.dtype, shape, kinds, false);
  }
  return random_tensor(draw_, type.dtype, shape, range);
}

Value InputDrawer::value(const std::string& name, const Type& type, DrawnInput& drawn) {
  if (type.kind == Type::Kind::tensor) return tensor(name, type, drawn);
  const auto element = [&] { return value(name, *type.element, drawn); };
  drawn.type = to_string(type);
  switch (type.kind) {
    case Type::Kind::sequence: {
      Sequence sequence{*type.element, {}};
      const size_t count = draw_.below(4);
      for (size_t i = 0; i < count; ++i) sequence.items.push_back(element());
      drawn.type = to_string(type);
      return sequence;
    }
    case Type::Kind::optional:
      if (draw_.chance(0.3)) return Optional{*type.element, nullptr};
      return Optional{*type.element, std::make_shared<const Value>(element())};
    default:
      throw Unsupported(
          "input {} is a {}, for which Etalon makes no random values; use --input to give it",
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

DrawnInputs add_random_inputs(const Model& model, const Dimensions& dimensions, Draw& draw,
                              Bindings& bindings, int attempt) {
  check_dimensions(model, dimensions);
  std::vector<ValueInfo> drawn;
  for (const ValueInfo& input : model.graph.inputs) {
    const bool there =
        bindings.count(input.name) != 0 || model.graph.initializers.count(input.name) != 0;
    if (!there) drawn.push_back(input);
  }
  const Dimensions given = known_lengths(model, dimensions, bindings);
  const InputLengths lengths(model.graph, drawn, given, draw, attempt);
  Dimensions known = given;
  known.insert(lengths.drawn().begin(), lengths.drawn().end());
  InputDrawer drawer(model, lengths, shapes_of(bindings, drawn, lengths), known, draw, attempt);
  DrawnInputs result{lengths.drawn(), {}};
  for (const ValueInfo& input : drawn) {
    check_deadline();
    result.inputs.push_back({.name = input.name});
    bindings[input.name] = drawer.value(input.name, input.type, result.inputs.back());
  }
  return result;
}

std::vector<std::string> to_lines(const DrawnInputs& drawn) {
  std::vector<std::string> lines;
  for (const DrawnInput& input : drawn.inputs) {
    std::string text = fmt::format("input {}, {}", in_quotes(input.name), input.type);
    if (!input.numbers.empty()) text += ": " + input.numbers + ", " + printable(input.reason);
    lines.push_back(std::move(text));
  }
  std::string text;
  for (const auto& [symbol, length] : drawn.lengths) {
    text += fmt::format("{}{} = {}", text.empty() ? "lengths drawn: " : ", ", printable(symbol),
                        length);
  }
  if (!text.empty()) lines.push_back(text + "; --dim gives others");
  return lines;
}

}  // namespace etalon
