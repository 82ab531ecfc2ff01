#include "conformance/equivalent/initializers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "conformance/equivalent/pair.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/elements.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

// Each text once, by number: equal computations have equal digests in both models.
class Texts {
 public:
  Digest of(const std::string& text) {
    return {numbers_.emplace(text, numbers_.size()).first->second, 1};
  }

 private:
  std::map<std::string, uint64_t, std::less<>> numbers_;
};

using Digests = std::map<std::string, Digest, std::less<>>;

// What nodes compute from the inputs and the initializers, by digests.
class Structure {
 public:
  Structure(Texts& texts, Digests known) : texts_(texts), known_(std::move(known)) {}

  // Of the node; those of its outputs are known from then on.
  Digest add(const Node& node) {
    const Digest computation = texts_.of(text_of(node));
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      const auto text = fmt::format("{} of {}", i, computation.high);
      if (!node.outputs[i].empty()) known_[node.outputs[i]] = texts_.of(text);
    }
    return computation;
  }
  const Digests& digests() const { return known_; }

 private:
  // Names of values inside of graphs are taken as they are.
  Digest digest(const std::string& name) {
    const auto found = known_.find(name);
    return found == known_.end() ? texts_.of("value " + name) : found->second;
  }

  std::string text_of(const Node& node) {
    std::vector<Digest> inputs;
    for (const std::string& name : node.inputs) inputs.push_back(digest(name));
    if (const auto text = computation_of(node, inputs)) return *text;
    std::string text = fmt::format("{}.{}", node.domain, node.op_type);
    for (const Digest& input : inputs) text += fmt::format(" {:x}.{:x}", input.high, input.low);
    each_subgraph(node, [&](const Graph& graph) {
      for (const Node& inner : graph.nodes) {
        text += fmt::format(" ({} → {})", text_of(inner), fmt::join(inner.outputs, ", "));
      }
    });
    return text;
  }

  Texts& texts_;
  Digests known_;
};

Digests beginning(const Subject& subject, Texts& texts) {
  Digests known(subject.constant_digests().begin(), subject.constant_digests().end());
  for (const ValueInfo& input : subject.graph().inputs) {
    if (!known.contains(input.name)) known[input.name] = texts.of("value " + input.name);
  }
  return known;
}

class Search {
 public:
  Search(const Subject& before, const Subject& after, const Interfaces& names)
      : before_(before), after_(after), names_(names) {}

  std::set<std::string> kept() {
    const Digests known = of_before();
    Digests begin = beginning(after_, texts_);
    std::set<std::string> candidates;
    for (auto& [name, digest] : begin) {
      const auto other = known.find(name);
      if (other == known.end() || digest == other->second) continue;
      if (!after_.constants().contains(name) || !has_form_of_before(name)) continue;
      candidates.insert(name);
      digest = other->second;
    }
    if (candidates.empty()) return {};
    for (const auto& [a, b] : names_.inputs) begin[b] = known.at(a);
    find_twins(begin);
    std::set<std::string> kept;
    for (const Node* node : twins_) {
      if (!is_followed(*node, known)) continue;
      for (const std::string& name : Subject::names_read(*node)) {
        if (candidates.contains(name)) kept.insert(name);
      }
    }
    return kept;
  }

 private:
  // Of initializers; what BEFORE computes has an unknown form.
  bool has_form_of_before(const std::string& name) const {
    const auto other = before_.constants().find(name);
    return other == before_.constants().end() || alike(other->second, after_.constants().at(name));
  }

  Digests of_before() {
    Structure structure(texts_, beginning(before_, texts_));
    for (const Node& node : before_.graph().nodes) {
      check_deadline();
      computations_.insert(structure.add(node));
    }
    return structure.digests();
  }

  void find_twins(const Digests& begin) {
    Structure structure(texts_, begin);
    for (const Node& node : after_.graph().nodes) {
      check_deadline();
      if (!computations_.contains(structure.add(node))) continue;
      twins_.push_back(&node);
      for (const std::string& name : Subject::names_read(node)) read_by_twins_.insert(name);
    }
    after_digests_ = structure.digests();
  }

  // True where a result goes to a node that BEFORE has, too, or is the output that it is in BEFORE.
  bool is_followed(const Node& node, const Digests& known) const {
    return std::any_of(node.outputs.begin(), node.outputs.end(), [&](const std::string& name) {
      if (read_by_twins_.contains(name)) return true;
      for (const auto& [a, b] : names_.outputs) {
        const auto before = known.find(a);
        if (b == name && before != known.end() && before->second == after_digests_.at(b))
          return true;
      }
      return false;
    });
  }

  const Subject &before_, &after_;
  const Interfaces& names_;
  Texts texts_;
  std::set<Digest> computations_;   // of BEFORE
  std::vector<const Node*> twins_;  // nodes of AFTER that BEFORE has, too, but for the candidates
  std::set<std::string, std::less<>> read_by_twins_;
  Digests after_digests_;
};

// How two tensors of one type and shape differ.
struct Change {
  size_t count = 0;
  uint64_t ulps = 0;
  bool by_rounding = true;  // no element by more than some ULP
  size_t most = 0;          // the element that is furthest off
};

Change change_between(const Tensor& before, const Tensor& after, std::set<int64_t>& rows) {
  constexpr uint64_t some = 4;
  constexpr size_t most_rows = 16;
  const bool floats = is_float(before.dtype());
  std::optional<UlpDistances> distances;
  if (floats) distances.emplace(after, before);
  const size_t row =
      before.shape().empty() ? 1 : before.size() / std::max<size_t>(before.dim(0), 1);
  Change change;
  double furthest = -1;
  by_slot(before.dtype(), [&]<class W>() {
    const auto x = before.slots<W>(), y = after.slots<W>();
    for (size_t i = 0; i < before.size(); ++i) {
      if (x[i] == y[i]) continue;
      ++change.count;
      if (rows.size() < most_rows) rows.insert(static_cast<int64_t>(i / std::max<size_t>(row, 1)));
      const uint64_t ulps = floats ? (*distances)[i] : some + 1;
      change.by_rounding = change.by_rounding && ulps <= some;
      change.ulps = std::max(change.ulps, ulps);
      if (static_cast<double>(ulps) <= furthest) continue;
      furthest = static_cast<double>(ulps);
      change.most = i;
    }
  });
  return change;
}

Finding finding_of(const std::string& name, const Tensor& before, const Tensor& after,
                   std::set<int64_t>& rows) {
  const Change change = change_between(before, after, rows);
  return {
      fmt::format("initializer {} is not BEFORE's: {} of {} elements{}; at {}: got {}, expected {}",
                  in_quotes(name), change.count, before.size(),
                  change.by_rounding ? fmt::format(", off by up to {} ULP", change.ulps) : "",
                  place_text(change.most, before.shape()), element_printer(after)(change.most),
                  element_printer(before)(change.most)),
      change.by_rounding ? Grade::same : Grade::unknown};
}

}  // namespace

ChangedConstants changed_constants(const Subject& before, const Subject& after,
                                   const Interfaces& names) {
  ChangedConstants result;
  result.kept = Search(before, after, names).kept();
  for (const std::string& name : result.kept) {
    const auto other = before.constants().find(name);
    if (other == before.constants().end() || !other->second.is_tensor()) continue;
    const Tensor &x = other->second.tensor(), &y = after.constants().at(name).tensor();
    result.findings.push_back(finding_of(name, x, y, result.rows));
  }
  return result;
}

}  // namespace etalon::equivalent
