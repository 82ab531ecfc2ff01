#include "conformance/mdf/expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "conformance/mdf/arithmetic.h"
#include "engine/values/errors.h"
#include "engine/values/utf8.h"

namespace etalon::mdf {

namespace {

enum class Kind { number, text, word, symbol, end };

struct Token {
  Kind kind = Kind::end;
  std::string_view text;
  size_t position = 0;  // in bytes
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Letters outside ASCII are UTF-8 sequences of bytes from 0x80 on.
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The length of the decimal number at the beginning of `text`: "12", "1.5", ".5", "1.", "1e-3".
size_t number_length(std::string_view text) {
  size_t n = 0;
  const auto digits = [&] {
    const size_t from = n;
    while (n < text.size() && is_digit(text[n])) ++n;
    return n - from;
  };
  size_t mantissa = digits();
  if (n < text.size() && text[n] == '.') {
    ++n;
    mantissa += digits();
  }
  if (mantissa == 0) return 0;
  const size_t before_exponent = n;
  if (n < text.size() && (text[n] == 'e' || text[n] == 'E')) {
    ++n;
    if (n < text.size() && (text[n] == '+' || text[n] == '-')) ++n;
    if (digits() == 0) n = before_exponent;
  }
  return n;
}

// Throws InvalidModel for a whole number beyond 64 bits.
Value number_value(std::string_view text) {
  const char* end = text.data() + text.size();
  if (text.find_first_of(".eE") == std::string_view::npos) {
    int64_t whole = 0;
    if (std::from_chars(text.data(), end, whole).ec != std::errc()) {
      throw InvalidModel("the whole number {} does not fit 64 bits", in_quotes(text));
    }
    return Value::integer(whole);
  }
  // Beyond float64's range this gives infinity or zero, as Python does; std::from_chars gives
  // nothing.
  return Value::number(std::strtod(std::string(text).c_str(), nullptr));
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    if (at_ == text_.size()) return {Kind::end, {}, at_};
    const std::string_view rest = text_.substr(at_);
    if (const size_t length = number_length(rest)) return take(Kind::number, length);
    if (begins_word(rest[0])) return take(Kind::word, word_length(rest));
    if (rest[0] == '\'' || rest[0] == '"') return quoted(rest);
    return take(Kind::symbol, symbol_length(rest));
  }

 private:
  Token take(Kind kind, size_t length) {
    const Token token{kind, text_.substr(at_, length), at_};
    at_ += length;
    return token;
  }

  static size_t word_length(std::string_view rest) {
    size_t n = 1;
    while (n < rest.size() && (begins_word(rest[n]) || is_digit(rest[n]))) ++n;
    return n;
  }

  static size_t symbol_length(std::string_view rest) {
    static constexpr std::array<std::string_view, 7> pairs = {
        "**", "<=", ">=", "==", "!=", "//", "{}"};
    for (const std::string_view pair : pairs) {
      if (rest.starts_with(pair)) return 2;
    }
    return 1;
  }

  // The token's text is what stands between the quotes; there are no escapes.
  Token quoted(std::string_view rest) {
    const size_t close = rest.find(rest[0], 1);
    if (close == std::string_view::npos) {
      throw InvalidModel("the string at character {} is not closed", at_ + 1);
    }
    const std::string_view inside = rest.substr(1, close - 1);
    if (inside.find('\\') != std::string_view::npos) {
      throw InvalidModel("the string at character {} holds a backslash; escapes are not read",
                         at_ + 1);
    }
    const Token token{Kind::text, inside, at_};
    at_ += close + 1;
    return token;
  }

  std::string_view text_;
  size_t at_ = 0;
};

struct Binary {
  std::string_view symbol;
  Operation operation;
};
constexpr std::array<Binary, 1> disjunctions = {{{"or", Operation::either}}};
constexpr std::array<Binary, 1> conjunctions = {{{"and", Operation::both}}};
constexpr std::array<Binary, 6> comparisons = {{{"<", Operation::less},
                                                {"<=", Operation::less_equal},
                                                {">", Operation::greater},
                                                {">=", Operation::greater_equal},
                                                {"==", Operation::equal},
                                                {"!=", Operation::unequal}}};
constexpr std::array<Binary, 2> sums = {{{"+", Operation::add}, {"-", Operation::subtract}}};
constexpr std::array<Binary, 5> products = {{{"*", Operation::multiply},
                                             {"/", Operation::divide},
                                             {"//", Operation::floor_divide},
                                             {"%", Operation::modulo},
                                             {"@", Operation::matmul}}};

template <size_t N>
std::optional<Operation> find_operation(const std::array<Binary, N>& table, const Token& token) {
  if (token.kind != Kind::symbol && token.kind != Kind::word) return std::nullopt;
  for (const Binary& row : table) {
    if (row.symbol == token.text) return row.operation;
  }
  return std::nullopt;
}

Expression constant(Value value) { return {Operation::constant, std::move(value), {}, {}}; }

// Recursive descent; each function reads what its name says, and leaves the next token in `token_`.
class Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text) { advance(); }

