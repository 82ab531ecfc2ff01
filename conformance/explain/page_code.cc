#include "conformance/explain/page_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "conformance/common/text_lines.h"
#include "conformance/explain/refusals_stated.h"

namespace etalon::explain {
namespace {

// How the carriers of exact numbers are served says nothing of the operator: a part in which many
// lines are about that, or which is for one carrier alone.
bool is_machinery(const CodePart& part) {
  static const RE2 words(
      R"(\b(Ball|ArbBall|WideBall|Undecided|Setting|arb_\w+|arf_\w+|fmp[qz]_\w+)\b|\bevaluation\(\))");
  constexpr double many = 0.2;
  double about = 0, all = 0;
  for (const std::string& line : text_lines(bare_code(part.text))) {
    if (line.find_first_not_of(" {}") == std::string::npos) continue;
    about += RE2::PartialMatch(line, words);
    ++all;
  }
  return about >= many * all && about > 0;
}

// A specialization for one carrier, or a function of a class that is told by its comment.
bool is_of_carrier(const CodePart& part) {
  static const RE2 one(
      R"((?m)^template <>$|^\w.*\b(?:Ball|ArbBall|WideBall)\b[^=]*\{$|^\w.*::~?\w+\()");
  return RE2::PartialMatch(bare_code(part.text), one);
}

bool is_comment(const std::string& line) {
  return line.find_first_not_of(' ') != std::string::npos &&
         line.compare(line.find_first_not_of(' '), 2, "//") == 0;
}

// The comment and what stands before the body.
std::string contract_of(const CodePart& part) {
  std::string text;
  for (const std::string& line : text_lines(part.text)) {
    const size_t brace = is_comment(line) ? std::string::npos : line.find('{');
    if (brace != std::string::npos) return text + line.substr(0, brace) + "{ … }\n";
    text += line + "\n";
  }
  return text;
}

size_t lines_in(const std::string& text) {
  return size_t(std::count(text.begin(), text.end(), '\n'));
}

// The part as the page has it.
std::string told(const CodePart& part) {
  return is_machinery(part) ? contract_of(part) : part.text;
}

// What a header promises: a type as a whole.
std::string promise_of(const CodePart& part) {
  static const RE2 type(R"((?m)^(struct|enum class|using) )");
  return RE2::PartialMatch(part.text, type) ? told(part) : contract_of(part);
}

// What the headers of the formula's words promise, by name.
const std::multimap<std::string, CodePart>& words_of_engine() {
  static const std::multimap<std::string, CodePart> words = [] {
    static const std::set<std::string> machinery = {
        "arb_ball.h", "ball.h",    "wide_ball.h", "carriers.h",     "paths.h",      "each.h",
        "sets.h",     "outputs.h", "arb_dot.h",   "digit_matrix.h", "digit_tiles.h"};
    std::multimap<std::string, CodePart> found;
    for (const std::string& path : all_source_paths()) {
      const std::string file = path.substr(path.rfind('/') + 1);
      const bool is_word = path == "engine/formula.h" ||
                           (path.starts_with("engine/numerics/") && path.ends_with(".h"));
      if (!is_word || machinery.contains(file)) continue;
      CodePart before;
      for (CodePart& part : statements_of(*source_at(path))) {
        // Declarations in one block share their comment.
        if (!is_comment(part.text) && before.line + lines_in(before.text) == part.line) {
          part.text = promise_of(before) + part.text;
          part.line = before.line;
        }
        before = part;
        if (!part.name.empty() && is_comment(part.text)) found.emplace(part.name, part);
      }
    }
    return found;
  }();
  return words;
}

class Page {
 public:
  explicit Page(const Registration& row)
      : row_(row), schema_(*find_schema(row.domain, row.name, row.since_version)) {
    const std::vector<Source> sources = sources_of(row.source);
    if (sources.empty()) return;
    own_ = sources.front().path;
    for (const Source& source : sources) {
      for (CodePart& part : statements_of(source)) all_.push_back(std::move(part));
    }
    reach();
  }

