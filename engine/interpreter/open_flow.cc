#include "engine/interpreter/open_flow.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/numerics/random.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

constexpr size_t runs = 3;  // evaluations with other values

// Calls visit(tensor) for each tensor in the value.
template <class Visit>
void each_tensor(const Value& value, const Visit& visit) {
  if (value.is_tensor()) {
    visit(value.tensor());
  } else if (value.is_sequence()) {
    for (const Value& item : value.sequence().items) each_tensor(item, visit);
  } else if (value.is_optional() && value.optional().held) {
    each_tensor(*value.optional().held, visit);
  }
}

// The value with change(tensor) in place of each of its tensors.
template <class Change>
Value changed(const Value& value, const Change& change) {
  if (value.is_tensor()) return change(value.tensor());
  if (value.is_sequence()) {
    Sequence sequence{value.sequence().element, {}};
    for (const Value& item : value.sequence().items) {
      sequence.items.push_back(changed(item, change));
    }
    return sequence;
  }
  if (value.is_optional() && value.optional().held) {
    const Optional& optional = value.optional();
    return Optional{optional.element,
                    std::make_shared<const Value>(changed(*optional.held, change))};
  }
  return value;
}

// The first mark among a tensor's; 0 if it has none.
int32_t first_mark(const Tensor& X) {
  if (!X.side() || X.side()->marks != recorded_marks()) return 0;
  if (X.side()->whole != 0) return X.side()->whole;
  if (!X.side()->open) return 0;
  for (const int32_t mark : X.side()->open->slots<int32_t>()) {
    if (mark != 0) return mark;
  }
  return 0;
}

struct Source {
  int32_t mark = 0;
  bool whole = false;  // a shape is open
};

Source source_of(const Values& inputs) {
  Source source;
  for (const Value& input : inputs) {
    each_tensor(input, [&](const Tensor& X) {
      const int32_t mark = first_mark(X);
      if (source.mark == 0) source.mark = mark;
      source.whole = source.whole || (mark != 0 && X.side()->whole != 0);
    });
  }
  return source;
}

// A value of the type that is extreme: NaN, ∞ and -∞, or the ends of an integer type's range.
Tensor extreme(DType type, size_t run) {
  if (is_float(type)) {
    const double infinity = std::numeric_limits<double>::infinity();
    return scalar(type, run == 0 ? std::nan("") : run == 1 ? infinity : -infinity);
  }
  if (type == DType::string) {
    return Tensor::of(type, scalar_array<std::string>(run == 0 ? "" : "\x7f"));
  }
  if (is_complex(type)) {
    return Tensor::of(type, scalar_array(std::complex<double>(std::nan(""), run == 0 ? 0 : 1)));
  }
  if (type == DType::boolean) return scalar(run == 0);
  return scalar(type, run == 0 ? lowest(type) : run == 1 ? highest(type) : int64_t{0});
}

// X with the other values of this run in place of its open elements. Tells whether any differs.
Tensor disturbed(const Tensor& X, size_t run, bool& differs) {
  if (first_mark(X) == 0 || !X.side()->open) return X;
  const std::span<const int32_t> open = X.side()->open->slots<int32_t>();
  const Tensor other = extreme(X.dtype(), run);
  Tensor result = Tensor::unwritten(X.dtype(), X.shape());
  by_slot(X.dtype(), [&]<class W>() {
    const std::span<const W> own = X.slots<W>();
    const std::span<W> out = result.mutable_slots<W>();
    for (size_t i = 0; i < out.size(); ++i) {
      out[i] = own[i];
      if (open[i] == 0) continue;
      const OpenMark& mark = X.side()->marks->at(static_cast<size_t>(open[i] - 1));
      if (mark.values.size() == 0) {
        out[i] = other.slots<W>()[0];
      } else if (mark.values.dtype() == X.dtype() && run + 1 < mark.values.size()) {
        const std::span<const W> values = mark.values.slots<W>();
        const size_t at = values[run] == own[i] ? values.size() - 1 : run;
        out[i] = values[at];
      }
      differs = differs || out[i] != own[i];
    }
  });
  return result;
}

bool is_zero(const Tensor& Y, size_t i) {
  return is_float(Y.dtype()) && by_slot(Y.dtype(), [&]<class W>() {
           if constexpr (std::is_integral_v<W>) {
             return static_cast<W>(Y.slots<W>()[i] << 1) == 0;  // without the sign bit
           } else {
             return false;
           }
         });
}

// How the elements of one output depend on open elements.
struct Dependence {
  std::vector<bool> differs;  // in value
  std::vector<bool> sign;     // in the sign of a zero at most
  bool shape = false;
};

void compare(const Tensor& Y, const Tensor& other, Dependence& found) {
  if (Y.dtype() != other.dtype() || Y.shape() != other.shape()) {
    found.shape = true;
    return;
  }
  by_slot(Y.dtype(), [&]<class W>() {
    const std::span<const W> a = Y.slots<W>(), b = other.slots<W>();
    for (size_t i = 0; i < a.size(); ++i) {
      if (a[i] == b[i]) continue;
      (is_zero(Y, i) && is_zero(other, i) ? found.sign : found.differs)[i] = true;
    }
  });
}

