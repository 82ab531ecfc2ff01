#include "engine/values/tensor.h"

#include <cstring>
#include <mutex>

#include "engine/values/canonical.h"
#include "engine/values/copying.h"
#include "engine/values/evaluation.h"
#include "engine/values/mapped.h"
#include "engine/values/narrow_float.h"
#include "engine/values/side.h"
#include "engine/values/texts.h"

namespace etalon {
namespace {

// Their bytes must fit an address, too: 2^27 elements where addresses have 32 bits (WebAssembly).
constexpr size_t most_elements = size_t{1} << (sizeof(size_t) > 4 ? 48 : 27);

enum class Overflow { to_infinity, saturates };

template <class Format, Overflow Rule>
struct Narrow {
  static double decode(uint32_t bits) { return Format::decode(bits); }
  static uint32_t encode(double value) {
    return Format::encode(value, Rule == Overflow::saturates);
  }
};

struct NarrowE8M0 {
  static double decode(uint32_t bits) { return Float8E8M0::decode(bits); }
  static uint32_t encode(double value) { return Float8E8M0::encode(value); }
};

// Calls f(format) with the codec of a float type narrower than float32.
template <class F>
decltype(auto) with_narrow(DType type, F&& f) {
  switch (type) {
    case DType::float16:
      return f(Narrow<Float16, Overflow::to_infinity>{});
    case DType::bfloat16:
      return f(Narrow<BFloat16, Overflow::to_infinity>{});
    case DType::float8e4m3fn:
      return f(Narrow<Float8E4M3FN, Overflow::saturates>{});
    case DType::float8e4m3fnuz:
      return f(Narrow<Float8E4M3FNUZ, Overflow::saturates>{});
    case DType::float8e5m2:
      return f(Narrow<Float8E5M2, Overflow::saturates>{});
    case DType::float8e5m2fnuz:
      return f(Narrow<Float8E5M2FNUZ, Overflow::saturates>{});
    case DType::float4e2m1:
      return f(Narrow<Float4E2M1, Overflow::saturates>{});
    case DType::float6e2m3:
      return f(Narrow<Float6E2M3, Overflow::saturates>{});
    case DType::float6e3m2:
      return f(Narrow<Float6E3M2, Overflow::saturates>{});
    case DType::float8e8m0:
      return f(NarrowE8M0{});
    default:
      throw InternalError("tensor({}) is not a narrow float", name(type));
  }
}

// Two's complement value of the low bits of `word`.
template <class Word>
int64_t sign_extended(Word word, int bits) {
  const int unused = 64 - bits;
  return static_cast<int64_t>(static_cast<uint64_t>(word) << unused) >> unused;
}

uint64_t low_bits(uint64_t word, int bits) { return word & (~uint64_t{0} >> (64 - bits)); }

// Calls f(read) where read(i) is element i as double, int64_t, uint64_t, complex or string.
template <class F>
void visit_elements(const Tensor& t, F&& f) {
  const DType type = t.dtype();
  if (type == DType::string) {
    f([in = t.slots<std::string>()](size_t i) -> const std::string& { return in[i]; });
  } else if (type == DType::float32) {
    f([in = t.slots<float>()](size_t i) -> double { return in[i]; });
  } else if (type == DType::float64) {
    f([in = t.slots<double>()](size_t i) { return in[i]; });
  } else if (type == DType::complex64) {
    f([in = t.slots<float>()](size_t i) { return std::complex<double>(in[2 * i], in[2 * i + 1]); });
  } else if (type == DType::complex128) {
    f([in = t.slots<double>()](size_t i) {
      return std::complex<double>(in[2 * i], in[2 * i + 1]);
    });
  } else {
    by_slot(type, [&]<class W>() {
      if constexpr (std::is_integral_v<W>) {
        const auto in = t.slots<W>();
        const int bits = bit_width(type);
        if (is_float(type)) {
          with_narrow(type, [&](auto codec) {
            f([=](size_t i) -> double { return codec.decode(in[i]); });
          });
        } else if (is_signed_integer(type)) {
          f([=](size_t i) { return sign_extended(in[i], bits); });
        } else {
          f([=](size_t i) { return static_cast<uint64_t>(in[i]); });
        }
      }
    });
  }
}

template <class To, class From>
constexpr bool converts = std::is_same_v<To, From> ||
                          (std::is_arithmetic_v<From> && std::is_same_v<To, bool>) ||
                          (std::is_arithmetic_v<From> && std::is_same_v<To, double>) ||
                          (std::is_integral_v<From> && std::is_integral_v<To>) ||
                          (std::is_same_v<From, double> &&
                           std::is_same_v<To, std::complex<double>>);

template <class To, class From>
To convert(const From& value) {
  if constexpr (std::is_same_v<To, bool>) {
    return value != From{};
  } else {
    return static_cast<To>(value);
  }
}

// Calls f(first, end) for parts of [0, size), and looks at the time budget between them.
template <class F>
void in_parts(size_t size, F f) {
  constexpr size_t part = size_t{1} << 20;  // some milliseconds
  for (size_t first = 0; first < size; first += part) {
    if (first != 0) check_deadline();
    f(first, std::min(part, size - first) + first);
  }
}

[[noreturn]] void refuse(DType type, std::string_view what) {
  throw InternalError("tensor({}) {}", name(type), what);
}

}  // namespace

// What the system's allocator needs for a tensor in addition to its elements: this storage with its
// reference counts, the tensor's shape, and the headers of both blocks.
constexpr size_t tensor_overhead = 176;

struct Tensor::Storage {
  MemoryCharge overhead{tensor_overhead};
  MemoryCharge contents;  // of the strings
  bool charged = false;   // the contents are
  xt::uvector<std::byte, BudgetAllocator<std::byte>> bytes;
  std::shared_ptr<const std::byte> outside;  // slots in other memory, instead of `bytes`
  std::vector<std::string, BudgetAllocator<std::string>> texts;
  std::once_flag words_aligned;  // `bytes` are a copy of the slots outside

