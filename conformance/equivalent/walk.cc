#include "conformance/equivalent/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "conformance/bounds/bound_walk.h"
#include "engine/interpreter/substitute.h"
#include "engine/loader/loader.h"

namespace etalon::equivalent {
namespace {

class Walk {
 public:
  explicit Walk(const WalkRequest& request) : request_(request) {
    for (const auto& [name, digest] : request.after.constant_digests()) {
      begin(name, request.after.constants().at(name), digest);
    }
    for (const Fold& fold : request.constants.folds) begin_fold(fold);
    for (const auto& [a, b] : request.names.outputs) outputs_[b] = a;
  }

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    const std::optional<size_t> place = place_in(request_.after.graph(), node);
    if (!place) return ordinary(node, inputs);
    announce(node);
    Values outputs = results(node, inputs, ordinary);
    for (size_t i = 0; i < std::min(node.outputs.size(), outputs.size()); ++i) {
      if (!node.outputs[i].empty()) outputs[i] = settled(node.outputs[i], outputs[i]);
    }
    return outputs;
  }

  void begin_inputs(const Bindings& inputs) {
    std::map<std::string, std::string> names;
    for (const auto& [a, b] : request_.names.inputs) names[b] = a;
    for (const auto& [name, value] : inputs) set(name, value, names[name]);
  }

  Walked take(const Values& outputs) {
    for (size_t i = 0; i < request_.names.outputs.size(); ++i) {
      const auto& [a, b] = request_.names.outputs[i];
      if (!request_.after.maker(b)) judge_unmade(a, b, outputs);
      const auto piece = piece_of_.find(b);
      const auto pairs = wrong_pair_.find(b);
      result_.outputs.push_back(piece != piece_of_.end()     ? std::optional(piece->second)
                                : pairs != wrong_pair_.end() ? std::optional(pairs->second)
                                                             : std::nullopt);
      result_.behind.push_back(pieces_behind(b));
    }
    return std::move(result_);
  }

 private:
  void announce(const Node& node) const {
    if (!request_.on_progress) return;
    request_.on_progress(numbered_label(request_.after.graph(), node) + " of AFTER");
  }

  // A value of AFTER that no node makes; it may be one of BEFORE by its digits.
  void begin(const std::string& name, const Value& value, const Digest& digest) {
    const auto found = request_.known.names.find(digest);
    set(name, value, found == request_.known.names.end() ? "" : found->second.front());
    digests_[name] = digest;
  }

  // A constant that BEFORE computes with other digits.
  void begin_fold(const Fold& fold) {
    const bool agrees = equivalent::agrees(fold.judged);
    if (!agrees && (!fold.by_name || request_.then == AfterDifference::grows)) return;
    const std::string& counterpart = request_.constants.of.at(fold.constant);
    Piece piece;
    piece.before_value = counterpart;
    piece.after_value = fold.constant;
    piece.before_nodes = fold.nodes;
    piece.judged = fold.judged;
    result_.pieces.push_back(std::move(piece));
    piece_of_[fold.constant] = result_.pieces.size() - 1;
    folded_.insert(fold.constant);
    set(fold.constant, request_.known.values.at(counterpart), counterpart);
  }

  void set(const std::string& name, const Value& value, const std::string& counterpart) {
    values_[name] = value;
    const auto known = request_.known.digests.find(counterpart);
    if (!counterpart.empty()) counterpart_[name] = counterpart;
    digests_[name] = known != request_.known.digests.end() ? known->second : digest_of(value);
  }

  Values results(const Node& node, const Values& given, const Ordinary& ordinary) {
    Values inputs = given;
    std::vector<Digest> digests;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      digests.push_back(digests_[node.inputs[i]]);
      if (!node.inputs[i].empty()) inputs[i] = values_.at(node.inputs[i]);
    }
    const auto computation = computation_of(node, digests);
    if (computation) {
      const auto found = request_.computations.find(*computation);
      if (found != request_.computations.end()) {
        ++result_.shared;
        return found->second;
      }
    }
    return ordinary(node, inputs);
  }

  // The value that what follows gets.
  Value settled(const std::string& name, const Value& value) {
    const Digest digest = digest_of(value);
    const std::string wanted = wanted_counterpart(name);
    const auto found = request_.known.names.find(digest);
    const bool is_output = outputs_.contains(name);
    if (found != request_.known.names.end()) {
      const auto& names = found->second;
      const bool same = std::find(names.begin(), names.end(), wanted) != names.end();
      if (same || (!is_output && is_telling(value))) {
        set(name, value, same ? wanted : names.front());
        return value;
      }
    }
    std::string counterpart = wanted;
    const bool by_name = !counterpart.empty();
    if (!by_name && request_.pairs_the_near) counterpart = nearest(value);
    if (counterpart.empty() || (!is_output && !worth_judging(name))) return own(name, value);
    return judged(name, value, counterpart, by_name);
  }

  Value own(const std::string& name, const Value& value) {
    values_[name] = value;
    digests_[name] = digest_of(value);
    return value;
  }

