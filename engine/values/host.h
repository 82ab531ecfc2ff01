// For programs that evaluate on threads of their own and keep the values, such as a Python
// interpreter.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

namespace etalon {

// What the sentence of an error ends with that a deadline causes (Limits::deadline).
inline constexpr std::string_view time_limit_exceeded = "the time limit is exceeded";

// At the end of its lifetime, this thread's memory budget is charged with what it was charged with
// before. What is made meanwhile and outlives it belongs to the caller: so does the release of such
// values, within another KeptAccount, on any thread.
class KeptAccount {
 public:
  KeptAccount();
  ~KeptAccount();
  KeptAccount(const KeptAccount&) = delete;
  KeptAccount& operator=(const KeptAccount&) = delete;

 private:
  int64_t saved_;
};

// While it exists, evaluations of this thread call `look`, where they would notice a deadline, once
// in each such interval at most. What it throws ends the evaluation; an exception that is not a
// std::exception is passed on unchanged.
class Watch {
 public:
  explicit Watch(std::function<void()> look,
                 std::chrono::milliseconds interval = std::chrono::milliseconds(50));
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::function<void()> saved_;
  std::chrono::milliseconds saved_interval_;
};

}  // namespace etalon
