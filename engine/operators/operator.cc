#include "engine/operators/operator.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <tuple>
#include <unordered_map>

#include "engine/operators/rooms.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

struct Key {
  struct Hash {
    size_t operator()(const Key& key) const {
      return std::hash<std::string_view>()(key.name) + size_t(key.since_version);
    }
  };
  std::string_view domain, name;
  int since_version;
  bool operator==(const Key&) const = default;
};

// Filled before main() by the static Operators, and later by those that a program adds (added.h).
struct Table {
  std::deque<Registration> rows;
  bool sealed = false;  // what is in it is sorted and in the index
  std::unordered_map<Key, const Registration*, Key::Hash> index;
  std::shared_mutex mutex;

  void enter(Registration& row) {
    row.rooms = &rooms_of(row.source, row.name);
    index[{row.domain, row.name, row.since_version}] = &row;
  }
};

Table& table() {
  static Table all;
  return all;
}

void seal(Table& all) {
  const std::unique_lock lock(all.mutex);
  all.sealed = true;
  std::sort(all.rows.begin(), all.rows.end(), [](const Registration& a, const Registration& b) {
    return std::tie(a.domain, a.name, a.since_version) <
           std::tie(b.domain, b.name, b.since_version);
  });
  for (Registration& row : all.rows) all.enter(row);
}

void add_row(Registration row) {
  Table& all = table();
  const std::unique_lock lock(all.mutex);
  all.rows.push_back(std::move(row));
  if (all.sealed) all.enter(all.rows.back());
}

}  // namespace

Operator::Operator(std::string_view name, Implementation run, std::initializer_list<int> since,
                   std::string_view domain, const char* file, int line) {
  for (const int version : since) {
    add_row({std::string(canonical_domain(domain)), std::string(name), version, run,
             fmt::format("{}:{}", file, line), nullptr});
  }
}

Operator::Operator(std::string_view name, std::initializer_list<Versions> versions,
                   std::string_view domain, const char* file, int line) {
  for (const auto& [run, since] : versions) Operator(name, run, since, domain, file, line);
}

const std::deque<Registration>& all_implementations() {
  static const bool sealed = (seal(table()), true);
  static_cast<void>(sealed);
  return table().rows;
}

const Registration* find_implementation(std::string_view domain, std::string_view name,
                                        int since_version) {
  count_schema_lookup();
  all_implementations();
  Table& all = table();
  const std::shared_lock lock(all.mutex);
  const auto it = all.index.find({canonical_domain(domain), name, since_version});
  return it == all.index.end() ? nullptr : it->second;
}

size_t Call::input_index(std::string_view input) const {
  for (size_t i = 0; i < schema_.inputs.size(); ++i) {
    if (schema_.inputs[i].name == input) return i;
  }
  throw InternalError("there is no input '{}' in the schema", input);
}

const Value& Call::value(std::string_view input) const {
  static const Value none;
  const size_t i = input_index(input);
  return i < inputs_.size() ? inputs_[i] : none;
}

const Tensor* Call::maybe(std::string_view input) const {
  const Value& given = value(input);
  return given.absent() ? nullptr : &given.tensor();
}

Subgraph::Subgraph(const Graph& graph, Run run) : graph_(&graph), run_(std::move(run)) {}

Values Subgraph::operator()(const Values& inputs) const { return run_(*graph_, inputs); }

Call::Call(const Node& node, const Graph& graph, const Attributes& attributes, const Values& inputs,
           Subgraph::Run run, const Differences& as_released)
    : schema_(*node.schema),
      node_(node),
      graph_(graph),
      attributes_(attributes),
      inputs_(inputs),
      run_(std::move(run)),
      differences_(as_released) {}

Call::Call(const Call& call, const Values& inputs)
    : schema_(call.schema_),
      node_(call.node_),
      graph_(call.graph_),
      attributes_(call.attributes_),
      inputs_(inputs),
      run_(call.run_),
      differences_(call.differences_) {}

Subgraph Call::evaluable(const Graph& graph) const { return {graph, run_}; }

bool Call::as_released(std::string_view difference) const {
  return differences_.contains(difference);
}

