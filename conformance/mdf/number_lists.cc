#include "conformance/mdf/number_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "conformance/mdf/census.h"

namespace etalon::mdf {

namespace {

constexpr size_t no_column = std::string_view::npos;

bool is_number_character(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' ||
         std::string_view("eEinfaNIty").find(c) != std::string_view::npos;
}

// "[[1, 2], [3, 4]]" at the beginning of `text`, over several lines too.
class BracketList {
 public:
  explicit BracketList(std::string_view text) : text_(text) {}

  // Nothing when something else than numbers is in the list; then `length` is what was looked at.
  std::optional<ListBuilder> read(size_t depth = 1) {
    ++at_;  // the bracket
    ListBuilder items;
    for (;;) {
      skip_space();
      if (at_ == text_.size() || depth > max_document_depth) return std::nullopt;
      if (!read_item(items, depth)) return std::nullopt;
      skip_space();
      if (at_ == text_.size()) return std::nullopt;
      const char after = text_[at_];
      if (after != ',' && after != ']') return std::nullopt;
      ++at_;
      if (after == ']') return items;
    }
  }
  size_t length() const { return at_; }

 private:
  bool read_item(ListBuilder& items, size_t depth) {
    if (text_[at_] == '[') {
      std::optional<ListBuilder> inner = read(depth + 1);
      if (!inner) return false;
      items.add(std::move(*inner));
      return true;
    }
    const size_t begin = at_;
    while (at_ < text_.size() && is_number_character(text_[at_])) ++at_;
    const std::optional<Number> number = yaml_number(text_.substr(begin, at_ - begin));
    if (number) items.add(*number);
    return number.has_value();
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
};

// One line of a list in lines: "  - - 0.5" has dashes at columns 2 and 4.
struct DashLine {
  std::vector<size_t> dashes;
  Number number = int64_t{0};
};

std::optional<DashLine> dash_line(std::string_view line) {
  DashLine read;
  size_t at = line.find_first_not_of(' ');
  while (at != no_column && line.substr(at).starts_with("- ")) {
    read.dashes.push_back(at);
    at = line.find_first_not_of(' ', at + 1);
  }
  if (at == no_column || read.dashes.empty()) return std::nullopt;
  const std::optional<Number> number = yaml_number(line.substr(at));
  if (!number) return std::nullopt;
  read.number = *number;
  return read;
}

// The list whose items begin at the first line's first dash. An item is complete once the next one
// begins, or a line that is not within it.
class LineList {
 public:
  // False for a line that does not go on with the list.
  bool add(const DashLine& line, size_t offset) {
    const size_t column = line.dashes.front();
    if (open_.empty()) open_.push_back({column, {}});
    const auto level = std::find_if(open_.begin(), open_.end(),
                                    [&](const Level& each) { return each.column == column; });
    if (level == open_.end() || line.dashes.size() + open_.size() > max_document_depth) {
      return false;
    }
    close_above(static_cast<size_t>(level - open_.begin()));
    if (open_.size() == 1) {
      if (begun_) complete_item();
      begun_ = true;
      item_offset_ = offset;
    }
    for (size_t i = 1; i < line.dashes.size(); ++i) open_.push_back({line.dashes[i], {}});
    pending_ = line.number;
    return true;
  }

  size_t column() const { return open_.front().column; }
  // Where the item begins that was not complete yet.
  size_t item_offset() const { return item_offset_; }
  // The last item is complete too.
  void end(size_t offset) {
    close_above(0);
    complete_item();
    item_offset_ = offset;
  }
  ListBuilder take() { return std::move(complete_); }
  size_t numbers() const { return complete_.numbers(); }

 private:
  struct Level {
    size_t column;
    ListBuilder items;
  };

  // Closes the lists within the item at this level.
  void close_above(size_t level) {
    if (pending_) open_.back().items.add(*pending_);
    pending_.reset();
    while (open_.size() > level + 1) {
      ListBuilder inner = std::move(open_.back().items);
      open_.pop_back();
      open_.back().items.add(std::move(inner));
    }
  }
  void complete_item() {
    complete_.append(std::move(open_.front().items));
    open_.front().items = {};
  }

  std::vector<Level> open_;
  ListBuilder complete_;
  std::optional<Number> pending_;
  bool begun_ = false;
  size_t item_offset_ = 0;
};

class Lifter {
 public:
  explicit Lifter(std::string_view text) : text_(text) {}

  LiftedText lifted() && {
    while (at_ < text_.size()) {
      const bool begins_line = at_ == 0 || text_[at_ - 1] == '\n';
      if (begins_line && lift_lines()) continue;
      copy_to(std::min(text_.find_first_of("[\n", at_), text_.size()));
      if (at_ == text_.size()) break;
      if (text_[at_] == '[') {
        lift_brackets();
      } else {
        copy_to(at_ + 1);
      }
    }
    return std::move(result_);
  }

