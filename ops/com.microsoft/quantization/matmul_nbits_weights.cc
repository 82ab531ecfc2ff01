#include "engine/numerics/matmul.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/heads.h"
#include "ops/com.microsoft/quantization/matmul_nbits.h"

namespace etalon {
namespace {

// The block of each of K weights.
std::vector<size_t> blocks(const Call& call, size_t K, size_t block_size, size_t k_blocks) {
  std::vector<size_t> block_of(K);
  for (size_t k = 0; k < K; ++k) block_of[k] = k / block_size;
  const Tensor* g_idx = call.maybe("g_idx");
  if (!g_idx) return block_of;
  const auto groups = g_idx->ints();
  if (groups.size() < K) throw InvalidInput("g_idx has {} groups, less than {}", groups.size(), K);
  for (size_t k = 0; k < K; ++k) block_of[k] = entry_index(groups[k], k_blocks);
  return block_of;
}

// Throws Unspecified for weights that are packed already: nothing says how.
void require_not_prepacked(const Call& call, size_t block_size) {
  const int64_t weight_prepacked = call.integer("weight_prepacked");
  if (weight_prepacked == 0) return;
  if (weight_prepacked == 2 && block_size != 64 && block_size != 128) {
    throw InvalidInput("weight_prepacked 2 requires a block_size of 64 or 128, not {}", block_size);
  }
  throw Unspecified("weight_prepacked {} is the private layout of a kernel for B",
                    weight_prepacked);
}

// “B may represent an omitted projection by replacing one or more dimensions of its packed shape
// […] with 0. All remaining dimensions must retain their normal values.”
void require_packed_shape(const Tensor& B, Shape normal) {
  for (size_t i = 0; i < std::min(B.rank(), normal.size()); ++i) {
    if (B.dim(i) == 0) normal[i] = 0;
  }
  require_shape("B", B, normal);
}

}  // namespace

BlockWeights::BlockWeights(const Call& call) {
  const size_t N = positive(call, "N"), K = positive(call, "K");
  const size_t bits = positive(call, "bits"), block_size = block_size_of(call);
  require_not_prepacked(call, block_size);
  if (bits < 2 || bits > 8) throw InvalidInput("bits is {}, outside [2, 8]", bits);
  const size_t k_blocks = (K + block_size - 1) / block_size;
  const Tensor& B = call.tensor("B");
  require_packed_shape(B, {N, k_blocks, block_size * bits / 8});
  if (B.size() == 0) {
    q = zero_point = scale = Tensor::zeros(DType::float32, {N, 0});
    return;
  }
  const std::vector<size_t> block_of = blocks(call, K, block_size, k_blocks);
  const auto spread = [&](const Tensor& X) { return pick(X.reshaped({N, k_blocks}), 1, block_of); };
  q = slice(unpacked(B, bits, block_size).reshaped({N, k_blocks * block_size}), 1, 0, K);
  scale = spread(call.tensor("scales"));
  const Tensor* given = call.maybe("zero_points");
  if (!given) {
    const Tensor middle = scalar(DType::uint8, int64_t{1} << (bits - 1));
    zero_point = broadcast_to(middle, {N, K});
  } else if (given->dtype() == DType::uint8) {
    const size_t width = (k_blocks * bits + 7) / 8;
    zero_point = spread(unpacked(given->reshaped({N, width}), bits, k_blocks));
  } else {
    zero_point = spread(*given);
  }
}

Rows::Rows(const Call& call, const BlockWeights& B) : product(call.tensor("A").shape()) {
  const Tensor& given = call.tensor("A");
  const auto K = size_t(call.integer("K")), N = size_t(call.integer("N"));
  if (product.empty() || product.back() != K) {
    throw InvalidInput("A has shape {}, whose last dimension is not K, {}",
                       to_string(given.shape()), K);
  }
  if (const Tensor* bias = call.maybe("bias")) require_shape("bias", *bias, {N});
  const size_t rows = split_at(product, product.size() - 1).before;
  A = B.q.size() == 0 ? Tensor::zeros(given.dtype(), {rows, 0}) : given.reshaped({rows, K});
  product.back() = N;
}

std::optional<Values> nbits_product(const Call& call, const BlockWeights& B, const Rows& rows,
                                    const Tensor& A) {
  if (!is_integer(B.zero_point.dtype()) || B.q.size() == 0) return std::nullopt;
  const Reals weights =
      (B.q.as<double>() - B.zero_point.as<double>()) * B.scale.as<double>();  // exact
  const Tensor W = Tensor::decided(DType::float64, weights);
  const Reader bias(call.maybe("bias"));
  const DType T1 = call.tensor("A").dtype();
  const size_t N = W.dim(0);
  const Tensor Y = products_of(in_float64(A), false, W, true)
                       .rounded([&]<class R>(const R& sum, size_t at) -> R {
                         return typed(T1, bias ? R(sum + bias.at<R>(at % N)) : sum);
                       });
  return Values{typed(T1, Y).reshaped(rows.product)};  // exact
}

}  // namespace etalon
