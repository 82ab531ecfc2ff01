#include "conformance/equivalent/within.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "conformance/bounds/bound_walk.h"
#include "conformance/common/usage_error.h"
#include "conformance/judge/elements.h"
#include "engine/interpreter/substitute.h"

namespace etalon::equivalent {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

bool has_numbers(const Value& value) {
  if (!value.is_tensor()) return false;
  const DType type = value.tensor().dtype();
  return is_float(type) || is_integer(type) || type == DType::boolean;
}

// Sums over all inputs.
struct Sums {
  ValueError error;
  double signal = 0, noise = 0, other = 0, product = 0, greatest = 0;
  double own_noise = 0;             // when AFTER gets BEFORE's values
  std::map<int, size_t> exponents;  // of BEFORE's finite elements; of 0 the least integer

  void add(const Tensor& a, const Tensor& b) {
    const Reals x = a.as<double>(), y = b.as<double>();
    error.elements = x.size();
    for (size_t i = 0; i < x.size(); ++i) {
      const double p = x.data()[i], q = y.data()[i];
      if (std::isfinite(p)) ++exponents[p == 0 ? std::numeric_limits<int>::min() : std::ilogb(p)];
      if (p == q || (std::isnan(p) && std::isnan(q))) {
        if (std::isfinite(p)) add_finite(p, q);
        continue;
      }
      if (std::isfinite(p) && std::isfinite(q)) add_finite(p, q);
      const double off = std::isfinite(p - q) ? std::fabs(p - q) : infinite;
      if (off <= error.largest) continue;
      error.largest = off;
      error.where = place_text(i, a.shape());
      error.expected = element_printer(a)(i);
      error.got = element_printer(b)(i);
    }
  }
  void add_own(const Tensor& a, const Tensor& b) {
    const Reals x = a.as<double>(), y = b.as<double>();
    for (size_t i = 0; i < x.size(); ++i) {
      const double d = x.data()[i] - y.data()[i];
      if (std::isfinite(d)) own_noise += d * d;
    }
  }
  void finish() {
    error.scaled = greatest > 0 ? error.largest / greatest : error.largest > 0 ? infinite : 0;
    error.snr = noise > 0 ? 10 * std::log10(signal / noise) : infinite;
    const double lengths = std::sqrt(signal) * std::sqrt(other);
    error.cosine = lengths > 0 ? product / lengths : noise > 0 ? 0 : 1;
    error.introduced = signal > 0 ? own_noise / signal : own_noise > 0 ? infinite : 0;
    if (!std::isfinite(error.largest)) error.snr = -infinite;
    error.greatest = greatest;
    if (greatest == 0) error.zeros = exponents[std::numeric_limits<int>::min()];
    if (greatest > 0) count_halves();
  }

 private:
  void count_halves() {
    const int top = std::ilogb(greatest);
    for (const auto& [exponent, count] : exponents) {
      const bool zero = exponent == std::numeric_limits<int>::min();
      const auto half = zero ? error.halves.size() : static_cast<size_t>(top - exponent);
      (zero                         ? error.zeros
       : half < error.halves.size() ? error.halves[half]
                                    : error.smaller) += count;
    }
  }

  void add_finite(double p, double q) {
    signal += p * p;
    other += q * q;
    product += p * q;
    noise += (p - q) * (p - q);
    greatest = std::max(greatest, std::fabs(p));
  }
};

bool keeps(const WithinRule& rule, const Tensor& a, const Tensor& b) {
  if (rule.kind == WithinRule::Kind::tolerance) {
    return compare(b, a, {.rtol = rule.rtol, .atol = rule.atol, .max_ulp = {}}).pass();
  }
  Sums alone;
  alone.add(a, b);
  alone.finish();
  switch (rule.kind) {
    case WithinRule::Kind::scaled:
      return alone.error.scaled <= rule.least;
    case WithinRule::Kind::snr:
      return alone.error.snr >= rule.least;
    default:
      return std::isfinite(alone.error.largest) && alone.error.cosine >= rule.least;
  }
}

bool of_one_shape(const Value& a, const Value& b) {
  return has_numbers(a) && has_numbers(b) && a.tensor().shape() == b.tensor().shape();
}

class Measuring {
 public:
  Measuring(const Subject& before, const Subject& after, const EquivalenceRequest& request,
            const WithinRule& rule)
      : before_(before),
        after_(after),
        request_(request),
        rule_(rule),
        names_(interfaces(before.model(), after.model())) {
    if (!names_.problem.empty()) throw InvalidInput("the interfaces differ: {}", names_.problem);
    for (const auto& [a, b] : names_.outputs) add_pair(a, b, true);
    std::set<std::string_view> constants;
    for (const Node& node : after.graph().nodes) {
      const bool constant = computes_constant(node, constants);
      for (const std::string& name : node.outputs) {
        if (constant) constants.insert(name);
        if (name.empty() || !before.maker(name)) continue;
        add_pair(name, name, false);
        sums_[places_.at(name)].error.constant = constant;
      }
    }
  }

