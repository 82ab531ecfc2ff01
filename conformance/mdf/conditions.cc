#include "conformance/mdf/conditions.h"

#include <algorithm>
#include <array>

namespace etalon::mdf {

namespace {

// What a condition's arguments are.
enum class ConditionArguments { none, part, parts, node, node_and_n, n, nodes, threshold };

struct KindRow {
  std::string_view name;
  ConditionKind kind;
  ConditionArguments arguments;
};
constexpr std::array<KindRow, 19> kinds = {
    {{"Always", ConditionKind::always, ConditionArguments::none},
     {"Never", ConditionKind::never, ConditionArguments::none},
     {"Not", ConditionKind::opposite, ConditionArguments::part},
     {"And", ConditionKind::all, ConditionArguments::parts},
     {"All", ConditionKind::all, ConditionArguments::parts},
     {"Or", ConditionKind::any, ConditionArguments::parts},
     {"Any", ConditionKind::any, ConditionArguments::parts},
     {"EveryNCalls", ConditionKind::every_n_calls, ConditionArguments::node_and_n},
     {"AfterNCalls", ConditionKind::after_n_calls, ConditionArguments::node_and_n},
     {"AfterCall", ConditionKind::after_call, ConditionArguments::node_and_n},
     {"BeforeNCalls", ConditionKind::before_n_calls, ConditionArguments::node_and_n},
     {"AtNCalls", ConditionKind::at_n_calls, ConditionArguments::node_and_n},
     {"AfterPass", ConditionKind::after_pass, ConditionArguments::n},
     {"BeforePass", ConditionKind::before_pass, ConditionArguments::n},
     {"AtPass", ConditionKind::at_pass, ConditionArguments::n},
     {"EveryNPasses", ConditionKind::every_n_passes, ConditionArguments::n},
     {"JustRan", ConditionKind::just_ran, ConditionArguments::node},
     {"AllHaveRun", ConditionKind::all_have_run, ConditionArguments::nodes},
     {"Threshold", ConditionKind::threshold, ConditionArguments::threshold}}};

const KindRow& kind_named(const std::string& name) {
  static constexpr std::array<std::string_view, 4> clock = {"TimeInterval", "TimeTermination",
                                                            "WhenFinished", "While"};
  for (const KindRow& row : kinds) {
    if (row.name == name) return row;
  }
  if (std::find(clock.begin(), clock.end(), name) != clock.end()) {
    throw Unsupported("the condition {} is not supported", name);
  }
  throw InvalidModel("there is no condition {}", in_quotes(name));
}

class ConditionReader {
 public:
  ConditionReader(const NodeIndex& nodes, bool is_termination)
      : nodes_(nodes), is_termination_(is_termination) {}

  Condition read(const Json& json) const {
    check_fields(json, {"type", "args", "kwargs"});
    const std::string& type = text_field(json, "type");
    return at_place("condition " + type, [&] {
      const KindRow& row = kind_named(type);
      static const Json none = Json::object();
      const Json* arguments = find(json, "kwargs");
      if (arguments == nullptr) arguments = find(json, "args");
      return with_arguments(row, arguments == nullptr ? none : *arguments);
    });
  }

 private:
  Condition with_arguments(const KindRow& row, const Json& json) const {
    Condition condition;
    condition.kind = row.kind;
    switch (row.arguments) {
      case ConditionArguments::none:
        check_fields(json, {});
        break;
      case ConditionArguments::part:
        check_fields(json, {"condition", "dependency", "dependencies"});
        condition.parts = {read_part(json)};
        break;
      case ConditionArguments::parts:
        check_fields(json, {"dependency", "dependencies"});
        condition.parts = read_parts(json);
        break;
      case ConditionArguments::node:
        check_fields(json, {"dependency", "dependencies"});
        condition.nodes = {read_node(json)};
        break;
      case ConditionArguments::nodes:
        check_fields(json, {"dependency", "dependencies"});
        condition.nodes = read_nodes(json);
        break;
      case ConditionArguments::node_and_n:
        check_fields(json, {"dependency", "dependencies", "n"});
        condition.nodes = {read_node(json)};
        condition.n = read_n(json, row.kind);
        break;
      case ConditionArguments::n:
        check_fields(json, {"n"});
        condition.n = read_n(json, row.kind);
        break;
      case ConditionArguments::threshold:
        read_threshold(json, condition);
    }
    return condition;
  }