  // What the code of the page refuses, or has no result for, and what the engine's words refuse
  // that are given the call.
  std::string refusals() const {
    std::vector<StatedRefusal> stated;
    for (const size_t i : reached_) add_refusals(all_[i], stated);
    for (const StatedRefusal& other : refusals_stated(row_)) {
      if (!other.remote && other.path.starts_with("engine/")) stated.push_back(other);
    }
    std::string refused, undecided;
    for (const StatedRefusal& refusal : stated) {
      std::string& text = refusal.kind == "Unspecified" ? undecided : refused;
      text += fmt::format("    {}\n", refusal.sentence());
    }
    std::string text;
    if (!refused.empty()) text += "  refused, where\n" + refused;
    if (!undecided.empty()) {
      text += "  refused, because the text gives no result (Unspecified, undefined), where\n" +
              undecided;
    }
    return text;
  }

  std::string text() const {
    std::string text, path;
    for (size_t i = 0; i < all_.size(); ++i) {
      const CodePart& part = all_[i];
      if (!reached_.contains(i) || is_told_elsewhere(i)) continue;
      if (is_of_carrier(part) && is_machinery(part)) continue;
      if (part.path != path) text += fmt::format("{}── {}\n", text.empty() ? "\n" : "", part.path);
      path = part.path;
      text += comment_of(part) + told(part) + "\n";
    }
    return text + words();
  }

 private:
  // By names, from what registers the version; all that has no name of the own file is reached.
  void reach() {
    const size_t line = line_of(row_.source);
    size_t first = all_.size();
    for (size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].path == own_ && all_[i].line <= line) first = i;
    }
    if (first == all_.size()) return;
    std::vector<size_t> queue{first};
    reached_.insert(first);
    std::set<std::string> known, called;
    for (size_t next = 0; next < queue.size(); ++next) {
      const CodePart& part = all_[queue[next]];
      const std::string text = told(part);
      for (const std::string& word : names_called(text)) called.insert(word);
      for (const std::string& word : names_used(text)) {
        if (!known.insert(word).second) continue;
        for (size_t i = 0; i < all_.size(); ++i) {
          if (all_[i].name != word || !concerns(all_[i], schema_)) continue;
          if (reached_.insert(i).second) queue.push_back(i);
        }
      }
    }
    for (const size_t i : reached_) known.erase(all_[i].name);  // a name of its own means that
    for (const std::string& word : known) {
      const bool is_type = std::isupper(static_cast<unsigned char>(word[0])) != 0;
      const bool is_meant = is_type || called.contains(word);
      if (is_meant && words_of_engine().contains(word)) words_.insert(word);
    }
  }

  // A declaration whose definition is printed, with its comment.
  bool is_told_elsewhere(size_t i) const {
    if (!is_declaration(all_[i])) return false;
    return std::any_of(reached_.begin(), reached_.end(), [&](size_t other) {
      return all_[other].name == all_[i].name && !is_declaration(all_[other]);
    });
  }

  // What its declaration says.
  std::string comment_of(const CodePart& definition) const {
    if (is_comment(definition.text.substr(0, definition.text.find('\n')))) return "";
    for (const CodePart& part : all_) {
      if (part.name != definition.name || !is_declaration(part)) continue;
      std::string text;
      for (const std::string& line : text_lines(part.text)) {
        if (!is_comment(line)) break;
        text += line + "\n";
      }
      return text;
    }
    return "";
  }

  std::string words() const {
    std::string text;
    std::set<std::string> seen;
    for (const auto& [name, part] : words_of_engine()) {
      if (!words_.contains(name) || !seen.insert(part.text).second) continue;
      text += promise_of(part) + "\n";
    }
    return text.empty() ? "" : "── The functions that it uses (engine/)\n" + text;
  }

  const Registration& row_;
  const Schema& schema_;
  std::string own_;
  std::vector<CodePart> all_;
  std::set<size_t> reached_;
  std::set<std::string> words_;
};

}  // namespace

std::string page_code(const Registration& row) {
  const Page page(row);
  return page.refusals() + page.text();
}

}  // namespace etalon::explain
