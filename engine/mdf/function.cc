#include "engine/mdf/function.h"

#include <algorithm>
#include <map>

#include "engine/mdf/onnx_function.h"
#include "engine/mdf/standard_function.h"
#include "engine/numerics/cast.h"

namespace etalon::mdf {
namespace {

struct Entry {
  FunctionInfo info;
  FunctionCode run;
};
using Table = std::map<std::string, Entry, std::less<>>;

// Filled by static objects, so made on first use.
Table& table() {
  static Table entries;
  return entries;
}

// The argument that a value by this name or at this place is for.
size_t place_of(const FunctionInfo& function, std::string_view name) {
  const auto& names = function.arguments;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw InvalidInput("there is no argument '{}'; the arguments are {}", name,
                       fmt::join(names, ", "));
  }
  return static_cast<size_t>(found - names.begin());
}

// An ACT-R function takes named arguments in their order too: then none may have the name of an
// argument that stands elsewhere.
size_t next_place(const FunctionInfo& function, std::string_view name, size_t next) {
  const auto& names = function.arguments;
  const auto found = std::find(names.begin(), names.end(), name);
  const auto index = static_cast<size_t>(found - names.begin());
  if (found != names.end() && index != next && next < names.size()) {
    throw InvalidInput("argument '{}' is in the place of '{}': arguments go by position", name,
                       names[next]);
  }
  return next;
}

// One value for each argument.
List bind(const FunctionInfo& function, const List& positional, const Dictionary& named) {
  const auto& names = function.arguments;
  std::vector<const Value*> bound(names.size(), nullptr);
  const auto put = [&](size_t place, const Value& value) {
    if (place >= names.size()) {
      throw InvalidInput("there are {} arguments where it takes {} ({})",
                         positional.size() + named.size(), names.size(), fmt::join(names, ", "));
    }
    if (bound[place] != nullptr) throw InvalidInput("argument '{}' is given twice", names[place]);
    bound[place] = &value;
  };
  size_t next = 0;
  for (const Value& value : positional) put(next++, value);
  for (const auto& [name, value] : named) {
    const bool by_place = function.kind == FunctionKind::actr;
    put(by_place ? next_place(function, name, next++) : place_of(function, name), value);
  }
  List values;
  for (size_t i = 0; i < names.size(); ++i) {
    if (bound[i] == nullptr) throw InvalidInput("argument '{}' is missing", names[i]);
    values.push_back(*bound[i]);
  }
  return values;
}

std::string shapes(const List& values) {
  std::vector<std::string> shown;
  for (const Value& value : values) {
    if (makes_array(value)) shown.push_back(to_string(as_array(value).shape()));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

// The same error, not located, with the function's name in front.
[[noreturn]] void raise(std::string_view function, ErrorKind kind, std::string_view sentence) {
  switch (kind) {
    case ErrorKind::InvalidModel:
      throw InvalidModel("{}: {}", function, sentence);
    case ErrorKind::InvalidInput:
      throw InvalidInput("{}: {}", function, sentence);
    case ErrorKind::Unspecified:
      throw Unspecified("{}: {}", function, sentence);
    case ErrorKind::Unsupported:
      throw Unsupported("{}: {}", function, sentence);
    case ErrorKind::LimitExceeded:
      throw LimitExceeded("{}: {}", function, sentence);
    case ErrorKind::InternalError:
      break;
  }
  throw InternalError("{}: {}", function, sentence);
}

Value call_entry(const Entry& entry, const List& positional, const Dictionary& named,
                 RandomStream& random) {
  const List values = bind(entry.info, positional, named);
  try {
    return entry.run(FunctionCall(entry.info, values, random));
  } catch (const xt::broadcast_error&) {
    throw InvalidInput("the shapes {} do not broadcast", shapes(values));
  }
}

}  // namespace

// ---------------------------------------------------------------------------- what is there ---

StandardFunction::StandardFunction(FunctionKind kind, std::string_view name, std::string_view since,
                                   std::vector<std::string> arguments, std::string_view formula,
                                   FunctionCode run, const char* file, int line) {
  Entry entry{{std::string(name), kind, std::string(since), std::move(arguments), false,
               std::string(formula), fmt::format("{}:{}", file, line)},
              run};
  if (!table().emplace(std::string(name), std::move(entry)).second) {
    throw InternalError("MDF function {} is entered twice", name);
  }
}

std::optional<FunctionInfo> find_function(std::string_view name, int64_t onnx_opset) {
  if (name.starts_with(onnx_prefix)) return describe_onnx_function(name, onnx_opset);
  const auto found = table().find(name);
  return found == table().end() ? std::nullopt : std::optional(found->second.info);
}

std::vector<FunctionInfo> all_functions() {
  std::vector<FunctionInfo> functions;
  for (const FunctionKind kind : {FunctionKind::native, FunctionKind::actr}) {
    for (const auto& [_, entry] : table()) {
      if (entry.info.kind == kind) functions.push_back(entry.info);
    }
  }
  for (const std::string& name : onnx_function_names(default_onnx_opset)) {
    functions.push_back(*describe_onnx_function(name, default_onnx_opset));
  }
  return functions;
}

// ----------------------------------------------------------------------------------- calls ---

Value call_function(std::string_view name, const List& positional, const Dictionary& named,
                    const CallContext& context) {
  RandomStream own(default_seed);
  RandomStream& random = context.random == nullptr ? own : *context.random;
  try {
    if (name.starts_with(onnx_prefix)) {
      return call_onnx_function(name, positional, named, context.onnx_opset, random);
    }
    const auto found = table().find(name);
    if (found == table().end()) throw InvalidInput("there is no function of this name");
    return call_entry(found->second, positional, named, random);
  } catch (const Error& error) {
    raise(name, error.kind(), error.what());
  }
}

const Value& FunctionCall::value(std::string_view argument) const {
  const auto& names = function_.arguments;
  const auto found = std::find(names.begin(), names.end(), argument);
  if (found == names.end()) throw InternalError("there is no argument '{}'", argument);
  return values_[static_cast<size_t>(found - names.begin())];
}

Tensor FunctionCall::float64(std::string_view argument) const {
  const Value& given = value(argument);
  const bool is_array = makes_array(given);
  const Tensor array = is_array ? as_array(given) : Tensor();
  if (!is_array || array.dtype() == DType::string || is_complex(array.dtype())) {
    throw InvalidInput("argument '{}' is {} where numbers are wanted", argument, given.described());
  }
  return cast(array, DType::float64);
}

Reals FunctionCall::reals(std::string_view argument) const {
  return float64(argument).as<double>();
}

const Dictionary& FunctionCall::dictionary(std::string_view argument) const {
  const Value& given = value(argument);
  if (given.is_dictionary()) return given.dictionary();
  throw InvalidInput("argument '{}' is {} where a dictionary is wanted", argument,
                     given.described());
}

const List& FunctionCall::list(std::string_view argument) const {
  static const List empty;
  const Value& given = value(argument);
  if (given.is_list()) return given.list();
  if (given.is_array() && given.array().size() == 0) return empty;
  throw InvalidInput("argument '{}' is {} where a list is wanted", argument, given.described());
}

}  // namespace etalon::mdf
