// Random numbers as NumPy's RandomState draws them, so that a seed gives the numbers that the
// official cases were made with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>

#include "engine/operators/operator.h"

namespace etalon {

inline constexpr uint32_t default_seed = 5489;

class RandomStream {
 public:
  explicit RandomStream(uint32_t seed) : bits_(seed) {}

  // Uniform in [0, 1): the multiples of 2^-53 (numpy.random.random_sample).
  double uniform();
  // Mean 0, deviation 1; drawn in pairs by Marsaglia's polar method (numpy.random.standard_normal).
  double normal();

 private:
  std::mt19937 bits_;  // Matsumoto and Nishimura, 1998
  std::optional<double> second_;
};

// A new stream with the node's attribute `seed` (truncated to a whole number, modulo 2^32). Without
// that attribute, the evaluation's own stream, which continues from node to node.
std::shared_ptr<RandomStream> random_stream(const Call& call);

// Sets a new stream as this thread's own for the lifetime of this object. It is made when a node
// first draws from it.
class RandomScope {
 public:
  explicit RandomScope(uint32_t seed);
  ~RandomScope();
  RandomScope(const RandomScope&) = delete;
  RandomScope& operator=(const RandomScope&) = delete;

 private:
  uint32_t saved_seed_;
  std::shared_ptr<RandomStream> saved_;
};

}  // namespace etalon