  // Of an output, BEFORE's; else BEFORE's value of this name.
  std::string wanted_counterpart(const std::string& name) const {
    if (const auto output = outputs_.find(name); output != outputs_.end()) return output->second;
    const bool made =
        request_.before.maker(name).has_value() && request_.known.values.contains(name);
    return made ? name : "";
  }

  // A value of BEFORE that is computed and not far from this one, the nearest; "" if there is none.
  std::string nearest(const Value& value) const {
    if (!is_float_tensor(value) || value.tensor().size() < 2) return "";
    double least = near;
    std::string name;
    for (const Node& node : request_.before.graph().nodes) {
      for (const std::string& output : node.outputs) {
        const auto known = request_.known.values.find(output);
        if (known == request_.known.values.end()) continue;
        const double off = distance(known->second, value);
        if (!(off < least)) continue;
        least = off;
        name = output;
      }
    }
    return name;
  }

  // After a difference that grows, all that follows differs: it is judged more and more seldom.
  bool worth_judging(const std::string& name) {
    const bool grown = std::any_of(wrong_pair_.begin(), wrong_pair_.end(),
                                   [&](const auto& pair) { return depends_on(name, pair.first); });
    if (!grown) return true;
    ++skipped_;
    return (skipped_ & (skipped_ - 1)) == 0;
  }

  bool depends_on(const std::string& name, const std::string& other) const {
    const std::optional<size_t> maker = request_.after.maker(other);
    const auto nodes = request_.after.nodes_behind(
        name, [&](const std::string& read) { return counterpart_.contains(read); });
    return maker && std::binary_search(nodes.begin(), nodes.end(), *maker);
  }

  // A name may have gone to another value: what is far from BEFORE's value of its name, and agrees
  // with one that is near, is that one.
  std::optional<Piece> piece_with_nearest(const std::string& name, const Value& value,
                                          const Piece& by_name) {
    if (by_name.apart <= near || outputs_.contains(name)) return std::nullopt;
    const std::string counterpart = nearest(value);
    if (counterpart.empty()) return std::nullopt;
    Piece piece = piece_between(name, value, counterpart);
    if (!equivalent::agrees(piece.judged)) return std::nullopt;
    return piece;
  }

  Value judged(const std::string& name, const Value& value, std::string counterpart, bool by_name) {
    Piece piece = piece_between(name, value, counterpart);
    if (by_name && !equivalent::agrees(piece.judged)) {
      if (auto other = piece_with_nearest(name, value, piece)) {
        piece = std::move(*other);
        counterpart = piece.before_value;
      }
    }
    const bool agrees = equivalent::agrees(piece.judged);
    const Value& before = request_.known.values.at(counterpart);
    if (!by_name && !agrees) return own(name, value);
    piece.by_nearness = !by_name;
    result_.pieces.push_back(std::move(piece));
    const bool goes_on = request_.then == AfterDifference::goes_on && alike(before, value);
    if (agrees || goes_on) {
      piece_of_[name] = result_.pieces.size() - 1;
      set(name, before, counterpart);
      return before;
    }
    wrong_pair_[name] = result_.pieces.size() - 1;
    return own(name, value);
  }

  Piece piece_between(const std::string& name, const Value& value, const std::string& counterpart) {
    Piece piece;
    piece.before_value = counterpart;
    piece.after_value = name;
    piece.apart = distance(request_.known.values.at(counterpart), value);
    const auto is_given = [&](const std::string& read) { return counterpart_.contains(read); };
    const std::vector<size_t> after = request_.after.nodes_behind(name, is_given);
    Beginning from;
    Bindings after_given;
    for (const size_t node : after) {
      for (const std::string& read : Subject::names_read(request_.after.graph().nodes[node])) {
        if (!is_given(read)) continue;
        from.names.insert(counterpart_.at(read));
        if (is_telling(values_.at(read))) from.digests.insert(digests_.at(read));
        if (!request_.after.constants().contains(read) || folded(read)) {
          after_given[read] = values_.at(read);
        }
      }
      piece.after_nodes.push_back(label_of(request_.after.graph().nodes[node]));
    }
    const Bindings before_given = before_piece(piece, from);
    add_models(piece, after, value, before_given, after_given);
    return piece;
  }

  // What a piece of BEFORE begins with: these values, and others of the same elements.
  struct Beginning {
    std::set<std::string> names;
    std::set<Digest> digests;
  };

  bool folded(const std::string& name) const { return folded_.contains(name); }