  Expression whole() {
    Expression tree = choice().tree;
    if (token_.kind != Kind::end) unexpected();
    return tree;
  }

 private:
  struct Branch {
    Expression tree;
    size_t depth = 1;
  };

  class Nested {
   public:
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ > max_expression_nesting) {
        throw InvalidModel("it is nested more than {} deep", max_expression_nesting);
      }
    }
    ~Nested() { --parser_.nesting_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser& parser_;
  };

  void advance() { token_ = lexer_.next(); }

  bool is_symbol(std::string_view symbol) const {
    return token_.kind == Kind::symbol && token_.text == symbol;
  }
  bool is_word(std::string_view word) const {
    return token_.kind == Kind::word && token_.text == word;
  }
  void expect(std::string_view symbol) {
    if (!is_symbol(symbol)) unexpected();
    advance();
  }

  [[noreturn]] void unexpected() const {
    if (token_.kind == Kind::end) throw InvalidModel("it ends too early");
    throw InvalidModel("{} at character {} is not understood there", in_quotes(token_.text),
                       token_.position + 1);
  }

  static Branch joined(Operation operation, std::vector<Branch> branches, std::string name = {}) {
    Branch whole{{operation, {}, std::move(name), {}}, 1};
    for (Branch& branch : branches) {
      whole.depth = std::max(whole.depth, branch.depth + 1);
      whole.tree.parts.push_back(std::move(branch.tree));
    }
    if (whole.depth > max_expression_depth) {
      throw InvalidModel("it has more than {} operations in a row", max_expression_depth);
    }
    return whole;
  }
  // As `joined`, of moved branches.
  template <class... B>
  static Branch join(Operation operation, B... branches) {
    std::vector<Branch> list;
    (list.push_back(std::move(branches)), ...);
    return joined(operation, std::move(list));
  }

  Branch choice() {
    const Nested nested(*this);
    Branch value = either();
    if (!is_word("if")) return value;
    advance();
    Branch test = either();
    if (!is_word("else")) unexpected();
    advance();
    return join(Operation::choice, std::move(value), std::move(test), choice());
  }

  // Operands with operators of the table between them, which group from the left.
  template <size_t N>
  Branch chain(const std::array<Binary, N>& operators, Branch (Parser::*operand)()) {
    Branch left = (this->*operand)();
    while (const auto operation = find_operation(operators, token_)) {
      advance();
      left = join(*operation, std::move(left), (this->*operand)());
    }
    return left;
  }

  Branch either() { return chain(disjunctions, &Parser::both); }
  Branch both() { return chain(conjunctions, &Parser::opposite); }

  Branch opposite() {
    if (!is_word("not")) return comparison();
    const Nested nested(*this);
    advance();
    return join(Operation::opposite, opposite());
  }

  // a < b < c is a < b and b < c.
  Branch comparison() {
    Branch left = sum();
    std::optional<Branch> chain;
    while (const auto operation = find_operation(comparisons, token_)) {
      advance();
      Branch right = sum();
      Branch link = join(*operation, std::move(left), right);
      chain = chain ? join(Operation::both, std::move(*chain), std::move(link)) : std::move(link);
      left = std::move(right);
    }
    return chain ? std::move(*chain) : std::move(left);
  }

  Branch sum() { return chain(sums, &Parser::product); }
  Branch product() { return chain(products, &Parser::sign); }

  Branch sign() {
    if (!is_symbol("-") && !is_symbol("+")) return power();
    const Nested nested(*this);
    const bool negative = is_symbol("-");
    advance();
    Branch operand = sign();
    return negative ? join(Operation::negate, std::move(operand)) : std::move(operand);
  }

  // ** binds tighter than a sign before it, looser than one after it, and to the right.
  Branch power() {
    Branch base = subscripted();
    if (!is_symbol("**")) return base;
    const Nested nested(*this);
    advance();
    return join(Operation::power, std::move(base), sign());
  }

  Branch subscripted() {
    Branch value = atom();
    while (is_symbol("[")) {
      advance();
      std::vector<Branch> parts;
      parts.push_back(std::move(value));
      do {
        if (parts.size() > 1) advance();
        parts.push_back(index());
      } while (is_symbol(","));
      expect("]");
      value = joined(Operation::subscript, std::move(parts));
    }
    return value;
  }

  // One index, or start:stop:step.
  Branch index() {
    Branch start = is_symbol(":") ? Branch{constant({})} : choice();
    if (!is_symbol(":")) return start;
    std::array<Branch, 2> rest = {{{constant({})}, {constant({})}}};
    for (Branch& bound : rest) {
      if (!is_symbol(":")) break;
      advance();
      const bool left_out = is_symbol(":") || is_symbol(",") || is_symbol("]");
      if (!left_out) bound = choice();
    }
    return join(Operation::slice, std::move(start), std::move(rest[0]), std::move(rest[1]));
  }

  // What stands between an opening bracket and `close`, separated by commas.
  std::vector<Branch> items(std::string_view close) {
    std::vector<Branch> list;
    while (!is_symbol(close)) {
      list.push_back(choice());
      if (!is_symbol(",")) break;
      advance();
    }
    expect(close);
    return list;
  }

  Branch atom() {
    const Token token = token_;
    if (token.kind == Kind::word) return word();
    if (token.kind == Kind::end) unexpected();
    if (token.kind == Kind::symbol) return bracket();
    advance();
    if (token.kind == Kind::text) return {constant(std::string(token.text))};
    return {constant(number_value(token.text))};
  }

  Branch bracket() {
    if (is_symbol("(")) {
      advance();
      Branch inside = choice();
      expect(")");
      return inside;
    }
    if (is_symbol("[")) {
      advance();
      return joined(Operation::list, items("]"));
    }
    if (is_symbol("{")) {
      advance();
      if (!is_symbol("}"))
        throw InvalidModel("the only dictionary that an expression may contain is {{}}");
    } else if (!is_symbol("{}")) {
      unexpected();
    }
    advance();
    return {constant(Dictionary())};
  }

  Branch word() {
    static constexpr std::array<std::string_view, 14> reserved = {
        "if",     "else", "and",    "or",   "not",   "in",    "is",
        "lambda", "for",  "import", "None", "await", "yield", "def"};
    const std::string name(token_.text);
    for (const std::string_view other : reserved) {
      if (name == other) unexpected();
    }
    advance();
    if (name == "True" || name == "False") return {constant(Value::truth(name == "True"))};
    if (is_symbol(".")) return member(name);
    if (is_symbol("(") && !function_arity(name)) {
      throw InvalidModel(
          "{} cannot be called; the functions are abs, max, min, len, math.f and numpy.f",
          in_quotes(name));
    }
    if (is_symbol("(")) return call(name);
    return {Expression{Operation::name, {}, name, {}}};
  }

  // math.f(…), numpy.f(…), math.pi.
  Branch member(const std::string& module) {
    advance();
    if (token_.kind != Kind::word) unexpected();
    const std::string name = module + "." + std::string(token_.text);
    advance();
    if (!is_symbol("(")) {
      if (const std::optional<double> number = named_constant(name)) {
        return {constant(Value::number(*number))};
      }
      throw InvalidModel("there is no constant {}", in_quotes(name));
    }
    if (!function_arity(name)) throw InvalidModel("there is no function {}", in_quotes(name));
    return call(name);
  }

  Branch call(const std::string& name) {
    const Arity arity = *function_arity(name);
    advance();
    std::vector<Branch> arguments = items(")");
    if (arguments.size() < arity.least || arguments.size() > arity.most.value_or(SIZE_MAX)) {
      throw InvalidModel("{} takes {}{} argument{}, not {}", name, arity.most ? "" : "at least ",
                         arity.least, arity.least == 1 ? "" : "s", arguments.size());
    }
    return joined(Operation::call, std::move(arguments), name);
  }

  Lexer lexer_;
  Token token_;
  size_t nesting_ = 0;
};

