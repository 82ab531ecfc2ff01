#include "conformance/generate/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/common/usage_error.h"
#include "conformance/generate/drafts.h"
#include "conformance/generate/rules.h"
#include "engine/loader/loader.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

using nlohmann::json;

constexpr size_t most_points = 512;  // of one version
constexpr uint32_t seed = 44;
constexpr char in_space = 1;
constexpr char covered = 2;

// The points of one draft, with values of a class; none where the rule draws no valid call.
std::vector<Point> draft_points(const Schema& schema, Draw& draw) {
  try {
    const Draft draft = draft_call(schema, draw);
    const ValueClass values = draw_class(draw, draft.free_types(), schema.name);
    const NodeCall call = with_values(draft, values, false, draw);
    return points_of(schema, call.node, call.inputs);
  } catch (const InvalidInput&) {
    return {};
  } catch (const Unspecified&) {
    return {};
  }
}

// "ai.onnx/math", of "conformance/generate/rules/ai.onnx/math/abs.cc".
std::string family_of(const std::string& source) {
  const std::string rules = "rules/";
  const size_t begin = source.find(rules) + rules.size();
  return source.substr(begin, source.rfind('/') - begin);
}

std::string percent(const Share& share) {
  const double of = share.all == 0 ? 1 : static_cast<double>(share.all);
  return fmt::format("{:>6} of {:>6} {:>4.0f} %", share.covered, share.all,
                     100 * static_cast<double>(share.covered) / of);
}

json to_json(const Share& share) { return {{"covered", share.covered}, {"of", share.all}}; }

// The values of a graph that are known without evaluating it.
Bindings known_values(const BoundModel& model, const Bindings& inputs) {
  Bindings known = inputs;
  for (const auto& [name, value] : model.graph.initializers) known.try_emplace(name, value);
  for (const Node& node : model.graph.nodes) {
    if (node.op_type != "Constant" || !node.domain.empty() || node.outputs.size() != 1) continue;
    const auto value = node.attributes.find("value");
    if (value == node.attributes.end()) continue;
    if (const auto* tensor = std::get_if<Tensor>(&value->second.value)) {
      known.try_emplace(node.outputs[0], *tensor);
    }
  }
  return known;
}

// The inputs of a node, unless one of them is unknown.
std::optional<Values> inputs_of(const onnx::NodeProto& node, const Bindings& known) {
  Values inputs;
  for (const std::string& name : node.input()) {
    const auto found = known.find(name);
    if (!name.empty() && found == known.end()) return std::nullopt;
    inputs.push_back(name.empty() ? Value() : found->second);
  }
  return inputs;
}

}  // namespace

Share& Share::operator+=(const Share& other) {
  covered += other.covered;
  all += other.all;
  return *this;
}

Space::Space(const Schema& schema, int draws) {
  Draw draw(seed);
  std::vector<std::vector<Point>> drawn;
  for (int i = 0; i < draws; ++i) {
    drawn.push_back(draft_points(schema, draw));
    for (const Point& point : drawn.back()) {
      if (places_.size() < most_points) places_.try_emplace(point, places_.size());
    }
  }
  covered_.resize(places_.size());
  pairs_.resize(places_.size() * places_.size());
  for (const std::vector<Point>& points : drawn) {
    const std::vector<size_t> places = known(points);
    for (const size_t a : places) {
      for (const size_t b : places) pairs_[a * places_.size() + b] = in_space;
    }
  }
  // Two levels of one factor are no pair.
  for (const auto& [a, at] : places_) {
    for (const auto& [b, other] : places_) {
      if (a.factor == b.factor || other <= at) pairs_[at * places_.size() + other] = 0;
    }
  }
}

std::vector<size_t> Space::known(const std::vector<Point>& points) const {
  std::vector<size_t> places;
  for (const Point& point : points) {
    const auto found = places_.find(point);
    if (found != places_.end()) places.push_back(found->second);
  }
  return places;
}

size_t Space::cover(const std::vector<Point>& points) {
  ++calls_;
  size_t added = 0;
  const std::vector<size_t> places = known(points);
  for (const size_t a : places) {
    covered_[a] = true;
    for (const size_t b : places) {
      char& pair = pairs_[a * places_.size() + b];
      if (pair != in_space) continue;
      pair = covered;
      ++added;
    }
  }
  return added;
}

Share Space::points() const {
  return {static_cast<size_t>(std::count(covered_.begin(), covered_.end(), true)), covered_.size()};
}

Share Space::pairs() const {
  const auto count = [&](char what) {
    return static_cast<size_t>(std::count(pairs_.begin(), pairs_.end(), what));
  };
  return {count(covered), count(covered) + count(in_space)};
}

std::vector<Point> Space::missing() const {
  std::vector<Point> points;
  for (const auto& [point, place] : places_) {
    if (!covered_[place]) points.push_back(point);
  }
  return points;
}

struct Coverage::Totals {
  size_t versions = 0;
  size_t calls = 0;
  Share points, pairs, sides;
};

