#include "conformance/equivalent/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

#include "conformance/bounds/bound_walk.h"
#include "conformance/common/usage_error.h"
#include "conformance/equivalent/initializers.h"
#include "conformance/equivalent/proof.h"
#include "conformance/equivalent/texts.h"
#include "conformance/equivalent/witness.h"
#include "conformance/judge/statistics.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

class Work {
 public:
  Work(const Subject& before, const Subject& after, const EquivalenceRequest& request)
      : before_(before),
        after_(after),
        request_(request),
        comparing_(request),
        comparer_(before, after, comparing_) {
    result_.remarks = comparer_.names().remarks;
    result_.interface = request.interface_differences.value_or(comparer_.names().differences);
    if (comparer_.names().problem.empty()) {
      changed_ = changed_constants(before, after, comparer_.names());
    }
    result_.initializers = changed_.findings;
    result_.remarks.insert(result_.remarks.end(), request.remarks.begin(), request.remarks.end());
    warn_of_dimensions();
    result_.nodes = after.graph().nodes.size();
    for (const auto& [a, b] : comparer_.names().outputs) {
      OutputVerdict verdict;
      verdict.before = a;
      verdict.after = b;
      result_.outputs.push_back(std::move(verdict));
    }
    comparing_.on_progress = [this](const std::string& work) {
      if (request_.on_progress) request_.on_progress(stage_ + ": " + work);
    };
  }

  Equivalence done() {
    if (!comparer_.names().problem.empty()) return of_other_interfaces();
    try {
      compare_all();
      shrink();
      prove();
    } catch (const LimitExceeded& limit) {
      stop(limit.what());
    } catch (const std::bad_alloc&) {
      stop(out_of_memory());
    }
    finish();
    return std::move(result_);
  }

 private:
  void stop(const std::string& limit) {
    result_.stopped = stage_ + ": " + limit;
    note_reached();
    if (result_.inputs != 0) return;
    for (OutputVerdict& output : result_.outputs) {
      output.judged = output.usual = judged_as(Grade::unknown, "it was not compared: " + limit);
    }
  }

  Equivalence of_other_interfaces() {
    if (result_.outputs.empty()) result_.outputs.emplace_back();
    for (OutputVerdict& output : result_.outputs) {
      output.judged = output.usual = judged_as(Grade::wrong, comparer_.names().problem);
    }
    return std::move(result_);
  }

  void warn_of_dimensions() {
    for (const auto& [symbol, length] : comparer_.names().dimensions) {
      const auto wanted = request_.dimensions.find(symbol);
      if (wanted == request_.dimensions.end() || wanted->second == length) continue;
      result_.remarks.push_back(fmt::format("warning: AFTER declares {} for {}, not {}", length,
                                            printable(symbol), wanted->second));
    }
  }

  void compare_all() {
    const size_t given = request_.given.size();
    for (size_t i = 0; i < given + request_.drawn; ++i) {
      stage_ = fmt::format("input {} of {}", i + 1, given + request_.drawn);
      if (i < given) {
        compare_given(i);
      } else {
        compare_drawn(i - given);
      }
      if (all_differ()) return;
    }
    compare_aimed();
    compare_steered();
    take_undeclared();
    if (result_.inputs == 0 && refusal_) std::rethrow_exception(refusal_);
    if (result_.inputs == 0) throw UsageError("there is no input to compare on");
  }

  bool all_differ() const {
    return std::all_of(
        result_.outputs.begin(), result_.outputs.end(),
        [](const OutputVerdict& output) { return equivalent::differs(output.usual); });
  }

  // Until what is reached has not grown for some rounds.
  void compare_aimed() {
    Aims aims;
    aims.rows = changed_.rows;
    add_aims(before_.model(), aims);
    add_aims(after_.model(), aims);
    const size_t most = std::min(request_.drawn * request_.aimed_for_each, affordable());
    const size_t patience = 5 * aimed_kinds();
    size_t quiet = 0;
    for (size_t i = 0; i < most && quiet < patience && !all_differ(); ++i) {
      stage_ = fmt::format("aimed input {} of {}", i + 1, most);
      const size_t reached = comparer_.coverage().reached();
      const size_t inputs = result_.inputs;
      compare_one(aimed_attempts, [&](int attempt) {
        return aimed_inputs(before_.model(), aims, dimensions(), i, request_.seed, attempt);
      });
      result_.aimed += result_.inputs - inputs;
      quiet = comparer_.coverage().reached() > reached ? 0 : quiet + 1;
    }
  }

  void prove() {
    // Evaluations that must be affordable; of models with the same bits there is less to show.
    constexpr size_t quick = 40, some = 4;
    const bool is_same = result_.worst_of_outputs().verdict.grade == Grade::same;
    if (proof_sets_.empty() || affordable() < (is_same ? quick : some)) return;
    const auto is_of_floats = [](const auto& input) { return is_float_tensor(input.second); };
    if (std::none_of(proof_sets_[0].begin(), proof_sets_[0].end(), is_of_floats)) return;
    stage_ = "proof";
    result_.proof = proof({before_, after_, comparer_.names(), comparer_.pairs(),
                           request_.evaluation, request_.seed, comparing_.on_progress},
                          proof_sets_);
  }