void collect_names(const Expression& expression, std::set<std::string>& names) {
  if (expression.operation == Operation::name) names.insert(expression.name);
  for (const Expression& part : expression.parts) collect_names(part, names);
}

// A literal that Python's int() or float() reads: digits with a sign, "inf", "Infinity", "nan" in
// any case.
std::optional<Value> literal(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  const bool negative = text.starts_with('-');
  const std::string_view number = text.substr(negative || text.starts_with('+') ? 1 : 0);
  const double sign = negative ? -1 : 1;
  std::string word(number.substr(0, 9));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (word == "inf" || word == "infinity")
    return Value::number(sign * std::numeric_limits<double>::infinity());
  if (word == "nan") return Value::number(std::numeric_limits<double>::quiet_NaN());
  if (number.empty() || number_length(number) != number.size()) return std::nullopt;
  return number_value(text.starts_with('+') ? number : text);
}

Value value_of(const std::string& name, const Scope& scope) {
  const Value* value = scope(name);
  if (value == nullptr) throw InvalidInput("{} has no value yet", in_quotes(name));
  return *value;
}

std::vector<Index> indices_of(const Expression& subscript, const Scope& scope) {
  std::vector<Index> indices;
  for (size_t i = 1; i < subscript.parts.size(); ++i) {
    const Expression& index = subscript.parts[i];
    if (index.operation == Operation::slice) {
      const auto bound = [&](size_t part) { return evaluate(index.parts.at(part), scope); };
      indices.emplace_back(Slice{bound(0), bound(1), bound(2)});
    } else {
      indices.emplace_back(evaluate(index, scope));
    }
  }
  return indices;
}

}  // namespace

