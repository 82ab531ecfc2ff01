#include "conformance/campaign/shrink.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "conformance/campaign/simpler.h"
#include "conformance/campaign/tree_shrink.h"
#include "conformance/generate/one_node.h"
#include "conformance/judge/open.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/rounding.h"
#include "onnx.pb.h"

namespace etalon {

namespace {

// A Loop without its trip count may not end.
constexpr auto longest_evaluation = std::chrono::seconds(2);

class Shrinker {
 public:
  Shrinker(NodeCall call, const CaseFiles& files,
           const std::function<bool(const CaseFiles&)>& fails, const Options& evaluation,
           const ShrinkLimits& limits)
      : call_(std::move(call)),
        result_{files},
        fails_(fails),
        evaluation_(evaluation),
        limits_(limits) {}

  Shrunk run() {
    while (!exhausted()) {
      bool smaller = shrink_trees(call_, [&](const NodeCall& call) { return take(call); });
      smaller |= drop_attributes();
      smaller |= drop_inputs();
      smaller |= drop_outputs();
      smaller |= shorten();
      smaller |= drop_axes();
      smaller |= simplify_inputs();
      smaller |= simplify_attributes();
      if (!smaller) break;
    }
    return std::move(result_);
  }

 private:
  bool exhausted() const {
    return result_.checks >= limits_.checks || evaluations_ >= limits_.evaluations;
  }

  // Goes on with this call if it fails in the same way.
  bool take(NodeCall call) {
    if (exhausted()) return false;
    ++evaluations_;
    std::optional<CaseFiles> files = decided_soon(call, evaluation_);
    if (!files) return false;
    ++result_.checks;
    if (!fails_(*files)) return false;
    call_ = std::move(call);
    result_.files = *std::move(files);
    return true;
  }

  bool drop_attributes() {
    bool smaller = false;
    for (int i = call_.node.attribute_size() - 1; i >= 0; --i) {
      NodeCall call = call_;
      call.node.mutable_attribute()->DeleteSubrange(i, 1);
      smaller |= take(std::move(call));
    }
    return smaller;
  }

  // The last inputs, also of a variadic one, are removed; others are left out.
  bool drop_inputs() {
    bool smaller = false;
    for (size_t i = call_.inputs.size(); i-- > 0;) {
      NodeCall call = call_;
      call.node.mutable_input()->DeleteSubrange(static_cast<int>(i), 1);
      call.inputs.erase(call.inputs.begin() + static_cast<ptrdiff_t>(i));
      if (take(std::move(call))) {
        smaller = true;
        continue;
      }
      if (call_.inputs[i].absent() || i + 1 == call_.inputs.size()) continue;
      NodeCall without = call_;
      without.node.set_input(static_cast<int>(i), "");
      without.inputs[i] = Value();
      smaller |= take(std::move(without));
    }
    return smaller;
  }

  bool drop_outputs() {
    bool smaller = false;
    for (int i = call_.node.output_size() - 1; i >= 0; --i) {
      if (call_.node.output(i).empty() || call_.node.output_size() == 1) continue;
      NodeCall call = call_;
      if (i + 1 == call.node.output_size()) {
        call.node.mutable_output()->RemoveLast();
      } else {
        call.node.set_output(i, "");
      }
      smaller |= take(std::move(call));
    }
    return smaller;
  }

  // ----------------------------------------------------------------------------------- shapes

  // Whether a body declares the shapes of what it is given, which must fit.
  bool has_shaped_body() const {
    const auto is_shaped = [](const onnx::ValueInfoProto& input) {
      return input.type().tensor_type().shape().dim_size() > 0;
    };
    const auto& attributes = call_.node.attribute();
    return std::any_of(attributes.begin(), attributes.end(), [&](const auto& attribute) {
      const auto& inputs = attribute.g().input();
      return std::any_of(inputs.begin(), inputs.end(), is_shaped);
    });
  }

  bool is_tensor(size_t input) const { return call_.inputs[input].is_tensor(); }
  const Tensor& tensor(size_t input) const { return call_.inputs[input].tensor(); }

  std::set<size_t, std::greater<>> lengths() const {
    std::set<size_t, std::greater<>> lengths;
    for (size_t i = 0; i < call_.inputs.size(); ++i) {
      if (!is_tensor(i)) continue;
      for (const size_t length : tensor(i).shape()) {
        if (length > 1) lengths.insert(length);
      }
    }
    return lengths;
  }