  // At the sides of comparisons with constants that no input has reached.
  void compare_steered() {
    size_t left = std::min(affordable(), size_t{24} * std::min<size_t>(request_.aimed_for_each, 1));
    for (const Coverage::Aside& aside : comparer_.coverage().asides()) {
      for (int way = 0; way < steered_ways && left > 0 && !all_differ(); ++way) {
        const auto set = steered_inputs(first_, aside, way);
        if (!set) continue;
        --left;
        stage_ = "steered input";
        const size_t inputs = result_.inputs;
        compare_one(1, [&](int) { return *set; });
        result_.aimed += result_.inputs - inputs;
      }
    }
  }

  // So many evaluations of models of this size are quick.
  size_t affordable() const {
    constexpr size_t much = 40'000, computed_of_a_node = 20, elements_of_a_node = 1'000;
    size_t work = 1 + result_.nodes + before_.graph().nodes.size();
    work += comparer_.elements() / computed_of_a_node;
    for (const auto& [name, value] : before_.constants()) {
      if (value.is_tensor()) work += value.tensor().size() / elements_of_a_node;
    }
    return much / work;
  }

  Dimensions dimensions() const {
    Dimensions all = request_.dimensions;
    for (const auto& [symbol, length] : comparer_.names().dimensions) all.emplace(symbol, length);
    return all;
  }

  void compare_given(size_t set) {
    // What is not given is drawn, as ordinary values.
    InputSet inputs = drawn_inputs(before_.model(), dimensions_of(request_.given[set]),
                                   request_.given[set], 0, request_.seed, 0);
    inputs.what = fmt::format("given input {}", set + 1);
    add(comparer_.compared(checked(inputs.values)), inputs);
  }

  // The given values have lengths of their own.
  Dimensions dimensions_of(const Bindings& given) const {
    Dimensions all = dimensions();
    for (const ValueInfo& input : before_.graph().inputs) {
      const auto value = given.find(input.name);
      if (value == given.end() || !value->second.is_tensor() || !input.type.shape) continue;
      const Shape& shape = value->second.tensor().shape();
      for (size_t i = 0; i < std::min(shape.size(), input.type.shape->size()); ++i) {
        const auto* symbol = std::get_if<std::string>(&(*input.type.shape)[i]);
        if (symbol != nullptr) all[*symbol] = static_cast<int64_t>(shape[i]);
      }
    }
    return all;
  }

  const Bindings& checked(const Bindings& inputs) const {
    if (draws(before_.model(), inputs)) {
      throw Unspecified("the model draws random numbers, which need not be the same");
    }
    return inputs;
  }

  static bool any_differs(const Compared& compared) {
    return std::any_of(compared.outputs.begin(), compared.outputs.end(), differs);
  }
  static bool differs(const OutputVerdict& output) { return equivalent::differs(output.judged); }

  // A difference on an input for which BEFORE does not give what it declares is none, unless all
  // inputs are such.
  void take_undeclared() {
    for (auto& [compared, inputs] : undeclared_) {
      if (as_declared_) {
        ++result_.refused;
      } else {
        add(std::move(compared), inputs);
      }
    }
  }

  void note_undeclared(const std::string& what) {
    if (what.empty() || noted_undeclared_) return;
    noted_undeclared_ = true;
    result_.interface.push_back({"BEFORE contradicts what it declares: " + what, Grade::same});
  }

  void compare_drawn(size_t number) {
    const bool done = compare_one(attempts, [&](int attempt) {
      return drawn_inputs(before_.model(), dimensions(), {}, number, request_.seed, attempt);
    });
    if (!done) ++result_.refused;
  }

  // False if BEFORE refuses all attempts.
  bool compare_one(int most, const std::function<InputSet(int attempt)>& draw) {
    std::optional<std::pair<Compared, InputSet>> undeclared;
    for (int attempt = 0; attempt < most; ++attempt) {
      try {
        InputSet inputs = draw(attempt);
        Compared compared = comparer_.compared(checked(inputs.values));
        note_undeclared(compared.undeclared);
        if (compared.undeclared.empty() || !any_differs(compared)) {
          add(std::move(compared), inputs);
          return true;
        }
        if (!undeclared) undeclared.emplace(std::move(compared), std::move(inputs));
      } catch (const Error& error) {
        const bool another = error.kind() == ErrorKind::InvalidInput ||
                             error.kind() == ErrorKind::Unspecified ||
                             error.kind() == ErrorKind::InvalidModel;
        if (!another) throw;
        refusal_ = std::current_exception();
      }
    }
    if (undeclared) undeclared_.push_back(std::move(*undeclared));
    return undeclared.has_value();
  }

