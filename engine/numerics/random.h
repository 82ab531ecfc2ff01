// Random numbers as NumPy's RandomState draws them: a seed gives the numbers that the official
// cases were made with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>

#include "engine/operators/operator.h"
#include "engine/values/evaluation.h"

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

// The source of random numbers for the nodes of an evaluation that have no seed of their own.
struct RandomSource {
  uint32_t seed = default_seed;
  std::shared_ptr<RandomStream> stream = nullptr;  // made when a node first draws from it
};

// A new source for the evaluations of this thread, for the lifetime of this object.
class RandomScope {
 public:
  explicit RandomScope(uint32_t seed) : own_{seed} {}

 private:
  RandomSource own_;
  const Setting<RandomSource*> in_force_{&Evaluation::random, &own_};
};

}  // namespace etalon
