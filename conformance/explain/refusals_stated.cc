#include "conformance/explain/refusals_stated.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "conformance/explain/schema_text.h"
#include "conformance/explain/sources.h"

namespace etalon::explain {

namespace {

// The names that a text calls as functions, or hands on.
std::set<std::string> names_used(const std::string& text) {
  static const RE2 word(R"(([A-Za-z_]\w*))");
  return matches_in(bare_code(text), word);
}

std::set<std::string> names_called(const std::string& text) {
  static const RE2 call(R"((?:^|[^\w.>])([A-Za-z_]\w*)(?:<[\w:, ]+>)?\()");
  return matches_in(bare_code(text), call);
}

// The parts of the engine that operators call, by name.
using Parts = std::multimap<std::string, CodePart>;
const Parts& engine_parts() {
  static const Parts parts = [] {
    Parts found;
    for (const std::string& path : all_source_paths()) {
      if (!path.starts_with("engine/numerics/")) continue;
      for (CodePart& part : parts_of(*source_at(path))) found.emplace(part.name, std::move(part));
    }
    return found;
  }();
  return parts;
}

// Of "{{clip_1, {1, 6}}, {clip_11, {11}}}", what stands for the version; all where it has one
// function alone.
std::string of_version(const std::string& row, int version) {
  static const RE2 group(R"(\{([^{}]*(?:\([^)]*\))?[^{}]*), \{([\d, ]+)\}\})");
  re2::StringPiece rest(row);
  for (std::string function, since; RE2::FindAndConsume(&rest, group, &function, &since);) {
    if (RE2::PartialMatch(since, fmt::format(R"(\b{}\b)", version))) return function;
  }
  return row;
}

// The definition that registers the operator.
std::string row_text(const Registration& row, const std::vector<CodePart>& parts) {
  const std::string quoted = "\"" + row.name + "\"";
  const std::string path = row.source.substr(0, row.source.rfind(':'));
  const size_t line = line_of(row.source);
  const CodePart* found = nullptr;
  for (const CodePart& part : parts) {
    if (part.path == path && part.line <= line) found = &part;
  }
  if (found == nullptr) return "";
  const size_t at = found->text.find(quoted);
  return of_version(at == std::string::npos ? found->text : found->text.substr(at),
                    row.since_version);
}

struct Reached {
  CodePart part;
  bool remote = false;
};

// Collects the parts that the row leads to, by names.
class Walk {
 public:
  explicit Walk(const Registration& row)
      : schema_(*find_schema(row.domain, row.name, row.since_version)) {
    std::vector<CodePart> all;
    for (const Source& source : sources_of(row.source)) {
      for (const CodePart& part : parts_of(source)) {
        own_.emplace(part.name, part);
        all.push_back(part);
      }
    }
    follow({"ops/", 0, row_text(row, all), ""}, false);
    for (size_t i = 0; i < found_.size(); ++i) {  // grows
      const CodePart part = found_[i].part;
      follow(part, found_[i].remote || !hands_on(part));
    }
    // What is near is found before what is remote, and each message counts once.
    std::stable_partition(found_.begin(), found_.end(),
                          [](const Reached& each) { return !each.remote; });
  }

  std::vector<Reached> found() && { return std::move(found_); }

 private:
  // What a part of ops/ calls is near; of the engine, what a helper calls that takes the Call.
  // What moves elements serves so many purposes that its checks say nothing of an operator.
  static bool hands_on(const CodePart& part) {
    return part.path.starts_with("ops/") || part.text.find("const Call& call") != std::string::npos;
  }
  static bool is_tool(const CodePart& part) {
    return part.path.starts_with("engine/numerics/movement.");
  }

  // False for a part that reads attributes or inputs of other versions alone.
  bool concerns_version(const CodePart& part) const {
    static const RE2 read(R"re(\bcall\.\w+(?:<\w+>)?\("(\w+)")re");
    re2::StringPiece rest(part.text);
    bool reads = false;
    for (std::string name; RE2::FindAndConsume(&rest, read, &name);) {
      if (has_formal(schema_, name)) return true;
      reads = true;
    }
    return !reads;
  }

  void follow(const CodePart& from, bool remote) {
    if (from.path.starts_with("ops/")) {
      for (const std::string& name : names_used(from.text)) add(own_, name, "ops ", remote);
    }
    for (const std::string& name : names_called(from.text)) {
      if (!own_.contains(name)) add(engine_parts(), name, remote ? "remote " : "near ", remote);
    }
  }

  void add(const Parts& parts, const std::string& name, const std::string& kind, bool remote) {
    const auto [first, last] = parts.equal_range(name);
    if (first == last || !known_.insert(kind + name).second) return;
    for (auto each = first; each != last; ++each) {
      const CodePart& part = each->second;
      if (concerns_version(part)) found_.push_back({part, remote || is_tool(part)});
    }
  }

  const Schema& schema_;
  Parts own_;
  std::vector<Reached> found_;
  std::set<std::string> known_;
};

// "a" "b" as "ab".
std::string joined(std::string literals) {
  static const RE2 between(R"("\s*")");
  RE2::GlobalReplace(&literals, between, "");
  std::string text = literals.substr(1, literals.size() - 2);
  for (size_t at = 0; (at = text.find('\\', at)) != std::string::npos; ++at) text.erase(at, 1);
  return text;
}

void add_refusals(const Reached& reached, std::vector<StatedRefusal>& refusals) {
  const CodePart& part = reached.part;
  static const RE2 thrown(
      R"(throw (InvalidInput|InvalidModel|Unspecified)\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+))");
  re2::StringPiece rest(part.text);
  std::string kind, literals;
  while (RE2::FindAndConsume(&rest, thrown, &kind, &literals)) {
    literals.erase(literals.find_last_of('"') + 1);
    const std::string message = joined(literals);
    const auto same = [&](const StatedRefusal& other) { return other.message == message; };
    if (std::any_of(refusals.begin(), refusals.end(), same)) continue;
    const auto before = std::count(part.text.data(), rest.data(), '\n') -
                        std::count(literals.begin(), literals.end(), '\n');
    refusals.push_back({kind, message, part.path, part.line + size_t(before), reached.remote});
  }
}

const RE2& placeholder() {
  static const RE2 pattern(R"(\{[^{}]*\})");
  return pattern;
}

}  // namespace

std::string StatedRefusal::sentence() const {
  std::string text = message;
  RE2::GlobalReplace(&text, placeholder(), "…");
  return text;
}

bool StatedRefusal::is_met_by(const std::string& said) const {
  std::string pattern = RE2::QuoteMeta(message);
  static const RE2 quoted_placeholder(R"(\\\{[^{}]*\\\})");
  RE2::GlobalReplace(&pattern, quoted_placeholder, ".*");
  return RE2::PartialMatch(said, "(?s)" + pattern);
}

std::vector<StatedRefusal> refusals_stated(const Registration& row) {
  std::vector<StatedRefusal> refusals;
  for (const Reached& each : Walk(row).found()) add_refusals(each, refusals);
  return refusals;
}

}  // namespace etalon::explain