Share Coverage::Row::sides() const {
  const size_t without_nan = static_cast<size_t>(std::count_if(
      decisions.begin(), decisions.end(),
      [](const Decision& each) { return each.side != DecisionLog::Side::unordered; }));
  return {without_nan, without_nan + missing_in(decisions).size()};
}

Coverage::Coverage(const std::vector<std::string>& operators) {
  std::set<std::string> unknown(operators.begin(), operators.end());
  for (const auto& [name, rule] : all_rules()) {
    for (const Schema* schema : drawn_versions(name)) {
      const std::vector<std::string> names = {
          name, schema->name, schema->label(),
          fmt::format("{}-{}", schema->name, schema->since_version)};
      const auto wanted =
          std::find_first_of(names.begin(), names.end(), operators.begin(), operators.end());
      if (!operators.empty() && wanted == names.end()) continue;
      for (const std::string& each : names) unknown.erase(each);
      places_[schema] = rows_.size();
      rows_.push_back({schema, family_of(rule.source), Space(*schema)});
    }
  }
  if (!unknown.empty()) {
    throw UsageError(fmt::format("--operator {}: there is no rule for an operator of this name",
                                 *unknown.begin()));
  }
}

void Coverage::add(const Schema& schema, const onnx::NodeProto& node, const Values& inputs) {
  const auto place = places_.find(&schema);
  if (place == places_.end()) return;
  Row& row = rows_[place->second];
  row.space.cover(points_of(schema, node, inputs));
  row.decisions.merge(decisions_of(comparisons_of({node, schema.since_version, inputs})));
}

void Coverage::add(const Case& test) {
  ++cases_;
  try {
    if (!test.problem.empty() || test.function || terms(test).error) return;
    const onnx::ModelProto proto = model_message(test);
    const BoundModel model = unchecked_model(proto, test.folder);
    for (const DataSet& set : data_sets(test, model)) {
      const Bindings known = known_values(model, set.inputs);
      for (const onnx::NodeProto& node : proto.graph().node()) {
        const Schema* schema =
            find_schema(node.domain(), node.op_type(), imported_opset(proto, node.domain()));
        if (schema == nullptr || places_.count(schema) == 0) continue;
        if (const auto inputs = inputs_of(node, known)) add(*schema, node, *inputs);
      }
    }
  } catch (const Error&) {
    ++unread_;
  }
}

std::map<std::string, Coverage::Totals> Coverage::families() const {
  std::map<std::string, Totals> totals;
  for (const Row& row : rows_) {
    for (const std::string& name : {row.family, std::string("all")}) {
      Totals& of = totals[name];
      ++of.versions;
      of.calls += row.space.calls();
      of.points += row.space.points();
      of.pairs += row.space.pairs();
      of.sides += row.sides();
    }
  }
  return totals;
}

std::string Coverage::text() const {
  constexpr const char* columns = "{:<40}{:>8}  {:<26}{:<26}{}\n";
  std::string text =
      fmt::format(columns, "", "calls", "  points", "  pairs", "  sides of comparisons");
  const auto line = [&](const std::string& name, size_t calls, const Share& points,
                        const Share& pairs, const Share& sides) {
    text += fmt::format(columns, name, calls, percent(points), percent(pairs), percent(sides));
  };
  for (const Row& row : rows_) {
    const Space& space = row.space;
    line(row.schema->label(), space.calls(), space.points(), space.pairs(), row.sides());
  }
  text += "\n";
  std::map<std::string, Totals> totals = families();
  const Totals all = totals["all"];
  totals.erase("all");
  for (const auto& [name, of] : totals) line(name, of.calls, of.points, of.pairs, of.sides);
  line(fmt::format("{} versions", all.versions), all.calls, all.points, all.pairs, all.sides);
  return text;
}

nlohmann::json Coverage::json() const {
  nlohmann::json document = {{"schema", 1},
                             {"draws", space_draws},
                             {"cases", cases_},
                             {"unread", unread_},
                             {"operators", nlohmann::json::array()},
                             {"families", nlohmann::json::object()}};
  for (const Row& row : rows_) {
    nlohmann::json missing = nlohmann::json::array();
    for (const Point& point : row.space.missing()) missing.push_back(to_string(point));
    for (const Decision& each : missing_in(row.decisions)) missing.push_back(to_string(each));
    document["operators"].push_back({{"operator", row.schema->label()},
                                     {"family", row.family},
                                     {"calls", row.space.calls()},
                                     {"points", to_json(row.space.points())},
                                     {"pairs", to_json(row.space.pairs())},
                                     {"sides", to_json(row.sides())},
                                     {"missing", missing}});
  }
  for (const auto& [name, of] : families()) {
    document["families"][name] = {{"versions", of.versions},
                                  {"calls", of.calls},
                                  {"points", to_json(of.points)},
                                  {"pairs", to_json(of.pairs)},
                                  {"sides", to_json(of.sides)}};
  }
  return document;
}

}  // namespace etalon
