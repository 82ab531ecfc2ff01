#include "ops/com.microsoft/nn/moe.h"
#include "ops/com.microsoft/quantization/packed.h"

namespace etalon {
namespace {

// One of QMoE's layers, "fc1" to "fc3".
struct QuantizedLayer {
  QuantizedLayer(const Call& call, const std::string& fc);
  Tensor weights() const;

  const Call& call;
  std::string fc;
  const Tensor &q, *scales, *zero_points, *global_scale;
  size_t bits, block_size;  // 0: a row is a block

 private:
  Tensor integers() const;
  Tensor zeros_of(size_t experts, size_t rows, size_t blocks) const;
  void require_codes_of_3_bits(const Tensor& zeros, size_t blocks) const;
  Tensor floats() const;
  Tensor square_blocks() const;
};

QuantizedLayer::QuantizedLayer(const Call& call, const std::string& fc)
    : call(call),
      fc(fc),
      q(*call.maybe(fc + "_experts_weights")),
      scales(call.maybe(fc + "_scales")),
      zero_points(call.maybe(fc + "_zero_points")),
      global_scale(fc == "fc3" ? nullptr : call.maybe(fc + "_global_scale")),
      bits(weight_bits(call, fc)),
      block_size(weight_block_size(call)) {
  require_rank(fc + "_experts_weights", q, 3);
  const bool is_required = call.text("quant_type") == "fp8" && block_size != 0;
  if (is_required && !scales) throw InvalidInput("blocks of fp8 require {}_scales", fc);
  if (!scales && !global_scale)
    throw Unspecified("the text does not say what weights without {}_scales are", fc);
}

Tensor QuantizedLayer::weights() const {
  return call.text("quant_type") == "fp8" ? floats() : integers();
}

Tensor QuantizedLayer::integers() const {
  if (bits != 2 && bits != 3 && bits != 4 && bits != 8) {
    throw InvalidInput("the weights of {} have {} bits, not 2, 3, 4 or 8", fc, bits);
  }
  if (q.dtype() != DType::uint8) {
    throw InvalidInput("{}_experts_weights are of {}, not uint8", fc, name(q.dtype()));
  }
  const size_t experts = q.dim(0), rows = q.dim(1), columns = q.dim(2) * 8 / bits;
  if (block_size != 0 && columns % block_size != 0) {
    throw InvalidInput("{} has rows of {}, which block_size {} does not divide", fc, columns,
                       block_size);
  }
  const size_t size = block_size == 0 ? std::max<size_t>(columns, 1) : block_size;
  const size_t blocks = block_size == 0 ? 1 : columns / block_size;
  require_shape(fc + "_scales", *scales,
                block_size == 0 ? Shape{experts, rows} : Shape{experts, rows, blocks});
  const Tensor zeros = zeros_of(experts, rows, blocks);
  if (bits == 3) require_codes_of_3_bits(zeros, blocks);
  std::vector<size_t> block_of(columns);
  for (size_t k = 0; k < columns; ++k) block_of[k] = k / size;
  const auto spread = [&](const Tensor& X) {
    return pick(X.reshaped({experts, rows, blocks}), 2, block_of);
  };
  return each(DType::float64, unpacked(q, bits, columns), spread(zeros), spread(*scales),
              [](const auto& number, const auto& zero, const auto& scale) {
                return (number - zero) * scale;  // exact
              });
}

// One for each scale.
Tensor QuantizedLayer::zeros_of(size_t experts, size_t rows, size_t blocks) const {
  if (!zero_points) {
    return broadcast_to(scalar(DType::uint8, int64_t{1} << (bits - 1)), scales->shape());
  }
  const auto bytes = [&](size_t numbers) { return (numbers * bits + 7) / 8; };
  require_shape(
      fc + "_zero_points", *zero_points,
      block_size == 0 ? Shape{experts, bytes(rows)} : Shape{experts, rows, bytes(blocks)});
  return unpacked(*zero_points, bits, block_size == 0 ? rows : blocks);
}

// “Each unpacked 3-bit zero-point code must equal 4 […]. Unused high padding bits must be zero.”
void QuantizedLayer::require_codes_of_3_bits(const Tensor& zeros, size_t blocks) const {
  for (const double scale : Reals(scales->as<double>())) {
    if (scale >= 0 && std::isfinite(scale)) continue;
    throw InvalidInput(
        "{}_scales has {}: the scales of 3-bit weights must be finite and not negative", fc, scale);
  }
  if (xt::any(Bools(xt::not_equal(zeros.as<int64_t>(), 4)))) {
    throw InvalidInput("{}_zero_points of 3 bits must be 4", fc);
  }
  const size_t used = 3 * blocks % 8, last = 3 * blocks / 8;
  if (!zero_points || used == 0) return;
  for (const int64_t byte : pick(*zero_points, 2, {last}).ints()) {
    if (byte >> used != 0) throw InvalidInput("the padding of {}_zero_points is not 0", fc);
  }
}

// “Without a positive block_size, FP8 uses the legacy per-expert fc*_global_scale inputs instead.”
Tensor QuantizedLayer::floats() const {
  if (q.dtype() != DType::float8e4m3fn) {
    throw InvalidInput("{}_experts_weights are of {}, not float8e4m3fn", fc, name(q.dtype()));
  }
  if (zero_points) throw InvalidInput("quant_type fp8 has no {}_zero_points", fc);
  if (block_size != 0) return square_blocks();
  if (scales) throw InvalidInput("{}_scales want a block_size", fc);
  require_shape(fc + "_global_scale", *global_scale, {q.dim(0)});
  return each(DType::float64, q, global_scale->reshaped({q.dim(0), 1, 1}),
              [](const auto& number, const auto& scale) { return number * scale; });  // exact
}

Tensor QuantizedLayer::square_blocks() const {
  if (global_scale) throw InvalidInput("blocks of fp8 do not use {}_global_scale", fc);
  if (scales->dtype() == DType::float8e8m0 || scales->dtype() == DType::float8e4m3fn) {
    throw InvalidInput("{}_scales are of {}, not a float of 16 or 32 bits", fc,
                       name(scales->dtype()));
  }
  const size_t experts = q.dim(0), rows = q.dim(1), columns = q.dim(2);
  const auto blocks = [&](size_t numbers) { return (numbers + block_size - 1) / block_size; };
  require_shape(fc + "_scales", *scales, {experts, blocks(rows), blocks(columns)});
  std::vector<size_t> row_of(rows), column_of(columns);
  for (size_t n = 0; n < rows; ++n) row_of[n] = n / block_size;
  for (size_t k = 0; k < columns; ++k) column_of[k] = k / block_size;
  return each(DType::float64, q, pick(pick(*scales, 1, row_of), 2, column_of),
              [](const auto& number, const auto& scale) { return number * scale; });  // exact
}

}  // namespace

Experts experts_of_qmoe(const Call& call) {
  require_quantization(call);
  const auto weights = [&](const char* fc) { return QuantizedLayer(call, fc).weights(); };
  ExpertWeights all{weights("fc1"), weights("fc2"), {}};
  if (call.maybe("fc3_experts_weights")) all.fc3 = weights("fc3");
  Experts of(call, all);
  if (const Tensor* given = call.maybe("router_weights")) {
    require_shape("router_weights", *given, {of.tokens, of.num_experts});
    of.router_weights = Reader(given);
  } else {
    of.normalize = true;
  }
  return of;
}

}  // namespace etalon
