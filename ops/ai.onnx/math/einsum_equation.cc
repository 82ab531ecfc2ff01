#include "ops/ai.onnx/math/einsum.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// One label for each axis: a letter's code, or 0, 1, … for the axes under "...", whose count is at
// most max_rank and so below any letter.
using Labels = std::vector<size_t>;
using Sizes = std::map<size_t, size_t>;  // by label
constexpr size_t first_letter = 'A';
static_assert(max_rank < first_letter);

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

std::string shown(size_t label) {
  return label < first_letter ? "..." : std::string(1, static_cast<char>(label));
}

struct Term {
  std::string letters;
  std::optional<size_t> ellipsis;  // the letters before it
};

Term parse_term(const std::string& text) {
  Term term{text, {}};
  if (const size_t at = text.find("..."); at != std::string::npos) {
    term.ellipsis = at;
    term.letters.erase(at, 3);
  }
  if (!std::all_of(term.letters.begin(), term.letters.end(), is_letter)) {
    throw InvalidInput("the equation's term '{}' is neither letters nor one ellipsis", text);
  }
  return term;
}

struct Equation {
  std::vector<Term> inputs;
  std::optional<Term> output;
};

Equation parse(std::string text) {
  std::erase(text, ' ');
  Equation equation;
  const size_t arrow = text.find("->");
  if (arrow != std::string::npos) equation.output = parse_term(text.substr(arrow + 2));
  std::istringstream inputs(text.substr(0, arrow) + ",");
  for (std::string term; std::getline(inputs, term, ',');) {
    equation.inputs.push_back(parse_term(term));
  }
  return equation;
}

// The number of axes under "..." in every term that has it.
size_t ellipsis_rank(const std::vector<Term>& terms, const std::vector<Tensor>& Inputs) {
  std::optional<size_t> common;
  for (size_t p = 0; p < terms.size(); ++p) {
    const size_t letters = terms[p].letters.size();
    const size_t rank = Inputs[p].rank();
    if (rank < letters || (rank > letters && !terms[p].ellipsis)) {
      throw InvalidInput("input {} has {} axes where its term '{}' has {} letters", p, rank,
                         terms[p].letters, letters);
    }
    if (!terms[p].ellipsis) continue;
    if (common && *common != rank - letters) {
      throw InvalidInput("an ellipsis stands for {} axes and for {}", *common, rank - letters);
    }
    common = rank - letters;
  }
  return common.value_or(0);
}

Labels labels_of(const Term& term, size_t ellipsis_rank) {
  Labels labels(term.letters.begin(), term.letters.end());
  if (term.ellipsis) {
    const Labels hidden = all_axes(ellipsis_rank);
    labels.insert(labels.begin() + std::ptrdiff_t(*term.ellipsis), hidden.begin(), hidden.end());
  }
  return labels;
}

Sizes sizes_of(const std::vector<Labels>& terms, const std::vector<Tensor>& Inputs) {
  Sizes sizes;
  for (size_t p = 0; p < terms.size(); ++p) {
    for (size_t axis = 0; axis < terms[p].size(); ++axis) {
      const size_t label = terms[p][axis];
      const size_t size = Inputs[p].dim(axis);
      size_t& known = sizes.emplace(label, size).first->second;
      if (known == size) continue;
      if (known != 1 && size != 1) {
        throw InvalidInput("index '{}' is of size {} and of size {}", shown(label), known, size);
      }
      if (label >= first_letter) {
        throw Unspecified("index '{}' is of size {} and of size {}, and only '...' broadcasts",
                          shown(label), known, size)
            .at("size_one");
      }
      if (known == 1) known = size;
    }
  }
  return sizes;
}

Labels output_labels(const Equation& equation, const std::vector<Labels>& terms, size_t hidden) {
  std::map<size_t, int> occurrences;
  for (const Labels& term : terms) {
    for (const size_t label : term) ++occurrences[label];
  }
  if (!equation.output) {
    Labels output = all_axes(hidden);
    for (const auto& [label, times] : occurrences) {
      if (label >= first_letter && times == 1) output.push_back(label);
    }
    return output;
  }
  const Labels output = labels_of(*equation.output, hidden);
  for (const size_t label : output) {
    if (!occurrences.contains(label) || std::count(output.begin(), output.end(), label) > 1) {
      throw InvalidInput("the output term's index '{}' is repeated or in no input's term",
                         shown(label));
    }
  }
  return output;
}

// For each index of a space with these labels, how far it leads into the input's elements: the sum
// of index · stride over the axes that the term names. The way of an index of two spaces is the sum
// of its ways in both.
Ints ways_into(const Tensor& input, const Labels& term, const Labels& space, const Sizes& sizes) {
  Shape shape;
  for (const size_t label : space) shape.push_back(sizes.at(label));
  Ints ways = full<int64_t>(shape, 0);
  for (size_t axis = 0; axis < term.size(); ++axis) {
    const auto found = std::find(space.begin(), space.end(), term[axis]);
    if (found == space.end() || input.dim(axis) == 1) continue;
    const Ints index = coordinate(shape, size_t(found - space.begin()));
    const auto stride = static_cast<int64_t>(split_at(input.shape(), axis + 1).after);
    ways += index * stride;
  }
  return ways;
}

// Throws LimitExceeded if the sums over all indices are too much work.
void require_contraction(const Sizes& sizes, size_t inputs) {
  double factors = double(work_per_step) * double(inputs);
  for (const auto& [label, size] : sizes) factors *= double(size);
  require_work(factors);
}

// One entry for each index of the space: ways_into as a vector.
Ints listed(Ints ways) {
  ways.reshape({ways.size()});
  return ways;
}

}  // namespace

Contraction::Contraction(const std::string& text, const std::vector<Tensor>& Inputs) {
  const Equation equation = parse(text);
  if (equation.inputs.size() != Inputs.size()) {
    throw InvalidInput("the equation has {} terms for {} inputs", equation.inputs.size(),
                       Inputs.size());
  }
  const size_t hidden = ellipsis_rank(equation.inputs, Inputs);
  std::vector<Labels> terms;
  for (const Term& term : equation.inputs) terms.push_back(labels_of(term, hidden));
  const Sizes sizes = sizes_of(terms, Inputs);
  const Labels kept = output_labels(equation, terms, hidden);
  Labels others;
  Shape summed;
  for (const auto& [label, size] : sizes) {
    if (std::find(kept.begin(), kept.end(), label) != kept.end()) continue;
    others.push_back(label);
    summed.push_back(size);
  }
  require_contraction(sizes, Inputs.size());
  for (const size_t label : kept) output_.push_back(sizes.at(label));
  summed_ = element_count(summed);
  for (size_t p = 0; p < Inputs.size(); ++p) {
    of_output_.push_back(listed(ways_into(Inputs[p], terms[p], kept, sizes)));
    of_summed_.push_back(listed(ways_into(Inputs[p], terms[p], others, sizes)));
  }
}

}  // namespace etalon