  void add(Compared compared, const InputSet& inputs) {
    const size_t number = result_.inputs++;
    constexpr size_t sets_of_a_proof = 2;
    if (!inputs.special && proof_sets_.size() < sets_of_a_proof) {
      proof_sets_.push_back(inputs.values);
    }
    if (number == 0) first_ = inputs.values;
    as_declared_ = as_declared_ || compared.undeclared.empty();
    result_.shared = std::max(result_.shared, compared.shared);
    for (size_t i = 0; i < result_.outputs.size(); ++i) {
      OutputVerdict& all = result_.outputs[i];
      OutputVerdict& one = compared.outputs[i];
      const size_t identical = all.identical + one.identical;
      const bool usual = !inputs.special && is_worse(one.judged, all.usual);
      const Judged worst_usual = usual ? one.judged : all.usual;
      const bool equal = !is_worse(one.judged, all.judged) && !is_worse(all.judged, one.judged);
      const bool graver = is_worse(one.judged, all.judged) ||
                          (!fails(one.judged.verdict) && is_further(one.judged, all.judged)) ||
                          (equal && all.special_only() && !inputs.special && !one.identical);
      if (graver) {
        all = std::move(one);
        all.input = inputs.what;
        all.number = number;
        inputs_[i] = inputs.values;
      }
      all.identical = identical;
      all.usual = worst_usual;
    }
  }

  void note_reached() {
    result_.sides = comparer_.coverage().all();
    result_.reached = comparer_.coverage().reached();
    result_.unreached = comparer_.coverage().unreached();
    result_.trips = comparer_.coverage().trips();
    result_.lengths = comparer_.coverage().lengths();
    result_.one_sided = comparer_.coverage().one_sided();
  }

  // Of the first output that differs.
  void shrink() {
    note_reached();
    const auto found = std::find_if(result_.outputs.begin(), result_.outputs.end(), differs);
    if (found == result_.outputs.end()) return;
    const auto position = static_cast<size_t>(found - result_.outputs.begin());
    stage_ = "making the input small";
    result_.witness = inputs_.at(position);
    constexpr size_t most = 120, least = 8, nodes = 1500;
    constexpr std::chrono::seconds least_time(10);  // else as long as the comparison
    const size_t checks = std::clamp(nodes / std::max<size_t>(result_.nodes, 1), least, most);
    result_.at_witness = found->judged;
    const Clock::time_point now = Clock::now(),
                            until = now + std::max<Clock::duration>(now - begin_, least_time);
    const auto shows = [&](const Bindings& inputs) {
      if (Clock::now() > until) return false;
      try {
        Compared compared = comparer_.compared(inputs);
        if (!differs(compared.outputs[position])) return false;
        if (as_declared_ && !compared.undeclared.empty()) return false;
        result_.at_witness = compared.outputs[position].judged;
        return true;
      } catch (const LimitExceeded&) {
        throw;
      } catch (const Error&) {
        return false;
      }
    };
    result_.witness = small_witness(before_.model(), result_.witness, shows, checks);
  }

  void finish() {
    try {
      if (!result_.witness.empty()) result_.witness_text = witness_text(result_.witness);
    } catch (const LimitExceeded&) {  // the same again
      result_.witness.clear();
    }
    if (agrees(result_.worst_of_outputs()) && comparer_.inside()) {
      result_.remarks.push_back(remark_of(*comparer_.inside()));
    }
    if (const FoldedConstants* folds = comparer_.folds()) {
      result_.folds = folds->folds;
      result_.folded = folds->of.size();
    }
    // Of initializers that BEFORE computes.
    for (const Fold& fold : result_.folds) {
      const bool kept =
          changed_.kept.contains(fold.constant) && !before_.constants().contains(fold.constant);
      if (!kept || !equivalent::differs(fold.judged)) continue;
      result_.initializers.push_back(
          {fmt::format("initializer {} {}, in place of what BEFORE computes",
                       in_quotes(fold.constant), fold.how),
           Grade::unknown});
    }
  }

  using Clock = std::chrono::steady_clock;

  const Clock::time_point begin_ = Clock::now();
  const Subject &before_, &after_;
  const EquivalenceRequest& request_;
  EquivalenceRequest comparing_;
  Comparer comparer_;
  Equivalence result_;
  std::map<size_t, Bindings> inputs_;  // the worst of each output
  std::vector<Bindings> proof_sets_;
  Bindings first_;
  std::string stage_ = "evaluation";
  std::exception_ptr refusal_;
  ChangedConstants changed_;
  // The first drawn inputs of each number on which BEFORE contradicts what it declares, and AFTER
  // differs.
  std::vector<std::pair<Compared, InputSet>> undeclared_;
  bool noted_undeclared_ = false;
  bool as_declared_ = false;  // on some input
};

}  // namespace

Equivalence equivalence(const Subject& before, const Subject& after,
                        const EquivalenceRequest& request) {
  return Work(before, after, request).done();
}

}  // namespace etalon::equivalent
