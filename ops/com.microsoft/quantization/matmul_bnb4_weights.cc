#include "ops/com.microsoft/quantization/matmul_bnb4.h"

namespace etalon {
namespace {

constexpr float fp4[] = {0, 1 / 192.F, 2 / 3.F, 1, 1 / 3.F, 1 / 2.F, 1 / 6.F, 1 / 4.F};
constexpr float nf4[] = {-1.0F,
                         -0.6961928009986877F,
                         -0.5250730514526367F,
                         -0.39491748809814453F,
                         -0.28444138169288635F,
                         -0.18477343022823334F,
                         -0.09105003625154495F,
                         0.0F,
                         0.07958029955625534F,
                         0.16093020141124725F,
                         0.24611230194568634F,
                         0.33791524171829224F,
                         0.44070982933044434F,
                         0.5626170039176941F,
                         0.7229568362236023F,
                         1.0F};

// FP4's upper bit is the sign.
double code_of(int64_t quant_type, size_t q) {
  if (quant_type == 1) return nf4[q];
  return q < 8 ? fp4[q] : -fp4[q - 8];
}

}  // namespace

Bnb4::Bnb4(const Call& call) {
  const size_t N = positive(call, "N"), K = positive(call, "K"), count = N * K;
  const size_t block_size = block_size_of(call);
  const int64_t quant_type = call.integer("quant_type");
  if (quant_type != 0 && quant_type != 1) {
    throw InvalidInput("quant_type is {}, not 0 or 1", quant_type);
  }
  require_shape("B", call.tensor("B"), {(count + 1) / 2});
  require_shape("absmax", call.tensor("absmax"), {(count + block_size - 1) / block_size});
  const std::vector<int64_t> bytes = call.tensor("B").ints();
  Reals codes = empty_array<double>({N, K});
  std::vector<size_t> block_of(count);
  for (size_t i = 0; i < count; ++i) {
    const auto byte = size_t(bytes[i / 2]);
    codes.data()[i] = code_of(quant_type, i % 2 == 0 ? byte >> 4 : byte & 15);
    block_of[i] = i / block_size;
  }
  code = Tensor::decided(DType::float64, codes);
  absmax = pick(call.tensor("absmax"), 0, block_of).reshaped({N, K});
  const bool transB = call.flag("transB");
  if (transB) code = transposed(code, {1, 0}), absmax = transposed(absmax, {1, 0});
  product = call.tensor("A").shape();
  if (product.empty() || product.back() != code.dim(0)) {
    throw InvalidInput("A has shape {}, whose last dimension is not {}, {}", to_string(product),
                       transB ? "K" : "N", code.dim(0));
  }
  A = call.tensor("A").reshaped({split_at(product, product.size() - 1).before, code.dim(0)});
  product.back() = code.dim(1);
}

}  // namespace etalon
