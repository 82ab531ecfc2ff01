#include "conformance/equivalent/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "conformance/bounds/bound_walk.h"
#include "conformance/common/usage_error.h"
#include "conformance/equivalent/field_run.h"
#include "conformance/equivalent/rounded_constants.h"
#include "engine/values/limits.h"
#include "engine/values/side.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

constexpr size_t seeds_of_a_proof = 3;

std::string shapes_of(const Bindings& inputs) {
  std::string text;
  for (const auto& [name, value] : inputs) {
    if (!value.is_tensor()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", printable(name),
                        to_string(value.tensor().shape()));
  }
  return text;
}

class Proving {
 public:
  explicit Proving(const ProofRequest& request) : request_(request) {}

  // With what decides inside of an operator fixed, if nothing is shown without that.
  Proof done(const std::vector<Bindings>& sets) {
    do {
      begin(sets.at(0));
      try {
        if (!any_varies(sets[0])) throw Unproved{"no input of floats is left to vary", {}};
        for (const Bindings& inputs : sets) {
          if (is_new(inputs)) prove_on(inputs);
        }
      } catch (const Unproved& unproved) {
        proof_.problem = unproved.why;
        deciding_.insert(unproved.deciding.begin(), unproved.deciding.end());
      }
    } while (!proof_.whole() && fix_deciding());
    if (!proof_.problem.empty()) {
      for (ProvedValue& output : proof_.outputs) output.proved = false;
    }
    proof_.unknown.assign(unknown_.begin(), unknown_.end());
    return std::move(proof_);
  }

 private:
  void begin(const Bindings& inputs) {
    proof_ = {};
    unknown_.clear();
    for (const auto& [before, after] : request_.names.outputs) {
      proof_.outputs.push_back({before, after, true, {}});
    }
    for (const ValueInfo& input : request_.before.graph().inputs) {
      const auto value = inputs.find(input.name);
      if (value == inputs.end()) continue;
      const bool is_fixed = !is_float_tensor(value->second) || fixed_.contains(input.name);
      if (is_fixed) proof_.fixed.push_back(input.name);
    }
  }

  bool any_varies(const Bindings& inputs) const {
    return std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) {
      return is_float_tensor(input.second) && !fixed_.contains(input.first);
    });
  }

  // Of floats alone only the lengths count.
  bool is_new(const Bindings& inputs) const {
    const auto& known = proof_.shapes;
    return !proof_.fixed.empty() ||
           std::find(known.begin(), known.end(), shapes_of(inputs)) == known.end();
  }

  // True if an input was not fixed before.
  bool fix_deciding() {
    const size_t before = fixed_.size();
    for (const auto& [name, other] : request_.names.inputs) {
      if (deciding_.contains(name) || deciding_.contains(other)) fixed_.insert(name);
    }
    return fixed_.size() != before;
  }

  void prove_on(const Bindings& inputs) {
    proof_.shapes.push_back(shapes_of(inputs));
    size_t seeds = 0;
    constexpr size_t most_attempts = 2 * seeds_of_a_proof;
    for (size_t attempt = 0; seeds < seeds_of_a_proof; ++attempt) {
      Field field((uint64_t{request_.seed} << 32) + proof_.shapes.size() * most_attempts + attempt);
      if (request_.on_progress) request_.on_progress(fmt::format("proof, seed {}", seeds + 1));
      try {
        prove_in(field, inputs);
        ++seeds;
      } catch (const Unproved&) {  // a divisor may be 0 by chance
        if (attempt >= seeds_of_a_proof) throw;
      }
      if (!proof_.whole()) break;
    }
    proof_.seeds = std::max(proof_.seeds, seeds);
    if (!proof_.whole()) compare_pairs(inputs);
  }

  void prove_in(Field& field, const Bindings& inputs) {
    const Bindings given = field_inputs(field, inputs, fixed_);
    const Bindings before = values_of(request_.before, field, given, {});
    const Bindings after = values_of(request_.after, field, renamed(request_.names, given), {});
    for (ProvedValue& output : proof_.outputs) {
      const Value &x = value_of(request_.before, before, output.before),
                  &y = value_of(request_.after, after, output.after);
      note_degree(field, x);
      note_degree(field, y);
      if (same_function(field, x, y)) continue;
      output.proved = false;
      output.why = "they are not shown to be the same function";
      if (!unknown_.empty()) output.why = "nothing is known of some nodes";
    }
  }

  // AFTER again: where a pair differs, what follows gets BEFORE's value.
  void compare_pairs(const Bindings& inputs) {
    if (request_.pairs.empty() || proof_.pairs != 0) return;
    Field field(request_.seed + 1);
    const Bindings given = field_inputs(field, inputs, fixed_);
    const Bindings before = values_of(request_.before, field, given, {});
    const auto settled = [&](const std::string& name, const Value& value) {
      const auto pair = request_.pairs.find(name);
      const auto known =
          pair == request_.pairs.end() ? before.end() : before.find(pair->second.before_value);
      if (known == before.end()) return value;
      const Value& other = known->second;
      if (!alike(value, other)) return value;
      ++proof_.pairs;
      if (same_function(field, value, other)) return value;
      explain(name, pair->second);
      return other;
    };
    values_of(request_.after, field, renamed(request_.names, given), settled);
  }

  // A piece that differs: by constants that BEFORE has exactly, or otherwise.
  void explain(const std::string& name, const Piece& piece) {
    if (auto constants = rounded_constants(piece, request_.evaluation, request_.seed + 2)) {
      std::move(constants->begin(), constants->end(), std::back_inserter(proof_.constants));
    } else {
      proof_.pieces.push_back({piece.before_value, name, false, {}});
    }
  }

  Bindings values_of(const Subject& subject, Field& field, const Bindings& inputs,
                     std::function<Value(const std::string&, const Value&)> settled) {
    FieldValues found =
        field_values({subject, field, request_.evaluation, std::move(settled), {}}, inputs);
    unknown_.merge(found.unknown);
    deciding_.merge(found.deciding);
    return std::move(found.values);
  }

  static const Value& value_of(const Subject& subject, const Bindings& values,
                               const std::string& name) {
    const auto found = values.find(name);
    return found != values.end() ? found->second : subject.constants().at(name);
  }

  void note_degree(const Field& field, const Value& value) {
    if (!value.is_tensor()) return;
    for (const int64_t number : residues_of(value.tensor())) {
      if (number != 0) proof_.degree = std::max(proof_.degree, field.at(number - 1).degree);
    }
  }

  const ProofRequest& request_;
  Proof proof_;
  std::set<std::string> unknown_;
  std::set<std::string> fixed_, deciding_;  // BEFORE's inputs
};

}  // namespace

