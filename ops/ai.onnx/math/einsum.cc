// Einsum: Output = Σ Π Inputs[p][its term], over the indices that the output term lacks.
// "ij,jk->ik": a letter stands for one axis; one that a term repeats walks its diagonal. "..."
// stands for the same number of axes wherever it occurs, which broadcast. Without "->" the output
// has the axes under "...", then the letters that occur once, in order of their codes.
//   12, 28    28: bfloat16
#include <algorithm>
#include <map>

#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// One label for each axis: a letter's code, or 0, 1, … for the axes under "...", whose count is at
// most max_rank and so below any letter.
using Labels = std::vector<size_t>;
constexpr size_t first_letter = 'A';
static_assert(max_rank < first_letter);

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

std::string shown(size_t label) {
  return label < first_letter ? "..." : std::string(1, static_cast<char>(label));
}

struct Term {
  std::string letters;
  bool ellipsis = false;
  size_t position = 0;  // of the ellipsis: the letters before it
};

Term parse_term(std::string_view text) {
  Term term;
  for (size_t i = 0; i < text.size(); ++i) {
    if (is_letter(text[i])) {
      term.letters += text[i];
    } else if (text.substr(i, 3) == "..." && !term.ellipsis) {
      term.ellipsis = true;
      term.position = term.letters.size();
      i += 2;
    } else {
      throw InvalidInput("the equation's term '{}' is neither letters nor one ellipsis", text);
    }
  }
  return term;
}

Labels labels_of(const Term& term, size_t ellipsis_rank) {
  Labels labels(term.letters.begin(), term.letters.end());
  if (term.ellipsis) {
    const Labels hidden = all_axes(ellipsis_rank);
    labels.insert(labels.begin() + std::ptrdiff_t(term.position), hidden.begin(), hidden.end());
  }
  return labels;
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
  std::string_view left = std::string_view(text).substr(0, arrow);
  for (size_t comma; (comma = left.find(',')) != std::string_view::npos;) {
    equation.inputs.push_back(parse_term(left.substr(0, comma)));
    left.remove_prefix(comma + 1);
  }
  equation.inputs.push_back(parse_term(left));
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

std::map<size_t, size_t> sizes_of(const std::vector<Labels>& terms,
                                  const std::vector<Tensor>& Inputs) {
  std::map<size_t, size_t> sizes;
  for (size_t p = 0; p < terms.size(); ++p) {
    for (size_t axis = 0; axis < terms[p].size(); ++axis) {
      const size_t label = terms[p][axis];
      const size_t size = Inputs[p].dim(axis);
      const auto [known, added] = sizes.emplace(label, size);
      const bool one = known->second == 1 || size == 1;
      if (known->second != size && !one) {
        throw InvalidInput("index '{}' is of size {} and of size {}", shown(label), known->second,
                           size);
      }
      if (known->second != size && label >= first_letter) {
        throw Unspecified("index '{}' is of size {} and of size {}, and only '...' broadcasts",
                          shown(label), known->second, size);
      }
      if (known->second == 1) known->second = size;
    }
  }
  return sizes;
}

// A space of indices and, for each input, how far apart neighbours along each of its axes are.
struct Space {
  Shape shape;
  std::vector<std::vector<size_t>> strides;
};

Space space_of(const Labels& labels, const std::map<size_t, size_t>& sizes,
               const std::vector<Labels>& terms, const std::vector<Tensor>& Inputs) {
  Space space;
  for (const size_t label : labels) space.shape.push_back(sizes.at(label));
  for (size_t p = 0; p < terms.size(); ++p) {
    std::vector<size_t>& strides = space.strides.emplace_back(labels.size(), 0);
    for (size_t axis = 0; axis < terms[p].size(); ++axis) {
      const auto at = std::find(labels.begin(), labels.end(), terms[p][axis]);
      if (at == labels.end() || Inputs[p].dim(axis) == 1) continue;
      strides[size_t(at - labels.begin())] += split_at(Inputs[p].shape(), axis + 1).after;
    }
  }
  return space;
}

// Calls f(positions), one position for each input, at every index of the space in row-major order.
template <class F>
void each_index(const Space& space, std::vector<size_t> positions, F f) {
  std::vector<size_t> index(space.shape.size());
  for (size_t left = element_count(space.shape); left > 0; --left) {
    f(positions);
    for (size_t axis = index.size(); axis-- > 0;) {
      const bool wraps = ++index[axis] == space.shape[axis];
      const size_t steps = wraps ? index[axis] - 1 : 1;
      for (size_t p = 0; p < positions.size(); ++p) {
        const size_t distance = space.strides[p][axis] * steps;
        positions[p] = wraps ? positions[p] - distance : positions[p] + distance;
      }
      if (!wraps) break;
      index[axis] = 0;
      count_step();
    }
  }
}

template <class T, class Wide>
Array<T> contract(const std::vector<Tensor>& Inputs, const Space& kept, const Space& summed) {
  std::vector<Array<T>> x;
  for (const Tensor& input : Inputs) x.push_back(input.as<T>());
  Array<T> Output = empty_array<T>(kept.shape);
  T* out = Output.data();
  each_index(kept, std::vector<size_t>(x.size()), [&](const std::vector<size_t>& start) {
    Wide sum = T{0};
    each_index(summed, start, [&](const std::vector<size_t>& at) {
      Wide product = x[0].data()[at[0]];
      for (size_t p = 1; p < x.size(); ++p) product = product * Wide(x[p].data()[at[p]]);
      sum = sum + product;
    });
    *out++ = static_cast<T>(sum);
  });
  return Output;
}

Values einsum(const Call& call) {
  const std::vector<Tensor> Inputs = call.variadic("Inputs");
  const Equation equation = parse(call.text("equation"));
  if (equation.inputs.size() != Inputs.size()) {
    throw InvalidInput("the equation has {} terms for {} inputs", equation.inputs.size(),
                       Inputs.size());
  }
  const size_t hidden = ellipsis_rank(equation.inputs, Inputs);
  std::vector<Labels> terms;
  for (const Term& term : equation.inputs) terms.push_back(labels_of(term, hidden));
  const std::map<size_t, size_t> sizes = sizes_of(terms, Inputs);
  const Labels output = output_labels(equation, terms, hidden);
  Labels others;
  for (const auto& [label, size] : sizes) {
    if (std::find(output.begin(), output.end(), label) == output.end()) others.push_back(label);
  }
  const Space kept = space_of(output, sizes, terms, Inputs);
  const Space summed = space_of(others, sizes, terms, Inputs);
  const DType type = Inputs[0].dtype();
  if (type == DType::float64) {
    return {Tensor::of(type, contract<double, DoubleDouble>(Inputs, kept, summed))};
  }
  return {numeric(
      type, [&]<class T>() { return Tensor::of(type, contract<T, T>(Inputs, kept, summed)); })};
}

const Operator op("Einsum", einsum, {12, 28});

}  // namespace
}  // namespace etalon
