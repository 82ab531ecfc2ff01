// StringSplit: what white space is beyond ASCII, and whether an empty string has a part.
#include "ops/ai.onnx/text/string_split.h"

#include <unicode/uchar.h>

#include "engine/numerics/numerics.h"
#include "ops/ai.onnx/other_shape.h"

namespace etalon {
namespace {

void no_strings(const Call& call) { at_point("empty", call.tensor("X").size() == 0); }

bool is_ascii_space(int32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_separator(int32_t c) { return c >= 0x1C && c <= 0x1F; }
bool is_no_break(int32_t c) { return c == 0xA0 || c == 0x2007 || c == 0x202F; }
bool is_space_or_separator(int32_t c) { return u_isUWhiteSpace(c) != 0 || is_separator(c); }
bool is_breaking_space(int32_t c) { return u_isUWhiteSpace(c) != 0 && !is_no_break(c); }

void open_space(Opening& open) {
  const auto option = [&](std::string_view name, size_t output, IsSpace is_space) {
    return Option{name, [&open, output, is_space] {
                    return split_strings(open.call, is_space)[output].tensor();
                  }};
  };
  for (size_t i = 0; i < 2; ++i) {
    open.output(i) = or_whole(
        open.output(i), "white_space", "unicode",
        {option("ascii", i, is_ascii_space), option("separators", i, is_space_or_separator),
         option("breaking", i, is_breaking_space)});
  }
}

// An empty string has one part, which is empty, or none.
void open_empty_string(Opening& open) {
  Tensor& Z = open.output(1);
  const Tensor& X = open.call.tensor("X");
  Ints fewer = Z.as<int64_t>();
  for (size_t i = 0; i < X.size(); ++i) {
    if (X.slots<std::string>()[i].empty()) fewer.flat(i) = 0;
  }
  const bool no_parts = std::all_of(fewer.begin(), fewer.end(), [](int64_t n) { return n == 0; });
  Shape shape = open.Y.shape();
  if (no_parts) shape.back() = 0;
  const Tensor Y = no_parts ? Tensor::zeros(DType::string, shape) : open.Y;
  open.Y = or_whole(open.Y, "empty_string", "one_part", {{"no_part", [&] { return Y; }}});
  const auto counts = [&] { return Tensor::of(DType::int64, fewer); };
  Z = or_whole(Z, "empty_string", "one_part", {{"no_part", counts}});
}

void string_split(Opening& open) {
  open.call.text("delimiter", "").empty() ? open_space(open) : open_empty_string(open);
}

const Open op("StringSplit", no_strings, string_split);

}  // namespace
}  // namespace etalon
