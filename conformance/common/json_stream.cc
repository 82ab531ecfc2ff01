#include "conformance/common/json_stream.h"

#include <fcntl.h>

#include <cerrno>

#include "conformance/common/json.h"

namespace etalon {

namespace {

using nlohmann::json;

constexpr std::string_view blanks = " \t\r\n";

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Where a text ends that begins here: after its closing quote. npos where it does not end.
size_t text_end(std::string_view json, size_t at) {
  for (size_t i = at + 1;;) {
    i = json.find_first_of("\"\\", i);
    if (i == std::string_view::npos) return i;
    if (json[i] == '"') return i + 1;
    i += 2;
  }
}

// Follows a value from its first character, over several pieces of it.
class ValueEnd {
 public:
  // Where it ends; npos where the piece, whose first characters up to `at` it has seen, ends first.
  size_t in(std::string_view json, size_t at) {
    for (; at < json.size(); ++at) {
      const char c = json[at];
      if (in_text_) {
        if (escaped_) {
          escaped_ = false;
        } else if (c == '\\') {
          escaped_ = true;
        } else if (c == '"') {
          in_text_ = false;
          if (depth_ == 0) return at + 1;
        }
      } else if (c == '"') {
        in_text_ = true;
      } else if (c == '{' || c == '[') {
        if (++depth_ > max_json_depth) refuse_depth();
      } else if (c == '}' || c == ']') {
        if (depth_ == 0) return at;
        if (--depth_ == 0) return at + 1;
      } else if (depth_ == 0 && (c == ',' || is_blank(c))) {
        return at;
      }
    }
    return std::string_view::npos;
  }

 private:
  size_t depth_ = 0;
  bool in_text_ = false;
  bool escaped_ = false;
};

size_t after_blanks(std::string_view json, size_t at) {
  while (at < json.size() && is_blank(json[at])) ++at;
  return at;
}

}  // namespace

JsonStream::JsonStream(const std::filesystem::path& file)
    : name_(file.string()), file_(open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (!std::filesystem::is_regular_file(file) || !file_.valid()) read_file(name_);  // says why
  while (buffer_.find_first_not_of(blanks) == std::string::npos && more()) continue;
  refuse_empty(file, buffer_);
}

void JsonStream::refuse(const char* what) const {
  throw json::other_error::create(502, fmt::format("at byte {}: {}", before_ + at_ + 1, what),
                                  nullptr);
}

// Reads on, and forgets what has been read.
bool JsonStream::more() {
  constexpr size_t piece = 1 << 20;
  buffer_.erase(0, at_);
  before_ += at_;
  at_ = 0;
  const size_t size = buffer_.size();
  buffer_.resize(size + piece);
  ssize_t got = 0;
  while ((got = read(file_.get(), buffer_.data() + size, piece)) < 0 && errno == EINTR) continue;
  buffer_.resize(size + (got > 0 ? static_cast<size_t>(got) : 0));
  if (got < 0) throw InvalidInput("cannot read {}: {}", in_quotes(name_), system_message(errno));
  return got > 0;
}

// The next character that is not blank.
char JsonStream::next() {
  for (;;) {
    at_ = after_blanks(buffer_, at_);
    if (at_ < buffer_.size()) return buffer_[at_];
    if (!more()) refuse("the document ends early");
  }
}

char JsonStream::taken(std::string_view wanted) {
  const char c = next();
  if (wanted.find(c) == std::string_view::npos) {
    refuse(fmt::format("one of {} is expected", wanted).c_str());
  }
  ++at_;
  return c;
}

char JsonStream::kind() { return next(); }

std::string_view JsonStream::value() {
  next();
  ValueEnd end;
  size_t seen = at_;
  for (;;) {
    const size_t found = end.in(buffer_, seen);
    if (found != std::string::npos) {
      const std::string_view text(buffer_.data() + at_, found - at_);
      if (text.empty()) refuse("a value is expected");
      at_ = found;
      return text;
    }
    seen = buffer_.size() - at_;
    if (!more()) refuse("the document ends within a value");
  }
}

void JsonStream::object(const std::function<void(const std::string& key)>& visit) {
  taken("{");
  if (next() == '}') {
    ++at_;
    return;
  }
  do {
    if (next() != '"') refuse("a key is expected");
    const auto key = parse_json(value()).get<std::string>();
    taken(":");
    visit(key);
  } while (taken(",}") == ',');
}

void JsonStream::list(const std::function<void()>& visit) {
  taken("[");
  if (next() == ']') {
    ++at_;
    return;
  }
  do visit();
  while (taken(",]") == ',');
}

void JsonStream::end() {
  do at_ = after_blanks(buffer_, at_);
  while (at_ == buffer_.size() && more());
  if (at_ != buffer_.size()) refuse("something follows the document");
}

bool each_member(std::string_view object,
                 const std::function<void(std::string_view key, std::string_view value)>& visit) {
  size_t at = after_blanks(object, 0);
  if (at >= object.size() || object[at] != '{') return false;
  for (;;) {
    at = after_blanks(object, at + 1);
    if (at >= object.size() || object[at] != '"') return at < object.size() && object[at] == '}';
    const size_t key_end = text_end(object, at);
    if (key_end == std::string_view::npos) return false;
    const std::string_view key = object.substr(at + 1, key_end - at - 2);
    at = after_blanks(object, key_end);
    if (at >= object.size() || object[at] != ':') return false;
    at = after_blanks(object, at + 1);
    const size_t end = ValueEnd().in(object, at);
    if (end == std::string_view::npos) return false;
    visit(key, object.substr(at, end - at));
    at = after_blanks(object, end);
    if (at >= object.size() || (object[at] != ',' && object[at] != '}')) return false;
    if (object[at] == '}') return true;
  }
}

}  // namespace etalon