// The marks of what depends on a source.
struct Dependents {
  int32_t value = 0;
  const Node& node;

  explicit Dependents(const Node& the_node, int32_t source) : node(the_node) {
    OpenMark mark = recorded_marks()->at(static_cast<size_t>(source - 1));
    mark.permits = Permits::undefined;
    mark.values = Tensor();
    mark.depends = true;
    value = add_mark(mark);
    source_ = mark;
  }

  // Of a zero whose sign depends on the source.
  int32_t sign(DType type) const {
    OpenMark mark = source_;
    mark.permits = Permits::values;
    Reals zeros = empty_array<double>({2});
    zeros.data()[0] = 0.0;
    zeros.data()[1] = -0.0;
    mark.values = Tensor::of(type, zeros);
    return add_mark(mark);
  }

 private:
  OpenMark source_;
};

// A mark that a moved element brought with it; one that this node has made is widened.
bool is_moved(const std::string& node, const Tensor& Y, size_t i) {
  if (!Y.side() || !Y.side()->open || Y.side()->marks != recorded_marks()) return false;
  const int32_t mark = Y.side()->open->slots<int32_t>()[i];
  return mark != 0 && recorded_marks()->at(static_cast<size_t>(mark - 1)).node != node;
}

Tensor marked(const Tensor& Y, const Dependence& found, const Dependents& dependents) {
  std::vector<int32_t> marks(Y.size(), 0);
  const std::string node = label_of(dependents.node);
  for (size_t i = 0; i < Y.size(); ++i) {
    if (is_moved(node, Y, i)) continue;
    if (found.differs[i] || found.shape) {
      marks[i] = dependents.value;
    } else if (found.sign[i]) {
      marks[i] = dependents.sign(Y.dtype());
    }
  }
  Tensor result = with_marks(Y, marks);
  if (!found.shape) return result;
  Side side;
  if (result.side()) side = *result.side();
  side.marks = recorded_marks();
  side.whole = dependents.value;
  return result.with_side(std::make_shared<const Side>(std::move(side)));
}

// All tensors of the values, in one order.
std::vector<Tensor> flat(const Values& values) {
  std::vector<Tensor> all;
  for (const Value& value : values) {
    each_tensor(value, [&](const Tensor& each) { all.push_back(each); });
  }
  return all;
}

// A node that evaluates graphs passes marks on inside these. Here one element that is open may
// decide which graph runs, or how often.
bool decides_control(const Values& inputs) {
  bool decides = false;
  for (const Value& input : inputs) {
    each_tensor(input, [&](const Tensor& X) {
      const bool control = X.dtype() == DType::boolean || X.dtype() == DType::int64;
      decides = decides || (control && X.size() == 1 && first_mark(X) != 0);
    });
  }
  return decides;
}

// What the outputs depend on. Where an evaluation fails, all of it is open.
std::vector<Dependence> dependences(const std::vector<Tensor>& outputs, const Values& inputs,
                                    const std::function<Values(const Values&)>& again) {
  std::vector<Dependence> found;
  found.reserve(outputs.size());
  for (const Tensor& Y : outputs) {
    found.push_back({std::vector<bool>(Y.size()), std::vector<bool>(Y.size()), false});
  }
  for (size_t run = 0; run < runs; ++run) {
    bool differs = false;
    Values others;
    for (const Value& input : inputs) {
      others.push_back(changed(input, [&](const Tensor& X) { return disturbed(X, run, differs); }));
    }
    if (!differs) continue;
    std::vector<Tensor> results;
    const Setting paused(&Evaluation::paused, true);
    const RandomScope random(default_seed);
    try {
      results = flat(again(others));
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error&) {
      results.clear();
    }
    const bool same = results.size() == outputs.size();
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (same) compare(outputs[i], results[i], found[i]);
      found[i].shape = found[i].shape || !same;
    }
  }
  return found;
}

}  // namespace

Values with_dependence(const Node& node, const Values& inputs, Values outputs,
                       const std::function<Values(const Values& inputs)>& again) {
  if (!recorded_marks()) return outputs;
  const Source source = source_of(inputs);
  if (source.mark == 0) return outputs;
  const std::vector<Tensor> all = flat(outputs);
  std::vector<Dependence> found;
  bool has_graphs = false;
  each_subgraph(node, [&](const Graph&) { has_graphs = true; });
  if (has_graphs || source.whole) {
    const bool open = source.whole || decides_control(inputs);
    for (const Tensor& Y : all) {
      found.push_back({std::vector<bool>(Y.size()), std::vector<bool>(Y.size()), open});
    }
  } else {
    found = dependences(all, inputs, again);
  }
  const Dependents dependents(node, source.mark);
  size_t next = 0;
  for (Value& output : outputs) {
    output = changed(output, [&](const Tensor& Y) { return marked(Y, found[next++], dependents); });
  }
  return outputs;
}

}  // namespace etalon