  Within measured() {
    const size_t given = request_.given.size();
    for (size_t i = 0; i < given + request_.drawn; ++i) {
      if (request_.on_progress) {
        request_.on_progress(fmt::format("input {} of {}", i + 1, given + request_.drawn));
      }
      if (i < given) {
        add(values_on(request_.given[i]));
      } else {
        add(drawn_values(i - given));
      }
    }
    return result();
  }

 private:
  // One input, renamed for AFTER, and what both models make of it.
  struct OneInput {
    Bindings inputs, expected, got;
    bool finite = true;  // BEFORE's outputs
  };

  bool computes_constant(const Node& node, const std::set<std::string_view>& constants) const {
    const std::vector<std::string> names = Subject::names_read(node);
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return constants.contains(name) || after_.constants().contains(name);
    });
  }

  void add_pair(const std::string& a, const std::string& b, bool output) {
    if (places_.contains(b)) return;
    places_[b] = sums_.size();
    sums_.emplace_back();
    sums_.back().error.before = a;
    sums_.back().error.after = b;
    sums_.back().error.output = output;
  }

  // Of the draws of a number, the first that both models evaluate and whose outputs are finite;
  // else the first that both evaluate.
  OneInput drawn_values(size_t draw) {
    const size_t number = draw * input_classes();
    Dimensions dimensions = request_.dimensions;
    for (const auto& [symbol, length] : names_.dimensions) dimensions.emplace(symbol, length);
    std::optional<OneInput> first;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      try {
        OneInput values = values_on(
            drawn_inputs(before_.model(), dimensions, {}, number, request_.seed, attempt).values);
        if (values.finite) return values;
        if (!first) first = std::move(values);
      } catch (const Error& error) {
        const bool domain =
            error.kind() == ErrorKind::InvalidInput || error.kind() == ErrorKind::Unspecified;
        if (!domain || (!first && attempt == attempts - 1)) throw;
        ++refused_;
        refusal_ = error.what();
      }
    }
    return *std::move(first);
  }

  OneInput values_on(const Bindings& inputs) const {
    OneInput values{renamed(names_, inputs), {}, {}};
    Options options = request_.evaluation;
    options.on_value = [&](const std::string& name, const Value& value) {
      values.expected[name] = value;
    };
    for (const Value& output : evaluate(before_.model(), inputs, options)) {
      values.finite = values.finite && is_finite(output);
    }
    options.on_value = [&](const std::string& name, const Value& value) {
      if (places_.contains(name)) values.got[name] = value;
    };
    evaluate(after_.model(), values.inputs, options);
    return values;
  }

  static bool is_finite(const Value& value) {
    if (!is_float_tensor(value)) return true;
    const Reals numbers = value.tensor().as<double>();
    return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
  }

  void add(const OneInput& values) {
    for (const auto& [name, value] : values.got) {
      add(sums_[places_.at(name)], values.expected, value);
    }
    add_own_errors(values.expected, values.inputs);
    ++inputs_;
  }

  void add(Sums& sums, const Bindings& expected, const Value& value) const {
    const auto found = expected.find(sums.error.before);
    if (found == expected.end()) return;
    if (!of_one_shape(found->second, value)) {
      if (same_bits(found->second, value)) return;
      const RuleResult structure = compare_structure(value, found->second);
      sums.error.mismatch =
          structure.pass() ? "another value, of a kind that has no measure" : structure.message;
      sums.error.within = false;
      return;
    }
    sums.add(found->second.tensor(), value.tensor());
    if (!sums.error.output) return;
    sums.error.within = sums.error.within && keeps(rule_, found->second.tensor(), value.tensor());
  }

  // AFTER once more, with BEFORE's value in place of each that is matched.
  void add_own_errors(const Bindings& expected, const Bindings& inputs) {
    const SubstituteScope scope([&](const Node& node, const Values& given, const Ordinary& run) {
      Values outputs = run(node, given);
      if (!place_in(after_.graph(), node)) return outputs;
      for (size_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i) {
        const auto place = places_.find(node.outputs[i]);
        if (place == places_.end()) continue;
        Sums& sums = sums_[place->second];
        const auto found = expected.find(sums.error.before);
        if (found == expected.end() || !of_one_shape(found->second, outputs[i])) continue;
        sums.add_own(found->second.tensor(), outputs[i].tensor());
        if (found->second.tensor().dtype() == outputs[i].tensor().dtype()) {
          outputs[i] = found->second;
        }
      }
      return outputs;
    });
    Options options = request_.evaluation;
    options.on_value = nullptr;
    evaluate(after_.model(), inputs, options);
  }

  Within result() {
    constexpr size_t most = 5;
    Within all;
    all.rule = rule_;
    all.inputs = inputs_;
    all.remarks = names_.remarks;
    for (const Finding& found : names_.differences) all.remarks.push_back(found.what);
    if (refused_ != 0) {
      all.remarks.push_back(fmt::format("{} draw{} outside the models' domain, as in: {}", refused_,
                                        refused_ == 1 ? " is" : "s are", refusal_));
    }
    for (Sums& sums : sums_) {
      if (sums.error.mismatch.empty()) sums.finish();
      all.values.push_back(sums.error);
    }
    for (size_t i = 0; i < all.values.size(); ++i) {
      if (all.values[i].introduced > 0) all.entering.push_back(i);
    }
    std::stable_sort(all.entering.begin(), all.entering.end(), [&](size_t a, size_t b) {
      const ValueError &x = all.values[a], &y = all.values[b];
      return std::tuple(!x.constant, x.introduced) > std::tuple(!y.constant, y.introduced);
    });
    if (all.entering.size() > most) all.entering.resize(most);
    return all;
  }

  const Subject &before_, &after_;
  const EquivalenceRequest& request_;
  const WithinRule& rule_;
  const Interfaces names_;
  std::vector<Sums> sums_;
  std::map<std::string, size_t> places_;  // by AFTER's names
  size_t inputs_ = 0;
  size_t refused_ = 0;   // draws that a model refuses
  std::string refusal_;  // of the last
};

