#include "engine/numerics/random.h"

#include <bit>
#include <cmath>
#include <utility>

#include "engine/numerics/functions.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

uint32_t seed_of(const Call& call) {
  const Attribute& seed = call.attribute("seed");
  if (seed.type == AttributeType::integer) return static_cast<uint32_t>(call.integer("seed"));
  const double value = call.real("seed");
  if (std::abs(value) < 0x1p63) return static_cast<uint32_t>(static_cast<int64_t>(value));
  return std::bit_cast<uint32_t>(static_cast<float>(value));
}

}  // namespace

double RandomStream::uniform() {
  count_work(work_per_step);
  const uint32_t high = bits_() >> 5;
  const uint32_t low = bits_() >> 6;
  return (high * 0x1p26 + low) * 0x1p-53;
}

double RandomStream::normal() {
  if (second_) return *std::exchange(second_, std::nullopt);
  double x, y, r2;
  do {
    x = 2 * uniform() - 1;
    y = 2 * uniform() - 1;
    r2 = x * x + y * y;
  } while (r2 >= 1 || r2 == 0);
  const double f = std::sqrt(-2 * real::log(r2) / r2);
  second_ = f * x;
  return f * y;
}

std::shared_ptr<RandomStream> random_stream(const Call& call) {
  const bool may_have_seed = call.schema().attribute("seed") != nullptr;
  if (may_have_seed && call.has("seed")) return std::make_shared<RandomStream>(seed_of(call));
  RandomSource* const source = evaluation().random;
  if (!source) return std::make_shared<RandomStream>(default_seed);
  if (!source->stream) source->stream = std::make_shared<RandomStream>(source->seed);
  return source->stream;
}

}  // namespace etalon