const Tensor& Call::tensor(std::string_view input) const {
  const Tensor* given = maybe(input);
  if (!given) throw InvalidInput("input '{}' is missing", input);
  return *given;
}

Values Call::variadic_values(std::string_view input) const {
  const size_t first = input_index(input);
  if (first >= inputs_.size()) return {};
  return {inputs_.begin() + static_cast<std::ptrdiff_t>(first), inputs_.end()};
}

const Tensor& Call::tensor_at(size_t position) const {
  return tensor(schema_.inputs.at(position).name);
}

std::vector<Tensor> Call::variadic(std::string_view input) const {
  std::vector<Tensor> tensors;
  for (const Value& value : variadic_values(input)) tensors.push_back(value.tensor());
  return tensors;
}

const Attribute* Call::find(std::string_view attribute) const {
  const auto given = attributes_.find(attribute);
  if (given != attributes_.end()) return &given->second;
  if (schema_.attribute(attribute)) return nullptr;
  throw InternalError("there is no attribute '{}' in the schema", attribute);
}

const Attribute& Call::attribute(std::string_view name) const {
  const Attribute* found = find(name);
  if (!found) throw InvalidInput("attribute '{}' is missing and has no default", name);
  return *found;
}

namespace {

template <class T>
const T& held(const Attribute& attribute) {
  if (const T* value = std::get_if<T>(&attribute.value)) return *value;
  throw InvalidModel("attribute '{}' is of another type than its schema says", attribute.name);
}

}  // namespace

bool Call::has(std::string_view attribute) const { return find(attribute) != nullptr; }

int64_t Call::integer(std::string_view name) const { return held<int64_t>(attribute(name)); }
int64_t Call::integer(std::string_view name, int64_t otherwise) const {
  return has(name) ? integer(name) : otherwise;
}
double Call::real(std::string_view name) const { return held<float>(attribute(name)); }
double Call::real(std::string_view name, double otherwise) const {
  return has(name) ? real(name) : otherwise;
}
const std::string& Call::text(std::string_view name) const {
  return held<std::string>(attribute(name));
}
std::string Call::text(std::string_view name, std::string_view otherwise) const {
  return has(name) ? text(name) : std::string(otherwise);
}

size_t Call::choice_index(std::string_view attribute,
                          const std::vector<std::string_view>& words) const {
  const std::string& given = text(attribute);
  const auto found = std::find(words.begin(), words.end(), given);
  if (found != words.end()) return static_cast<size_t>(found - words.begin());
  throw InvalidInput("{} is {}; it may be {}", attribute, in_quotes(given), fmt::join(words, ", "));
}

namespace {

// A list that an operator reads at each call, to make what it looks up: often a tree or a map.
template <class List>
const List& counted(const List& list) {
  constexpr uint64_t work_per_entry = 3'000;
  count_work(work_per_entry * list.size());
  return list;
}

}  // namespace

std::vector<int64_t> Call::ints(std::string_view name) const {
  if (!has(name)) return {};
  return counted(held<std::vector<int64_t>>(attribute(name)));
}

std::vector<double> Call::reals(std::string_view name) const {
  if (!has(name)) return {};
  const auto& given = counted(held<std::vector<float>>(attribute(name)));
  return {given.begin(), given.end()};
}

std::vector<std::string> Call::texts(std::string_view name) const {
  if (!has(name)) return {};
  return counted(held<std::vector<std::string>>(attribute(name)));
}

const Tensor& Call::tensor_attribute(std::string_view name) const {
  return held<Tensor>(attribute(name));
}

Subgraph Call::subgraph(std::string_view name) const {
  return Subgraph(*held<std::shared_ptr<const Graph>>(attribute(name)), run_);
}

bool Call::wants(std::string_view output) const {
  for (size_t i = 0; i < schema_.outputs.size(); ++i) {
    if (schema_.outputs[i].name == output) {
      return i < node_.outputs.size() && !node_.outputs[i].empty();
    }
  }
  throw InternalError("there is no output '{}' in the schema", output);
}

}  // namespace etalon
