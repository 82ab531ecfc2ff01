#include "conformance/generate/draw.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace etalon {

namespace {

constexpr size_t most_zeros = 4096;  // choices of 0 after the last that is given

}  // namespace

// The next choice, in [0, 1).
double Draw::fraction() {
  if (!guided_ || taken_ >= choices_.size() + most_zeros) return stream_.uniform();
  const size_t index = taken_++;
  return index < choices_.size() ? choices_[index] / 0x1p16 : 0;
}

size_t Draw::below(size_t n) { return static_cast<size_t>(fraction() * static_cast<double>(n)); }

bool Draw::chance(double probability) {
  return guided_ ? fraction() >= 1 - probability : fraction() < probability;
}

double Draw::real(double low, double high) {
  return plain_ ? std::clamp(0.0, low, high) : low + (high - low) * stream_.uniform();
}

int64_t Draw::integer(int64_t low, int64_t high) {
  if (plain_) return std::clamp(int64_t{0}, low, high);
  const double count = static_cast<double>(static_cast<size_t>(high - low) + 1);
  return low + static_cast<int64_t>(stream_.uniform() * count);
}

int64_t Draw::between(int64_t low, int64_t high) {
  return low + static_cast<int64_t>(below(static_cast<size_t>(high - low) + 1));
}

std::vector<size_t> Draw::permutation(size_t n) {
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t{0});
  shuffle(order);
  return order;
}

std::vector<size_t> Draw::subset(size_t n) {
  std::vector<size_t> chosen;
  for (size_t i = 0; i < n; ++i) {
    if (chance(0.5)) chosen.push_back(i);
  }
  return chosen;
}

std::vector<int64_t> Draw::several_between(size_t count, int64_t low, int64_t high) {
  std::vector<int64_t> values(count);
  for (int64_t& value : values) value = between(low, high);
  return values;
}

std::vector<double> Draw::reals(size_t count, double low, double high) {
  std::vector<double> values(count);
  for (double& value : values) value = std::rint(0x1p16 * real(low, high)) / 0x1p16;
  return values;
}

size_t Draw::dimension() {
  if (!preferred_.empty() && chance(0.5)) {
    const Shape& shape = pick(preferred_);
    const size_t length = shape.empty() ? 0 : shape[below(shape.size())];
    if (length > 0) return length;
  }
  return chance(0.2) ? 1 : two_or_more();
}

Shape Draw::shape(size_t least_rank, size_t most_rank, Empty empty) {
  if (empty_ == Empty::never) empty = Empty::never;
  if (!preferred_.empty() && chance(0.5)) {
    const Shape& wanted = pick(preferred_);
    const bool whole = empty == Empty::sometimes ||
                       std::find(wanted.begin(), wanted.end(), size_t{0}) == wanted.end();
    if (wanted.size() >= least_rank && wanted.size() <= most_rank && whole) return wanted;
  }
  constexpr size_t usual_rank = 4;
  const bool high = least_rank < usual_rank && most_rank == usual_rank && chance(0.06);
  Shape shape(high ? 5 + below(2) : least_rank + below(most_rank - least_rank + 1));
  for (size_t& length : shape) length = high ? 1 + below(3) : dimension();
  if (empty == Empty::sometimes && !shape.empty() && chance(0.06)) shape[below(shape.size())] = 0;
  return shape;
}

Shape Draw::broadcastable_to(const Shape& whole) {
  const size_t left_out = chance(0.4) ? below(whole.size() + 1) : 0;
  Shape part(whole.begin() + static_cast<std::ptrdiff_t>(left_out), whole.end());
  for (size_t& length : part) {
    if (chance(0.25)) length = 1;
  }
  return part;
}

}  // namespace etalon
