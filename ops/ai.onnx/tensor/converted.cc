#include "ops/ai.onnx/tensor/converted.h"

#include "engine/numerics/numerics.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/evaluation.h"
#include "engine/values/utf8.h"

namespace etalon {

DType target_type(const Call& call) {
  const bool has_name = call.since_version() == 1;
  std::string name = has_name ? call.text("to") : "";
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const int64_t to = has_name ? static_cast<int64_t>(dtype_named(name)) : call.integer("to");
  for (const Type& accepted : call.schema().constraint("T2")->accepted) {
    if (static_cast<int64_t>(accepted.dtype) == to) return accepted.dtype;
  }
  throw InvalidInput("attribute 'to' is {}, which is not a type that it may name",
                     has_name ? in_quotes(call.text("to")) : std::to_string(to));
}

CastOptions cast_options(const Call& call) {
  CastOptions options{.wrap = call.since_version() >= 24};
  if (call.since_version() >= 19) options.saturate = call.flag("saturate");
  if (call.since_version() >= 24) options.round = e8m0_rounding(call.text("round_mode"));
  return options;
}

Numbers numbers_of(const Tensor& input) {
  const Tensor line = input.reshaped({input.size()});
  Bools replaced = full(input.shape(), false);
  for (size_t i = 0; i < input.size(); ++i) {
    try {
      cast(pick(line, 0, {i}), DType::float64);
    } catch (const Unspecified&) {
      replaced.flat(i) = true;
    }
  }
  const Tensor zero = cast(Tensor::zeros(DType::int64, {}), DType::string);
  return {choose(replaced, zero, input), replaced};
}

Tensor converted(const Tensor& input, DType to, const CastOptions& options) {
  const bool reads = input.dtype() == DType::string && to != DType::string;
  return cast(reads && evaluation().choices ? numbers_of(input).texts : input, to, options);
}

}  // namespace etalon