double number_of(std::string_view word, const std::string& words) {
  const std::string text(word.substr(word.find('=') + 1));
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !std::isfinite(number)) {
    throw UsageError("--within " + words + ": no number after '='");
  }
  return number;
}

}  // namespace

WithinRule rule_of(const std::string& words) {
  WithinRule rule;
  rule.words = words;
  size_t begin = 0;
  while (begin <= words.size()) {
    const size_t comma = std::min(words.find(',', begin), words.size());
    const std::string word = words.substr(begin, comma - begin);
    begin = comma + 1;
    const std::string name = word.substr(0, word.find('='));
    if (name == "rtol" || name == "atol") {
      (name == "rtol" ? rule.rtol : rule.atol) = number_of(word, words);
      continue;
    }
    rule.kind = name == "scaled"   ? WithinRule::Kind::scaled
                : name == "snr"    ? WithinRule::Kind::snr
                : name == "cosine" ? WithinRule::Kind::cosine
                                   : WithinRule::Kind::tolerance;
    if (rule.kind == WithinRule::Kind::tolerance || comma != words.size()) {
      throw UsageError("--within takes rtol=X,atol=X or scaled=X or snr=DB or cosine=X, not " +
                       words);
    }
    rule.least = number_of(word, words);
  }
  return rule;
}

bool Within::holds() const {
  return std::all_of(values.begin(), values.end(),
                     [](const ValueError& value) { return !value.output || value.within; });
}

Within within(const Subject& before, const Subject& after, const EquivalenceRequest& request,
              const WithinRule& rule) {
  return Measuring(before, after, request, rule).measured();
}

}  // namespace etalon::equivalent
