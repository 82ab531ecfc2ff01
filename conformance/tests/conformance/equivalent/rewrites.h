// Pairs of a model and its rewritten copy, sound and unsound ones.
#pragma once

#include <string>
#include <vector>

namespace etalon::test {

struct Rewrite {
  std::string name;
  std::string before, after;  // models, serialized
  std::string verdict;        // word_of()
  std::string piece;  // labels of the nodes of both that it names: "Conv-11 'conv', … → Conv-11"
};
std::vector<Rewrite> sound_rewrites();
std::vector<Rewrite> unsound_rewrites();

}  // namespace etalon::test
