#include "conformance/generate/input_lengths.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "engine/values/utf8.h"

namespace etalon {

namespace {

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

}  // namespace

InputLengths::InputLengths(const std::vector<ValueInfo>& inputs, const Dimensions& given,
                           Draw& draw, int attempt)
    : given_(given), draw_(draw), attempt_(attempt) {
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

int64_t InputLengths::length_for(const std::string& symbol, const Type& type, size_t axis) {
  if (of_image(type, axis)) {
    const std::vector<int64_t> sides = {32, 64, 224, 48, 96, 28, 256, 299};
    return sides[static_cast<size_t>(attempt_) % sides.size()];
  }
  const bool batch = axis == 0 || re2::RE2::PartialMatch(symbol, "(?i)batch");
  if (batch) return 1 + (attempt_ < 2 ? draw_.between(0, 1) : 0);
  const std::vector<int64_t> others = {0, 1, 8, 16, 2, 32, 128, 64};
  const int64_t other = others[static_cast<size_t>(attempt_) % others.size()];
  return other == 0 ? draw_.between(2, 5) : other;
}

void InputLengths::draw_for(const Type& type, const std::string& input) {
  if (type.element) draw_for(*type.element, input);
  if (!type.shape) return;
  for (size_t axis = 0; axis < type.shape->size(); ++axis) {
    const std::optional<std::string> symbol = symbol_of((*type.shape)[axis]);
    if (!symbol) continue;
    const std::string name = symbol->empty() ? unnamed(input, axis) : *symbol;
    if (known(name) == nullptr) drawn_[name] = length_for(*symbol, type, axis);
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

}  // namespace etalon