  static const Json& dependency(const Json& json) {
    const Json* value = find(json, "dependency");
    if (value == nullptr) value = find(json, "dependencies");
    if (value == nullptr) throw InvalidModel("the field dependency is missing");
    return *value;
  }

  Condition read_part(const Json& json) const {
    const Json* part = find(json, "condition");
    return read(part == nullptr ? dependency(json) : *part);
  }

  std::vector<Condition> read_parts(const Json& json) const {
    const Json& list = dependency(json);
    if (!list.is_array()) throw InvalidModel("dependencies are {}, not a list", shown(list));
    std::vector<Condition> parts;
    for (const Json& part : list) parts.push_back(read(part));
    return parts;
  }

  size_t node_named(const Json& json) const {
    if (!json.is_string()) throw InvalidModel("{} is not the name of a node", shown(json));
    const auto found = nodes_.find(json.get_ref<const std::string&>());
    if (found == nodes_.end()) throw InvalidModel("there is no node {}", shown(json));
    return found->second;
  }

  // One name, or a list of just one.
  size_t read_node(const Json& json) const {
    const Json& value = dependency(json);
    if (!value.is_array()) return node_named(value);
    if (value.size() != 1) {
      throw InvalidModel("it takes one dependency, not {}", value.size());
    }
    return node_named(value.front());
  }

  // Without dependencies, every node.
  std::vector<size_t> read_nodes(const Json& json) const {
    const Json* value = find(json, "dependency");
    if (value == nullptr) value = find(json, "dependencies");
    std::vector<size_t> nodes;
    if (value == nullptr || (value->is_array() && value->empty())) {
      for (const auto& [id, node] : nodes_) nodes.push_back(node);
    } else if (value->is_array()) {
      for (const Json& each : *value) nodes.push_back(node_named(each));
    } else {
      nodes.push_back(node_named(*value));
    }
    return nodes;
  }

  int64_t read_n(const Json& json, ConditionKind kind) const {
    if (is_termination_ && kind == ConditionKind::every_n_calls) {
      throw InvalidModel("it counts calls since its own node ran, and a termination has no node");
    }
    const Json* n = find(json, "n");
    if (n == nullptr) throw InvalidModel("the field n is missing");
    const int64_t least = kind == ConditionKind::every_n_passes ? 1 : 0;
    const bool fits =
        n->is_number_integer() && (!n->is_number_unsigned() || n->get<uint64_t>() >> 63U == 0);
    if (!fits || n->get<int64_t>() < least) {
      throw InvalidModel("n is {}, not a whole number from {}", shown(*n), least);
    }
    return n->get<int64_t>();
  }

  static Operation comparator_named(const std::string& name) {
    static const std::map<std::string, Operation> comparators = {
        {"<", Operation::less},    {"<=", Operation::less_equal},
        {">", Operation::greater}, {">=", Operation::greater_equal},
        {"==", Operation::equal},  {"!=", Operation::unequal}};
    const auto found = comparators.find(name);
    if (found == comparators.end()) {
      throw InvalidModel("{} is not a comparator; the comparators are < <= > >= == !=",
                         in_quotes(name));
    }
    return found->second;
  }

  void read_threshold(const Json& json, Condition& condition) const {
    check_fields(json,
                 {"dependency", "dependencies", "parameter", "threshold", "comparator", "indices"});
    condition.nodes = {read_node(json)};
    condition.parameter = text_field(json, "parameter");
    condition.comparator = comparator_named(text_field(json, "comparator"));
    const Json* threshold = find(json, "threshold");
    if (threshold == nullptr) throw InvalidModel("the field threshold is missing");
    if (!threshold->is_number())
      throw InvalidModel("threshold is {}, not a number", shown(*threshold));
    condition.threshold = from_json(*threshold);
    const Json* indices = find(json, "indices");
    if (indices == nullptr) return;
    const Json list = indices->is_array() ? *indices : Json::array({*indices});
    for (const Json& index : list) {
      if (!index.is_number_integer()) {
        throw InvalidModel("{} is not a whole number among indices", shown(index));
      }
      condition.indices.push_back(index.get<int64_t>());
    }
  }

  const NodeIndex& nodes_;
  bool is_termination_;
};

}  // namespace

Condition read_condition(const Json& json, const NodeIndex& nodes, bool is_termination) {
  return ConditionReader(nodes, is_termination).read(json);
}

}  // namespace etalon::mdf