bool Proof::whole() const {
  return problem.empty() && !outputs.empty() &&
         std::all_of(outputs.begin(), outputs.end(),
                     [](const ProvedValue& output) { return output.proved; });
}

bool Proof::but_for_rounding() const {
  return whole() || (problem.empty() && pieces.empty() && !constants.empty() &&
                     std::all_of(constants.begin(), constants.end(),
                                 [](const RoundedConstant& one) { return one.far == 0; }));
}

Proof proof(const ProofRequest& request, const std::vector<Bindings>& sets) {
  if (!request.names.problem.empty()) {
    Proof none;
    none.problem = request.names.problem;
    return none;
  }
  return Proving(request).done(sets);
}

namespace {

// Sets that BEFORE takes, with other lengths each.
std::vector<Bindings> drawn_sets(const Subject& before, const Interfaces& names,
                                 const EquivalenceRequest& request) {
  constexpr size_t wanted = 2;
  std::vector<Bindings> sets;
  Dimensions lengths = request.dimensions;
  for (const auto& [symbol, length] : names.dimensions) lengths.emplace(symbol, length);
  for (size_t number = 0; sets.size() < wanted && number < 2 * wanted; ++number) {
    for (int attempt = 0; attempt < attempts; ++attempt) {
      const Bindings inputs = drawn_inputs(before.model(), lengths, {},
                                           number * input_classes() + number, request.seed, attempt)
                                  .values;
      try {
        evaluate(before.model(), inputs, request.evaluation);
      } catch (const LimitExceeded&) {
        throw;
      } catch (const Error&) {
        continue;
      }
      sets.push_back(inputs);
      break;
    }
  }
  return sets;
}

}  // namespace

Equivalence proof_alone(const Subject& before, const Subject& after,
                        const EquivalenceRequest& request) {
  Comparer comparer(before, after, request);
  Equivalence result;
  result.interface = comparer.names().differences;
  result.remarks = comparer.names().remarks;
  std::vector<Bindings> sets;
  for (const Bindings& given : request.given) {
    sets.push_back(
        drawn_inputs(before.model(), request.dimensions, given, 0, request.seed, 0).values);
  }
  if (sets.empty()) sets = drawn_sets(before, comparer.names(), request);
  if (sets.empty()) throw UsageError("BEFORE takes none of the drawn inputs");
  const ProofRequest whole{before,
                           after,
                           comparer.names(),
                           comparer.pairs(),
                           request.evaluation,
                           request.seed,
                           request.on_progress};
  try {
    result.proof = proof(whole, sets);
    if (!result.proof->whole() && result.proof->problem.empty()) {
      comparer.compared(sets[0]);
      result.proof = proof(whole, sets);
    }
  } catch (const LimitExceeded& limit) {
    result.stopped = std::string("proof: ") + limit.what();
    if (!result.proof) result.proof.emplace().problem = limit.what();
  }
  return result;
}

}  // namespace etalon::equivalent
