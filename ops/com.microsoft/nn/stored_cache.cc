#include "engine/numerics/cast.h"
#include "engine/operators/choice.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "ops/ai.onnx/quantization/quantized.h"
#include "ops/com.microsoft/nn/group_query.h"

namespace etalon {
namespace {

constexpr int64_t middle = 8;  // of two unsigned numbers of 4 bits in a byte, the first one lowest

// Elements [-8, 7] along the last axis, two in a byte; and back.
Tensor in_bytes(const Tensor& q) {
  const Shape& shape = q.shape();
  const Ints pairs = q.reshaped({q.size() / 2, 2}).as<int64_t>() + middle;
  Ints bytes = empty_array<int64_t>({shape[0], shape[1], shape[2], shape[3] / 2});
  for (size_t i = 0; i < bytes.size(); ++i) bytes.flat(i) = pairs(i, 0) + 16 * pairs(i, 1);
  return Tensor::of(DType::uint8, Naturals(xt::cast<uint64_t>(bytes)));
}
Tensor nibbles(const Tensor& bytes) {
  const Shape& shape = bytes.shape();
  const Naturals x = bytes.as<uint64_t>();
  Ints q = empty_array<int64_t>({x.size(), 2});
  for (size_t i = 0; i < x.size(); ++i) {
    q(i, 0) = int64_t(x.flat(i) % 16) - middle;
    q(i, 1) = int64_t(x.flat(i) / 16) - middle;
  }
  return Tensor::of(DType::int8, q).reshaped({shape[0], shape[1], shape[2], 2 * shape[3]});
}

}  // namespace

StoredCache::StoredCache(const Call& call, std::string_view which, DType T)
    : T_(T), scale_name_(std::string(which) + "_scale"), scale_(call.maybe(scale_name_)) {
  const Tensor* past = call.maybe(which == "k" ? "past_key" : "past_value");
  const std::string attribute = std::string(which) + "_quant_type";
  quantizes_ =
      call.choice<bool>(attribute, {{"NONE", false}, {"PER_TENSOR", true}, {"PER_CHANNEL", true}});
  type_ = past ? past->dtype() : T;
  if (!quantizes_) {
    if (type_ != T) throw InvalidInput("a cache of {} needs {}", name(type_), attribute);
    return;
  }
  if (!past || !scale_) throw InvalidInput("{} needs a past and {}", attribute, scale_name_);
  const int64_t bits = call.integer("kv_cache_bit_width", 8);
  const bool fits =
      type_ == DType::uint8 ? bits == 4 : bits == 8 && (type_ == DType::int8 || is_float(type_));
  if (!fits || type_ == T) {
    throw InvalidInput("a quantized cache of {} has no kv_cache_bit_width {}", name(type_), bits);
  }
}

// A scale for each element: one for all, or one for each channel of all or of each head.
Tensor StoredCache::scales(const Tensor& X) const {
  const Shape shape{1, X.dim(1), 1, X.dim(3)};
  if (scale_->size() == 1) return scale_->reshaped({});
  bool broadcasts = scale_->rank() <= shape.size();
  for (size_t i = 1; broadcasts && i <= scale_->rank(); ++i) {
    const size_t size = scale_->dim(scale_->rank() - i);
    broadcasts = size == 1 || size == shape[shape.size() - i];
  }
  if (broadcasts) return broadcast_to(*scale_, shape);
  throw InvalidInput("{} has the shape {}, which does not broadcast to {}", scale_name_,
                     to_string(scale_->shape()), to_string(shape));
}

Tensor StoredCache::stored(const Tensor& X) const {
  if (!quantizes_) return X;
  if (varies(X)) throw Undecided();
  // Integers have no bounds: what a runtime's steps may decide otherwise is open.
  const Setting exact(&Evaluation::rounding, nullptr);
  const Tensor q = each(DType::float64, X.with_side(nullptr), scales(X),
                        [](const auto& x, const auto& scale) { return x / scale; });
  if (is_float(type_)) return cast(q, type_);
  const Reals zero = scalar_array(0.0);
  if (type_ == DType::int8) return quantized(DType::int8, q.as<double>(), zero);
  return in_bytes(quantized(DType::int4, q.as<double>(), zero));
}

Tensor StoredCache::read(const Tensor& X) const {
  if (!quantizes_) return X;
  const Tensor q = in_float64(type_ == DType::uint8 ? nibbles(X) : X);
  return each(T_, q, scales(q), [](const auto& q, const auto& scale) { return q * scale; });
}

}  // namespace etalon