 private:
  // After the line's end.
  size_t end_of_line(size_t at) const {
    const size_t end = text_.find('\n', at);
    return end == no_column ? text_.size() : end + 1;
  }
  std::optional<DashLine> line_between(size_t begin, size_t end) const {
    std::string_view line = text_.substr(begin, end - begin);
    if (line.ends_with('\n')) line.remove_suffix(1);
    return dash_line(line);
  }
  void copy_to(size_t end) {
    line_ += line_ends(at_, end);
    result_.text += text_.substr(at_, end - at_);
    at_ = end;
    const size_t before = result_.shifts.empty() ? 0 : result_.shifts.back().left_out;
    if (left_out_ != before) result_.shifts.push_back({line_, left_out_});
  }
  // The node for the text up to `end`.
  void put_node(std::string_view tag, ListBuilder list, size_t end) {
    result_.text += fmt::format("{} {}", tag, result_.lists.size());
    result_.lists.push_back(std::move(list));
    left_out_ += line_ends(at_, end);
    at_ = end;
  }
  size_t line_ends(size_t first, size_t end) const {
    return static_cast<size_t>(std::count(begin(first), begin(end), '\n'));
  }
  std::string_view::const_iterator begin(size_t offset) const {
    return text_.begin() + static_cast<std::ptrdiff_t>(offset);
  }

  // The column of the first line from here that is not blank; 0 at the end.
  size_t column_from(size_t at) const {
    for (; at < text_.size(); at = end_of_line(at)) {
      const size_t first = text_.find_first_not_of(' ', at);
      if (first != no_column && text_[first] != '\n') return first - at;
    }
    return 0;
  }

  // At the beginning of a line. False when there is no run of lines here worth lifting.
  bool lift_lines() {
    LineList list;
    size_t end = at_;
    while (end < text_.size()) {
      const size_t next = end_of_line(end);
      const std::optional<DashLine> line = line_between(end, next);
      if (!line || !list.add(*line, end)) break;
      end = next;
    }
    if (end == at_) return false;
    if (column_from(end) <= list.column()) list.end(end);
    if (list.numbers() < packed_from) {
      copy_to(std::max(list.item_offset(), end_of_line(at_)));
      return true;
    }
    result_.text += std::string(list.column(), ' ') + "- ";
    const size_t item = list.item_offset();
    const size_t last_line_end = text_[item - 1] == '\n' ? item - 1 : item;
    put_node(items_tag, list.take(), last_line_end);
    copy_to(item);
    return true;
  }

  void lift_brackets() {
    BracketList reader(text_.substr(at_));
    std::optional<ListBuilder> list = reader.read();
    const size_t end = at_ + reader.length();
    if (list && list->numbers() >= packed_from) {
      put_node(list_tag, std::move(*list), end);
    } else {
      copy_to(end);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t line_ = 0;      // of the shortened text
  size_t left_out_ = 0;  // how many lines it has fewer so far
  LiftedText result_;
};

}  // namespace

std::optional<Number> yaml_number(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr std::array<std::pair<std::string_view, double>, 14> words = {
      {{".nan", NAN},
       {".NaN", NAN},
       {".NAN", NAN},
       {"NaN", NAN},
       {".inf", infinity},
       {"+.inf", infinity},
       {".Inf", infinity},
       {".INF", infinity},
       {"-.inf", -infinity},
       {"-.Inf", -infinity},
       {"-.INF", -infinity},
       {"Infinity", infinity},
       {"+Infinity", infinity},
       {"-Infinity", -infinity}}};
  if (text.empty()) return std::nullopt;
  const size_t sign = text.front() == '-' || text.front() == '+' ? 1 : 0;
  const char first = text.size() > sign ? text[sign] : '\0';
  const bool digit = first >= '0' && first <= '9';
  const bool word = first == 'N' || first == 'I' || (first == '.' && text.size() == sign + 4);
  if (!digit && first != '.' && !word) return std::nullopt;
  for (const auto& [name, value] : words) {
    if (word && text == name) return value;
  }
  const char* begin = text.data() + (text.front() == '+' ? 1 : 0);
  const char* end = text.data() + text.size();
  int64_t whole = 0;
  const auto read = std::from_chars(begin, end, whole);
  if (read.ptr == end && read.ec == std::errc()) return whole;
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  double real = 0;
  const auto parsed = std::from_chars(begin, end, real);
  if (parsed.ptr != end) return std::nullopt;
  return parsed.ec == std::errc() ? real : real_number(text);
}

size_t LiftedText::original_line(size_t line) const {
  size_t left_out = 0;
  for (const Shift& shift : shifts) {
    if (shift.line <= line) left_out = shift.left_out;
  }
  return line + left_out;
}

LiftedText lift_number_lists(std::string_view text) {
  for (const std::string_view tag : {list_tag, items_tag}) {
    if (text.find(tag) != std::string_view::npos) return {std::string(text), {}, {}};
  }
  return Lifter(text).lifted();
}

}  // namespace etalon::mdf