  bool shorten() {
    bool smaller = false;
    if (has_shaped_body()) return false;
    for (const size_t length : lengths()) smaller |= shorten_all(length);
    for (size_t i = 0; i < call_.inputs.size(); ++i) {
      for (size_t axis = 0; is_tensor(i) && axis < tensor(i).rank(); ++axis) {
        smaller |= shorten_axis(i, axis);
      }
    }
    return smaller;
  }

  static std::vector<size_t> shorter_lengths(size_t length) {
    std::vector<size_t> shorter;
    for (const size_t candidate : {size_t{1}, size_t{2}, length / 2, length - 1}) {
      const bool known = std::find(shorter.begin(), shorter.end(), candidate) != shorter.end();
      if (candidate > 0 && candidate < length && !known) shorter.push_back(candidate);
    }
    return shorter;
  }

  // All dimensions of this length, which may be one and the same of the operator's; where that does
  // not do, with the attributes and integers that may say it, too; or with the dimensions that are
  // multiples of it, as channels are of those of a group.
  bool shorten_all(size_t length) {
    for (const size_t shorter : shorter_lengths(length)) {
      const Shortening first{length, shorter, false, false};
      const Shortening last{length, shorter, true, false};
      const Shortening multiples{length, shorter, false, true};
      for (const Shortening& shortening : {first, last, multiples}) {
        NodeCall call = call_;
        const bool multiple = shorten_dimensions(call, shortening);
        if (shortening.multiples && !multiple) continue;
        if (take(call)) return true;
        replace_integers(call, static_cast<int64_t>(length), static_cast<int64_t>(shorter));
        if (take(std::move(call))) return true;
      }
    }
    return false;
  }

  struct Shortening {
    size_t length, shorter;
    bool last;       // the last elements stay, not the first
    bool multiples;  // of dimensions that are multiples of the length, as many times as much
  };

  // True if a dimension that is a multiple of the length has become shorter.
  static bool shorten_dimensions(NodeCall& call, const Shortening& shortening) {
    bool multiple = false;
    for (Value& input : call.inputs) {
      for (size_t axis = 0; input.is_tensor() && axis < input.tensor().rank(); ++axis) {
        const size_t dimension = input.tensor().dim(axis);
        const size_t times = dimension / shortening.length;
        if (dimension == 0 || dimension % shortening.length != 0) continue;
        if (times != 1 && !shortening.multiples) continue;
        multiple |= times != 1;
        const size_t count = times * shortening.shorter;
        const size_t begin = shortening.last ? dimension - count : 0;
        input = slice(input.tensor(), axis, begin, begin + count);
      }
    }
    return multiple;
  }

  static void replace_integers(NodeCall& call, int64_t from, int64_t to) {
    for (onnx::AttributeProto& attribute : *call.node.mutable_attribute()) {
      if (attribute.has_i() && attribute.i() == from) attribute.set_i(to);
      for (int64_t& each : *attribute.mutable_ints()) {
        if (each == from) each = to;
      }
    }
    for (Value& input : call.inputs) {
      if (!input.is_tensor() || input.tensor().dtype() != DType::int64) continue;
      const std::vector<int64_t> elements = input.tensor().ints();
      const Tensor replacement = vector_of({to});
      for (size_t i = 0; i < elements.size(); ++i) {
        if (elements[i] == from) input = with_elements(input.tensor(), i, i + 1, replacement);
      }
    }
  }

  bool shorten_axis(size_t input, size_t axis) {
    const size_t length = tensor(input).dim(axis);
    for (const size_t shorter : shorter_lengths(length)) {
      for (const size_t begin : {size_t{0}, length - shorter}) {
        NodeCall call = call_;
        call.inputs[input] = slice(tensor(input), axis, begin, begin + shorter);
        if (take(std::move(call))) return true;
      }
    }
    return false;
  }

  // Axes of length 1: of all inputs of one rank, or of one of them.
  bool drop_axes() {
    bool smaller = false;
    if (has_shaped_body()) return false;
    for (size_t i = 0; i < call_.inputs.size(); ++i) {
      for (size_t axis = is_tensor(i) ? tensor(i).rank() : 0; axis-- > 0;) {
        if (axis >= tensor(i).rank() || tensor(i).dim(axis) != 1) continue;
        smaller |= drop_axis(axis,
                             [&](size_t other) {
                               return is_tensor(other) && tensor(other).rank() == tensor(i).rank();
                             }) ||
                   drop_axis(axis, [&](size_t other) { return other == i; });
      }
    }
    return smaller;
  }

  template <class Chosen>
  bool drop_axis(size_t axis, Chosen chosen) {
    NodeCall call = call_;
    for (size_t i = 0; i < call.inputs.size(); ++i) {
      if (!chosen(i) || tensor(i).dim(axis) != 1) continue;
      Shape shape = tensor(i).shape();
      shape.erase(shape.begin() + static_cast<ptrdiff_t>(axis));
      call.inputs[i] = tensor(i).reshaped(shape);
    }
    return take(std::move(call));
  }