  // The first of `length` bytes, at an address that is a multiple of `alignment`.
  const std::byte* first(size_t alignment, size_t length) {
    if (!outside) return bytes.data();
    if (reinterpret_cast<uintptr_t>(outside.get()) % alignment == 0) return outside.get();
    std::call_once(words_aligned, [&] {
      bytes.resize(length);
      constexpr size_t step = size_t{1} << 22;  // bounds how much is in memory twice
      for (size_t at = 0; at < length; at += step) {
        const std::span part(outside.get() + at, std::min(step, length - at));
        std::memcpy(bytes.data() + at, part.data(), part.size());
        release_pages(outside, part);
      }
    });
    return bytes.data();
  }
};

void check_rank(size_t rank) {
  if (rank > max_rank) {
    throw LimitExceeded("a shape of rank {}; at most {} is supported", rank, max_rank);
  }
}

size_t element_count(const Shape& shape) {
  check_rank(shape.size());
  size_t count = 1;
  bool empty = false;
  for (const size_t dim : shape) {
    if (dim == 0) {
      empty = true;
    } else if (dim > most_elements / count) {
      throw LimitExceeded("the shape {} has too many elements", to_string(shape));
    } else {
      count *= dim;
    }
  }
  return empty ? 0 : count;
}

std::string to_string(const Shape& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

Tensor::Tensor(DType type, Shape shape, std::shared_ptr<Storage> storage)
    : dtype_(type),
      shape_(std::move(shape)),
      size_(element_count(shape_)),
      storage_(std::move(storage)) {}

Tensor::Tensor() : Tensor(DType::float32, {0}, std::make_shared<Storage>()) {}

Tensor::~Tensor() = default;
Tensor::Tensor(const Tensor&) = default;
Tensor::Tensor(Tensor&&) noexcept = default;
Tensor& Tensor::operator=(const Tensor&) = default;
Tensor& Tensor::operator=(Tensor&&) noexcept = default;

Tensor Tensor::zeros(DType type, const Shape& shape) {
  Tensor tensor = unwritten(type, shape);
  const auto begin = tensor.storage_->bytes.begin();
  in_parts(tensor.storage_->bytes.size(), [&](size_t first, size_t end) {
    std::fill(begin + std::ptrdiff_t(first), begin + std::ptrdiff_t(end), std::byte{0});
  });
  return tensor;
}

Tensor Tensor::unwritten(DType type, const Shape& shape) {
  const size_t count = element_count(shape);
  auto storage = std::make_shared<Storage>();
  if (type == DType::string) {
    storage->texts.reserve(count);
    in_parts(count, [&](size_t, size_t end) { storage->texts.resize(end); });
  } else {
    storage->bytes.resize(count * slot_bytes(type));
  }
  return Tensor(type, shape, std::move(storage));
}

Tensor Tensor::over(DType type, const Shape& shape, std::shared_ptr<const std::byte> slots) {
  if (type == DType::string) refuse(type, "has no slots in other memory");
  auto storage = std::make_shared<Storage>();
  storage->outside = std::move(slots);
  return Tensor(type, shape, std::move(storage));
}

bool slots_aligned(DType type, uint64_t address) {
  return by_slot(type, [&]<class W>() { return address % alignof(W) == 0; });
}

template <class W>
std::span<const W> Tensor::slots() const {
  if constexpr (std::is_same_v<W, std::string>) {
    if (dtype_ != DType::string) refuse(dtype_, "has no string slots");
    return {storage_->texts.data(), storage_->texts.size()};
  } else {
    const size_t parts = std::is_same_v<W, std::byte>                        ? slot_bytes(dtype_)
                         : is_complex(dtype_) && std::is_floating_point_v<W> ? 2
                                                                             : 1;
    if (dtype_ == DType::string || sizeof(W) * parts != slot_bytes(dtype_)) {
      refuse(dtype_, fmt::format("has no slots of {} bytes", sizeof(W)));
    }
    const std::byte* first = storage_->first(alignof(W), size_ * slot_bytes(dtype_));
    return {reinterpret_cast<const W*>(first), size_ * parts};
  }
}

template <class W>
std::span<W> Tensor::mutable_slots() {
  if (storage_->outside) refuse(dtype_, "over other memory cannot be written");
  side_.reset();
  const std::span<const W> all = std::as_const(*this).template slots<W>();
  return {const_cast<W*>(all.data()), all.size()};
}

void Tensor::charge_texts() const {
  if (dtype_ != DType::string || storage_->charged) return;
  size_t bytes = 0;
  in_parts(size_, [&](size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) bytes += outside_bytes(storage_->texts[i]);
  });
  count_work(bytes * work_per_byte);
  storage_->contents.add(bytes);
  storage_->charged = true;
}

template <class T>
Array<T> Tensor::as() const {
  if (side_ && (side_->errors || side_->varies)) evaluation().lose_errors();
  Array<T> result = empty_array<T>(shape_);
  visit_elements(*this, [&]([[maybe_unused]] auto read) {
    using From = std::decay_t<decltype(read(0))>;
    if constexpr (std::is_same_v<T, std::string> && std::is_same_v<From, std::string>) {
      Copying<T>().all(slots<T>().data(), size_, result.data());
    } else if constexpr (converts<T, From>) {
      T* out = result.data();
      in_parts(size_, [&](size_t first, size_t end) {
        for (size_t i = first; i < end; ++i) out[i] = convert<T>(read(i));
      });
    } else {
      refuse(dtype_, "does not convert to the requested C++ type");
    }
  });
  return result;
}

template <class T>
T Tensor::item() const {
  if (size_ != 1) {
    throw InvalidInput("a single element is needed, but the shape is {}", to_string(shape_));
  }
  return as<T>().data()[0];
}

std::vector<int64_t> Tensor::ints() const {
  const Ints values = as<int64_t>();
  return {values.begin(), values.end()};
}

Tensor Tensor::reshaped(const Shape& shape) const {
  if (element_count(shape) != size_) {
    throw InvalidInput("{} cannot be reshaped to {}: it has {} elements, not {}", to_string(shape_),
                       to_string(shape), size_, element_count(shape));
  }
  Tensor result(dtype_, shape, storage_);
  if (!side_) return result;
  return carrying(result, {this},
                  [&](const std::vector<Tensor>& from) { return from[0].reshaped(shape); });
}

Tensor Tensor::with_side(std::shared_ptr<const Side> side) const {
  Tensor result = *this;
  result.side_ = std::move(side);
  return result;
}

namespace {

// Whether X has these values as they are. A sampled evaluation's that exceeds the type is infinite.
bool holds_all(const Tensor& X, const Reals& values) {
  const Reals held = X.as<double>();
  const bool sampled = evaluation().sampled != nullptr;
  for (size_t i = 0; i < values.size(); ++i) {
    const double a = held.data()[i], b = values.data()[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    if (!sampled || !std::isinf(a)) return false;
    ++evaluation().overflowed_steps;
  }
  return true;
}

}  // namespace

Tensor Tensor::of(DType type, const Reals& values) {
  ++evaluation().plain_roundings;
  return decided(type, values);
}

Tensor Tensor::decided(DType type, const Reals& values) {
  Tensor result = rounded(type, values);
  Evaluation& wanted = evaluation();
  if ((wanted.rounding || wanted.sampled) && !holds_all(result, values)) ++wanted.plain_roundings;
  return result;
}

Tensor Tensor::rounded(DType type, const Reals& values) {
  Tensor result = unwritten(type, values.shape());
  const double* in = values.data();
  if (type == DType::float32) {
    const auto out = result.mutable_slots<float>();
    in_parts(out.size(), [&](size_t first, size_t end) {
      for (size_t i = first; i < end; ++i) out[i] = canonical(static_cast<float>(in[i]));
    });
  } else if (type == DType::float64) {
    const auto out = result.mutable_slots<double>();
    in_parts(out.size(), [&](size_t first, size_t end) {
      std::transform(in + first, in + end, out.data() + first, canonical<double>);
    });
  } else if (is_float(type)) {
    by_slot(type, [&]<class W>() {
      if constexpr (std::is_integral_v<W>) {
        const auto out = result.mutable_slots<W>();
        with_narrow(type, [&](auto codec) {
          in_parts(out.size(), [&](size_t first, size_t end) {
            for (size_t i = first; i < end; ++i)
              out[i] = static_cast<W>(codec.encode(canonical(in[i])));
          });
        });
      }
    });
  } else {
    refuse(type, "does not hold reals");
  }
  return result;
}

namespace {

template <class T>
Tensor of_integers(DType type, const Array<T>& values) {
  if (!is_integer(type) && type != DType::boolean) refuse(type, "does not hold integers");
  Tensor result = Tensor::unwritten(type, values.shape());
  const T* in = values.data();
  by_slot(type, [&]<class W>() {
    if constexpr (std::is_integral_v<W>) {
      const auto out = result.mutable_slots<W>();
      const int bits = bit_width(type);
      in_parts(out.size(), [&](size_t first, size_t end) {
        for (size_t i = first; i < end; ++i) {
          if (type == DType::boolean) {
            out[i] = in[i] != 0;
          } else if (is_signed_integer(type)) {
            out[i] = static_cast<W>(sign_extended(static_cast<uint64_t>(in[i]), bits));
          } else {
            out[i] = static_cast<W>(low_bits(static_cast<uint64_t>(in[i]), bits));
          }
        }
      });
    }
  });
  return result;
}

}  // namespace

Tensor Tensor::of(DType type, const Ints& values) { return of_integers(type, values); }
Tensor Tensor::of(DType type, const Naturals& values) { return of_integers(type, values); }

Tensor Tensor::of(DType type, const Bools& values) {
  return of_integers(type, Naturals(xt::cast<uint64_t>(values)));
}

Tensor Tensor::of(DType type, Texts values) {
  if (type != DType::string) refuse(type, "does not hold strings");
  Tensor result = unwritten(type, values.shape());
  std::move(values.data(), values.data() + values.size(),
            result.mutable_slots<std::string>().data());
  result.charge_texts();
  return result;
}

Tensor Tensor::of(DType type, const Complexes& values) {
  if (!is_complex(type)) refuse(type, "does not hold complex numbers");
  Tensor result = unwritten(type, values.shape());
  const auto fill = [&](auto out) {
    for (size_t i = 0; i < values.size(); ++i) {
      using Part = std::decay_t<decltype(out[0])>;
      out[2 * i] = canonical(static_cast<Part>(values.data()[i].real()));
      out[2 * i + 1] = canonical(static_cast<Part>(values.data()[i].imag()));
    }
  };
  if (type == DType::complex64) {
    fill(result.mutable_slots<float>());
  } else {
    fill(result.mutable_slots<double>());
  }
  return result;
}

Tensor scalar(DType type, double value) { return Tensor::decided(type, scalar_array(value)); }
Tensor scalar(DType type, int64_t value) { return Tensor::of(type, scalar_array(value)); }
Tensor scalar(bool value) { return Tensor::of(DType::boolean, scalar_array(value)); }

Tensor vector_of(const std::vector<int64_t>& values) {
  Ints array = empty_array<int64_t>({values.size()});
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(DType::int64, array);
}

bool identical(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  return by_slot(a.dtype(), [&]<class W>() {
    const auto x = a.slots<W>();
    const auto y = b.slots<W>();
    return std::equal(x.begin(), x.end(), y.begin());
  });
}

Reals round_to(DType type, const Reals& values) {
  return type == DType::float64 ? values : Tensor::decided(type, values).as<double>();
}

double round_to_narrow(DType type, double value) {
  return with_narrow(type, [&](auto codec) { return codec.decode(codec.encode(value)); });
}

template Array<double> Tensor::as() const;
template Array<int64_t> Tensor::as() const;
template Array<uint64_t> Tensor::as() const;
template Array<bool> Tensor::as() const;
template Array<std::string> Tensor::as() const;
template Array<std::complex<double>> Tensor::as() const;
template double Tensor::item() const;
template int64_t Tensor::item() const;
template uint64_t Tensor::item() const;
template bool Tensor::item() const;
template std::string Tensor::item() const;
template std::complex<double> Tensor::item() const;
template std::span<const int8_t> Tensor::slots() const;
template std::span<const int16_t> Tensor::slots() const;
template std::span<const int32_t> Tensor::slots() const;
template std::span<const int64_t> Tensor::slots() const;
template std::span<const uint8_t> Tensor::slots() const;
template std::span<const uint16_t> Tensor::slots() const;
template std::span<const uint32_t> Tensor::slots() const;
template std::span<const uint64_t> Tensor::slots() const;
template std::span<const Word128> Tensor::slots() const;
template std::span<const float> Tensor::slots() const;
template std::span<const double> Tensor::slots() const;
template std::span<const std::string> Tensor::slots() const;
template std::span<const std::byte> Tensor::slots() const;
template std::span<int8_t> Tensor::mutable_slots();
template std::span<int16_t> Tensor::mutable_slots();
template std::span<int32_t> Tensor::mutable_slots();
template std::span<int64_t> Tensor::mutable_slots();
template std::span<uint8_t> Tensor::mutable_slots();
template std::span<uint16_t> Tensor::mutable_slots();
template std::span<uint32_t> Tensor::mutable_slots();
template std::span<uint64_t> Tensor::mutable_slots();
template std::span<Word128> Tensor::mutable_slots();
template std::span<float> Tensor::mutable_slots();
template std::span<double> Tensor::mutable_slots();
template std::span<std::string> Tensor::mutable_slots();

}  // namespace etalon