Expression parse_expression(std::string_view text) {
  if (text.size() > max_expression_length) {
    throw InvalidModel("the expression {} is longer than {} bytes", in_quotes(text),
                       max_expression_length);
  }
  try {
    return Parser(text).whole();
  } catch (const Error& error) {
    throw InvalidModel("the expression {} cannot be read: {}", in_quotes(text), error.what());
  }
}

Expression read_text(std::string_view text, const std::function<bool(std::string_view)>& is_id) {
  if (is_id(text)) return {Operation::name, {}, std::string(text), {}};
  if (const std::optional<Value> number = literal(text)) return constant(*number);
  return parse_expression(text);
}

bool is_word_of_the_language(std::string_view text) {
  static const std::set<std::string_view> words = {
      "constant", "math",     "numpy",       "abs",     "aiter",        "all",        "anext",
      "any",      "ascii",    "bin",         "bool",    "breakpoint",   "bytearray",  "bytes",
      "callable", "chr",      "classmethod", "compile", "complex",      "delattr",    "dict",
      "dir",      "divmod",   "enumerate",   "eval",    "exec",         "exit",       "filter",
      "float",    "format",   "frozenset",   "getattr", "globals",      "hasattr",    "hash",
      "help",     "hex",      "id",          "input",   "int",          "isinstance", "issubclass",
      "iter",     "len",      "list",        "locals",  "map",          "max",        "memoryview",
      "min",      "next",     "object",      "oct",     "open",         "ord",        "pow",
      "print",    "property", "quit",        "range",   "repr",         "reversed",   "round",
      "set",      "setattr",  "slice",       "sorted",  "staticmethod", "str",        "sum",
      "super",    "tuple",    "type",        "vars",    "zip",          "license"};
  return words.contains(text);
}

std::set<std::string> names_in(const Expression& expression) {
  std::set<std::string> names;
  collect_names(expression, names);
  return names;
}

Value evaluate(const Expression& expression, const Scope& scope) {
  const auto part = [&](size_t i) { return evaluate(expression.parts.at(i), scope); };
  const auto parts_from = [&](size_t first) {
    List values;
    for (size_t i = first; i < expression.parts.size(); ++i) values.push_back(part(i));
    return values;
  };
  switch (expression.operation) {
    case Operation::constant:
      return expression.value;
    case Operation::name:
      return value_of(expression.name, scope);
    case Operation::list:
      return list_value(parts_from(0));
    case Operation::choice:
      return is_true(part(1)) ? part(0) : part(2);
    case Operation::either:
    case Operation::both: {
      const Value left = part(0);
      return is_true(left) == (expression.operation == Operation::both) ? part(1) : left;
    }
    case Operation::opposite:
      return Value::truth(!is_true(part(0)));
    case Operation::negate:
      return negated(part(0));
    case Operation::subscript:
      return element_of(part(0), indices_of(expression, scope));
    case Operation::slice:
      throw InternalError("a slice outside a subscript");
    case Operation::call:
      return call_named(expression.name, parts_from(0));
    default:
      return combined(expression.operation, part(0), part(1));
  }
}

}  // namespace etalon::mdf
