// One evaluated node, for which a rule computes the bounds of the outputs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/check/bounds.h"
#include "engine/operators/operator.h"

namespace etalon {

// Thrown by a rule that does not cover a node. `why` is the reason: "it has a reduction".
struct NoBound {
  std::string why;
};

// A second evaluation of a node: with other values for some inputs.
struct Rerun {
  std::map<size_t, Reals> inputs;
  Attributes attributes;  // in place of the node's
  std::string op_type;    // in place of the node's, unless empty
  bool wide = false;      // evaluate in float64 if the operator supports it; else in float32
};

class RoundedNode {
 public:
  // `inputs`, `outputs` and `bounds` (of the inputs) belong to the node, by position; `opsets` and
  // `options` to the evaluation.
  RoundedNode(const Node& node, const Opsets& opsets, const Options& options, const Values& inputs,
              const Values& outputs, const std::vector<Bound>& bounds);

  const Call& call() const { return call_; }
  const Values& outputs() const { return outputs_; }
  const Tensor& output() const { return outputs_.at(0).tensor(); }

  // Whether the node has this input.
  bool given(size_t input) const;
  // The float tensors among the inputs that have the first output's type variable.
  std::vector<size_t> data() const;

  const Tensor& tensor(size_t input) const { return inputs_.at(input).tensor(); }
  bool exact(size_t input) const { return bounds_.at(input).kind == Bound::Kind::exact; }
  bool all_exact() const;
  Reals value(size_t input) const { return tensor(input).as<double>(); }
  Reals error(size_t input) const;      // 0 when exact
  Reals magnitude(size_t input) const;  // |value| + error

  // For the first output's type: unit() is half the distance from 1 to the next number; underflow()
  // is the absolute error that one operation may make below the normal numbers. unit() throws
  // NoBound for types without bounds.
  double unit() const;
  double underflow() const;
  // γ_n. For n·u > 1/2 it is 2·n·u: the error of a sum in any order is at most n·u·Σ|terms| for all
  // n (Jeannerod, Rump: Improved error bounds for inner products in floating-point arithmetic,
  // 2013).
  double gamma(size_t n) const;

  Values rerun(const Rerun& changes) const;
  Reals rerun_first(const Rerun& changes) const {
    return rerun(changes).at(0).tensor().as<double>();
  }

  // A bound of the first output: these errors, widened by the possible error of a rerun in float32
  // and by the rounding of Etalon's own value.
  Bound known(Reals error) const;

 private:
  DType rerun_type(const Rerun& changes) const;

  const Schema& schema_;
  const Node& node_;
  const Opsets& opsets_;
  const Options& options_;
  const Values& inputs_;
  const Values& outputs_;
  const std::vector<Bound>& bounds_;
  Graph no_graph_;
  Call call_;
};

// The bound with these errors. NaN becomes infinity; if all errors are 0, the bound is exact.
Bound bound_of(DType type, Reals error);

}  // namespace etalon