  // --------------------------------------------------------------------------------- elements

  bool simplify_inputs() {
    bool smaller = false;
    for (size_t i = 0; i < call_.inputs.size(); ++i) {
      if (!is_tensor(i)) continue;
      Tensor input = tensor(i);
      smaller |= simplify_elements(input, 0, input.size(), [&](const Tensor& simpler) {
        NodeCall call = call_;
        call.inputs[i] = simpler;
        return exhausted() ? std::nullopt : std::optional(take(std::move(call)));
      });
    }
    return smaller;
  }

  bool simplify_attributes() {
    bool smaller = false;
    for (int i = 0; i < call_.node.attribute_size(); ++i) {
      const auto type = call_.node.attribute(i).type();
      if (type == onnx::AttributeProto::FLOAT) {
        smaller |= simplify_real(call_.node.attribute(i).f(), [i](NodeCall& call, float value) {
          call.node.mutable_attribute(i)->set_f(value);
        });
      }
      if (type == onnx::AttributeProto::INT) {
        smaller |= simplify_integer(
            call_.node.attribute(i).i(),
            [i](NodeCall& call, int64_t value) { call.node.mutable_attribute(i)->set_i(value); });
      }
      for (int j = 0; j < call_.node.attribute(i).floats_size(); ++j) {
        smaller |=
            simplify_real(call_.node.attribute(i).floats(j), [i, j](NodeCall& call, float value) {
              call.node.mutable_attribute(i)->set_floats(j, value);
            });
      }
      for (int j = 0; j < call_.node.attribute(i).ints_size(); ++j) {
        smaller |= simplify_integer(call_.node.attribute(i).ints(j),
                                    [i, j](NodeCall& call, int64_t value) {
                                      call.node.mutable_attribute(i)->set_ints(j, value);
                                    });
      }
    }
    return smaller;
  }

  template <class Set>
  bool simplify_integer(int64_t value, Set set) {
    for (const int64_t simpler : {0, 1, -1, 2}) {
      if (simpler == value) return false;
      NodeCall call = call_;
      set(call, simpler);
      if (take(std::move(call))) return true;
    }
    return false;
  }

  template <class Set>
  bool simplify_real(float value, Set set) {
    for (const float simpler : {0.F, 1.F, 2.F, 0.5F}) {
      if (simpler == value) return false;
      NodeCall call = call_;
      set(call, simpler);
      if (take(std::move(call))) return true;
    }
    return false;
  }

  NodeCall call_;
  Shrunk result_;
  const std::function<bool(const CaseFiles&)>& fails_;
  const Options& evaluation_;
  const ShrinkLimits limits_;
  size_t evaluations_ = 0;
};

}  // namespace

std::optional<CaseFiles> decided_soon(const NodeCall& call, Options evaluation) {
  evaluation.limits.deadline = std::chrono::steady_clock::now() + longest_evaluation;
  try {
    return decided_case(call, evaluation);
  } catch (const Error&) {
    return std::nullopt;
  }
}

Shrunk shrunk(const CaseFiles& files, const std::function<bool(const CaseFiles&)>& fails,
              const Options& evaluation, const ShrinkLimits& limits) {
  std::optional<NodeCall> call = call_of(files);
  if (!call || !files.error.empty()) return {files};
  return Shrinker(*std::move(call), files, fails, evaluation, limits).run();
}

size_t input_elements(const CaseFiles& files) {
  size_t elements = 0;
  for (const CaseFiles::Set& set : files.sets) {
    for (const auto& [name, value] : set.inputs) {
      if (value.is_tensor()) elements += value.tensor().size();
    }
  }
  return elements;
}

bool has_special_numbers(const CaseFiles& files) {
  const auto is_special = [](const Value& value) {
    if (!value.is_tensor() || !has_rounding(value.tensor().dtype())) return false;
    const Rounding rounding = rounding_of(value.tensor().dtype());
    const double most = std::sqrt(rounding.greatest), least = std::sqrt(rounding.tiny);
    const Reals x = xt::abs(value.tensor().as<double>());
    return std::any_of(x.begin(), x.end(),
                       [&](double each) { return !(each <= most) || (each < least && each != 0); });
  };
  for (const CaseFiles::Set& set : files.sets) {
    for (const auto& [name, value] : set.inputs) {
      if (is_special(value)) return true;
    }
  }
  return false;
}

}  // namespace etalon
