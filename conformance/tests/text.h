// Helpers for tests of text and of error messages.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <thread>

#include "conformance/tests/catch.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"

namespace etalon::test {

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Like text.ends_with(end); a failing assertion shows the text.
inline bool ends(const std::string& text, std::string_view end) {
  INFO(text);
  return text.ends_with(end);
}

// "InvalidModel: …" as thrown by `action`; "" when it throws nothing.
template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "";
}

// The same within limits, in a thread of its own: there, nothing is charged before.
template <class Action>
std::string refusal_within(const Limits& limits, Action action) {
  std::string message;
  std::thread([&] {
    const LimitScope scope(limits);
    message = refusal(action);
  }).join();
  return message;
}

inline Limits memory_of(size_t bytes) {
  Limits limits;
  limits.max_memory = bytes;
  return limits;
}

}  // namespace etalon::test
