#include "conformance/check/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "conformance/common/text_lines.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/elements.h"

namespace etalon {

namespace {

constexpr size_t summary_threshold = 1000;
constexpr size_t edge_items = 3;

class TensorText {
 public:
  explicit TensorText(const Tensor& tensor)
      : shape_(tensor.shape()),
        print_(element_printer(tensor)),
        elide_(tensor.size() > summary_threshold) {}

  std::string text(size_t axis, size_t offset) const {
    if (axis == shape_.size()) return print_(offset);
    size_t stride = 1;
    for (size_t inner = axis + 1; inner < shape_.size(); ++inner) stride *= shape_[inner];
    const bool innermost = axis + 1 == shape_.size();
    const std::string separator = innermost ? ", " : ",\n" + std::string(axis + 1, ' ');
    const size_t length = shape_[axis];
    const bool cut = elide_ && length > 2 * edge_items;
    std::string out = "[";
    for (size_t i = 0; i < length; ++i) {
      if (i != 0) out += separator;
      if (cut && i == edge_items) {
        out += "..." + separator;
        i = length - edge_items;
      }
      out += text(axis + 1, offset + i * stride);
    }
    return out + "]";
  }

 private:
  const Shape& shape_;
  ElementPrinter print_;
  bool elide_;
};

std::string sequence_text(const Sequence& sequence) {
  std::string out;
  for (size_t i = 0; i < sequence.items.size(); ++i) {
    out += fmt::format("{}item {}: {}\n  {}", i == 0 ? "" : "\n", i, type_text(sequence.items[i]),
                       indented(value_text(sequence.items[i]), 2));
  }
  return out.empty() ? "(no items)" : out;
}

std::string map_text(const Map& map) {
  const ElementPrinter key = element_printer(map.keys);
  std::string out;
  for (size_t i = 0; i < map.values.size(); ++i) {
    out += fmt::format("{}{}: {}", i == 0 ? "" : "\n", key(i), value_text(map.values[i]));
  }
  return out.empty() ? "(no keys)" : out;
}

}  // namespace

std::string value_text(const Value& value) {
  if (value.absent()) return "(absent)";
  if (value.is_tensor()) return TensorText(value.tensor()).text(0, 0);
  if (value.is_sequence()) return sequence_text(value.sequence());
  if (value.is_map()) return map_text(value.map());
  if (value.is_optional()) {
    const auto& held = value.optional().held;
    return held ? value_text(*held) : "(nothing)";
  }
  const SparseTensor& sparse = value.sparse();
  return "values " + value_text(sparse.values) + "\nindices " + value_text(sparse.indices);
}

std::string range_text(const Value& value) {
  if (!value.is_tensor() || value.tensor().size() == 0) return "";
  const Tensor& tensor = value.tensor();
  const DType type = tensor.dtype();
  if (type == DType::string || is_complex(type)) return "";
  return numeric(type, [&]<class T>() {
    const Array<T> elements = tensor.as<T>();
    std::vector<T> numbers;
    std::copy_if(elements.begin(), elements.end(), std::back_inserter(numbers),
                 [](const T& x) { return x == x; });
    const auto text = [&](const T& x) {
      if constexpr (std::is_same_v<T, double>) {
        return element_text(type, x);
      } else {
        return exact_text(type, x);
      }
    };
    std::string range;
    if (!numbers.empty()) {
      const auto [least, greatest] = std::minmax_element(numbers.begin(), numbers.end());
      range = *least == *greatest ? text(*least) : text(*least) + " … " + text(*greatest);
    }
    const size_t nan = elements.size() - numbers.size();
    if (nan == 0) return range;
    return fmt::format("{}{} NaN", range.empty() ? "" : range + ", ", nan);
  });
}

std::string type_text(const Value& value) {
  if (value.absent()) return "absent";
  const std::string type = to_string(value.type());
  if (value.is_tensor()) return type + " " + to_string(value.tensor().shape());
  if (value.is_sparse()) return type + " " + to_string(value.sparse().shape);
  if (value.is_sequence()) return fmt::format("{}, {} items", type, value.sequence().items.size());
  if (value.is_map()) return fmt::format("{}, {} keys", type, value.map().values.size());
  return type;
}

}  // namespace etalon