  // The nodes of BEFORE, down to what AFTER's begin with.
  Bindings before_piece(Piece& piece, const Beginning& from) {
    Bindings given;
    const auto begins = [&](const std::string& name) {
      const auto digest = request_.known.digests.find(name);
      const bool has = from.names.contains(name) || (digest != request_.known.digests.end() &&
                                                     from.digests.contains(digest->second));
      if (has && name != piece.before_value) return true;
      return !request_.before.maker(name).has_value();
    };
    nodes_before_ = request_.before.nodes_behind(piece.before_value, begins);
    std::set<std::string> seen;
    for (const size_t node : nodes_before_) {
      for (const std::string& read : Subject::names_read(request_.before.graph().nodes[node])) {
        if (!begins(read) || request_.before.constants().contains(read)) continue;
        if (seen.insert(read).second) piece.from.push_back(read);
        given[read] = request_.known.values.at(read);
      }
      piece.before_nodes.push_back(label_of(request_.before.graph().nodes[node]));
    }
    return given;
  }

  void add_models(Piece& piece, const std::vector<size_t>& after, const Value& value,
                  const Bindings& before_given, const Bindings& after_given) {
    Computed x{request_.known.values.at(piece.before_value), nullptr, {}};
    Computed y{value, nullptr, {}};
    std::optional<BoundModel> before_model, after_model;
    if (!nodes_before_.empty()) {
      piece.before_model = request_.before.part(nodes_before_, before_given, piece.before_value,
                                                x.value.type(), piece.before_inputs);
      before_model.emplace(parse_model(piece.before_model));
      x.model = &*before_model;
      x.inputs = {piece.before_inputs.begin(), piece.before_inputs.end()};
    }
    if (!after.empty()) {
      piece.after_model = request_.after.part(after, after_given, piece.after_value, value.type(),
                                              piece.after_inputs);
      after_model.emplace(parse_model(piece.after_model));
      y.model = &*after_model;
      y.inputs = {piece.after_inputs.begin(), piece.after_inputs.end()};
    }
    piece.judged = judged_in_time(x, y, piece.after_value);
  }

  Judged judged_in_time(const Computed& x, const Computed& y, const std::string& name) const {
    Slow& slow = request_.slow;
    if (slow.not_judged.contains(name)) {
      Judged late = judged_as(Grade::unknown, "it is not judged: another input took too long");
      late.limited = late.verdict.reason;
      return late;
    }
    Judging judging = request_.judging;
    if (slow.by_bounds.contains(name)) judging.effort = Effort::bounds_alone;
    const Judged judged = judged_pair(x, y, judging, request_.options);
    if (judged.limited.empty()) return judged;
    const bool known = judged.verdict.grade != Grade::unknown;
    (known ? slow.by_bounds : slow.not_judged).insert(name);
    return judged;
  }

  // An output that is an input or an initializer.
  void judge_unmade(const std::string& a, const std::string& b, const Values& outputs) {
    const auto& infos = request_.after.graph().outputs;
    const auto at = std::find_if(infos.begin(), infos.end(),
                                 [&](const ValueInfo& info) { return info.name == b; });
    const Value& value = outputs.at(static_cast<size_t>(at - infos.begin()));
    if (same_bits(value, request_.known.values.at(a)) || folded(b)) return;
    result_.pieces.push_back(piece_between(b, value, a));
    piece_of_[b] = result_.pieces.size() - 1;
  }

  std::vector<size_t> pieces_behind(const std::string& output) const {
    std::vector<size_t> pieces;
    const auto nodes =
        request_.after.nodes_behind(output, [](const std::string&) { return false; });
    for (const size_t node : nodes) {
      std::vector<std::string> names = Subject::names_read(request_.after.graph().nodes[node]);
      const auto& outputs = request_.after.graph().nodes[node].outputs;
      names.insert(names.end(), outputs.begin(), outputs.end());
      for (const std::string& name : names) {
        const auto piece = piece_of_.find(name);
        if (name != output && piece != piece_of_.end()) pieces.push_back(piece->second);
      }
    }
    std::sort(pieces.begin(), pieces.end());
    pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
    return pieces;
  }

  const WalkRequest& request_;
  Walked result_;
  Bindings values_;  // AFTER's, or BEFORE's in their place
  std::map<std::string, Digest> digests_;
  std::map<std::string, std::string> counterpart_;  // in BEFORE
  std::map<std::string, std::string> outputs_;      // AFTER's with BEFORE's
  std::map<std::string, size_t> piece_of_;          // of what BEFORE's value replaces
  std::map<std::string, size_t> wrong_pair_;        // of what it does not
  std::set<std::string> folded_;                    // constants in whose place BEFORE's stand
  std::vector<size_t> nodes_before_;
  size_t skipped_ = 0;
};

}  // namespace

Walked walked(const WalkRequest& request, const Bindings& inputs) {
  Walk walk(request);
  walk.begin_inputs(inputs);
  Options options = request.options;
  options.lenient = true;
  options.on_warning = nullptr;
  options.on_node = nullptr;
  options.on_value = nullptr;
  // The evaluations of pieces within this one have their own limits.
  options.limits.max_steps = std::numeric_limits<uint64_t>::max() / 2;
  options.limits.max_work = std::numeric_limits<uint64_t>::max() / 2;
  const SubstituteScope scope(std::ref(walk));
  const Values outputs = evaluate(request.after.model(), inputs, options);
  return walk.take(outputs);
}

}  // namespace etalon::equivalent
